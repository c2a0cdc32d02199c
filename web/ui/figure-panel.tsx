import { Anchor, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { Link } from 'react-router';
import { Waiting } from './async-state.tsx';

interface FigureCardProps {
  name: string;
  figure: string;
  about?: string;
  to?: string;
  isMain?: boolean;
}

export function FigureCard({ name, figure, about, to, isMain = false }: FigureCardProps) {
  const id = useId();
  return (
    <Paper
      withBorder
      p="sm"
      component="section"
      aria-labelledby={id}
      {...(isMain && { style: { borderColor: 'var(--mantine-primary-color-filled)' } })}
    >
      <Stack gap={2}>
        {to === undefined ? (
          <Text size="sm" c="dimmed" id={id}>
            {name}
          </Text>
        ) : (
          <Anchor component={Link} to={to} size="sm" id={id}>
            {name}
          </Anchor>
        )}
        <Text fw={700} fz={isMain ? '1.25rem' : '1.1rem'} lh={1.3} style={{ fontVariantNumeric: 'tabular-nums' }}>
          {figure}
        </Text>
        {about !== undefined && (
          <Text size="xs" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
            {about}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

/** A card without a figure, shown while loading, because a 0 would be misread. */
export function WaitingFigureCard() {
  return (
    <Waiting>
      <Skeleton height={88} />
    </Waiting>
  );
}
