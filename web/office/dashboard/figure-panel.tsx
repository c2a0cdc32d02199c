import { Anchor, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { Link } from 'react-router';
import { Waiting } from '#web/ui/async-state.tsx';

interface FigureCardProps {
  name: string;
  /** The figure as it is read: `LKR 12,500.00`, `144`. */
  figure: string;
  /** What belongs to it, in a few words. */
  about?: string;
  /** Where its name leads. */
  to?: string;
  isMain?: boolean;
}

/** One figure under its name. */
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

/** In the place of a card whose figure is on its way: 0 would be read as one. */
export function WaitingFigureCard() {
  return (
    <Waiting>
      <Skeleton height={88} />
    </Waiting>
  );
}
