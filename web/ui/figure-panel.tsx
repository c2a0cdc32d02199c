import { Anchor, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { Waiting } from './async-state.tsx';
import classes from './figure-panel.module.css';

/** A row of cards. The cards on the last line share its full width, so that it has no gap. */
export function FigureCards({ children }: { children: ReactNode }) {
  return (
    <div className={classes.cards} data-cards>
      {children}
    </div>
  );
}

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
      <Stack gap="var(--space-1)">
        {to === undefined ? (
          <Text size="sm" c="dimmed" id={id}>
            {name}
          </Text>
        ) : (
          <Anchor component={Link} to={to} size="sm" id={id}>
            {name}
          </Anchor>
        )}
        <Text
          fw={700}
          lh={1.3}
          className={classes.figure ?? ''}
          data-main={isMain || undefined}
          data-words={!/\d/.test(figure) || undefined}
        >
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
