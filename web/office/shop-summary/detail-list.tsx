import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './shop-summary.module.css';

/** Words and what stands behind them, line by line. */
export function DetailList({ children }: { children: ReactNode }) {
  return (
    <dl style={{ margin: 0 }} className={classes.figures ?? ''}>
      {children}
    </dl>
  );
}

/** One line of it. */
export function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Group justify="space-between" align="baseline" gap="md" wrap="nowrap" py={2}>
      <Text size="sm" c="dimmed" component="dt" style={{ flex: 'none' }}>
        {name}
      </Text>
      <Text size="sm" component="dd" m={0} ta="right" style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
        {children}
      </Text>
    </Group>
  );
}
