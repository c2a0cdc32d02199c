import { Badge } from '@mantine/core';

/** What a status means at a glance; its word is always shown beside the colour. */
export type StatusTone = 'good' | 'partial' | 'neutral' | 'bad' | 'new';

const COLORS: Record<StatusTone, string> = {
  good: 'green',
  partial: 'yellow',
  neutral: 'gray',
  bad: 'red',
  new: 'blue',
};

/** A status as a small coloured word. */
export function StatusChip({ tone, children }: { tone: StatusTone; children: string }) {
  return (
    <Badge color={COLORS[tone]} variant="light" radius="sm" tt="none" fw={600}>
      {children}
    </Badge>
  );
}
