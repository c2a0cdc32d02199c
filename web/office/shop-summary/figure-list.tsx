import { Group, Text } from '@mantine/core';
import { useId } from 'react';
import { formatMoney } from '#web/ui/format/money.ts';
import classes from './shop-summary.module.css';

interface FigureListProps {
  title: string;
  /** What the figures mean, in a sentence. */
  about: string;
  /** Words and rupees. */
  figures: readonly (readonly [name: string, rupees: number])[];
}

/** A few amounts under a name, right-aligned below one another. */
export function FigureList({ title, about, figures }: FigureListProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} style={{ flex: '1 1 15rem', maxWidth: '24rem' }}>
      <Text size="sm" fw={600} id={id}>
        {title}
      </Text>
      <Text size="xs" c="dimmed">
        {about}
      </Text>
      <dl style={{ margin: 0 }} className={classes.figures ?? ''}>
        {figures.map(([name, rupees]) => (
          <Group key={name} justify="space-between" gap="md" wrap="nowrap">
            <Text size="sm" component="dt">
              {name}
            </Text>
            <Text size="sm" component="dd" m={0}>
              {formatMoney(rupees)}
            </Text>
          </Group>
        ))}
      </dl>
    </section>
  );
}
