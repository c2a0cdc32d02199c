import { Group, Kbd, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './price-sheet.module.css';

/** Stays in sight above the lines: the search, the keys, and what the columns are. */
export function SheetHead({ children }: { children: ReactNode }) {
  return (
    <div className={classes.bar}>
      <Group gap="md">
        {children}
        <Text component="p" className={classes.keys ?? ''} m={0}>
          <Kbd size="xs">.</Kbd> as last time · <Kbd size="xs">-</Kbd> not available · <Kbd size="xs">Enter</Kbd> down ·{' '}
          <Kbd size="xs">Tab</Kbd> to maximum · <Kbd size="xs">Esc</Kbd> restore · <Kbd size="xs">/</Kbd> find ·{' '}
          <Kbd size="xs">Ctrl Z</Kbd> undo · <Kbd size="xs">Ctrl S</Kbd> save
        </Text>
      </Group>
      {/* For eyes only: each cell says its own product and side. */}
      <div className={classes.head} aria-hidden>
        <span>#</span>
        <span>Product</span>
        <span>Unit</span>
        <span>Last price</span>
        <span>Minimum</span>
        <span>Maximum</span>
        <span />
        <span />
      </div>
    </div>
  );
}
