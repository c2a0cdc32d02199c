import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useHasRoom } from '../phone-only.tsx';
import classes from './column-list.module.css';
import { renderCell } from './table-cell.tsx';
import { type Column, cellText, headingOf } from './table-column.ts';

interface ColumnListProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
}

export function ColumnList<Row>({ columns, row }: ColumnListProps<Row>) {
  return (
    <dl className={classes.list}>
      {columns.map((column) => (
        <div key={column.key}>
          <Text size="xs" c="dimmed" component="dt">
            {headingOf(column)}
          </Text>
          <Text size="sm" component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
            {cellText(column, row) === '' ? '–' : renderCell(column, row)}
          </Text>
        </div>
      ))}
    </dl>
  );
}

/** Returns the details of a table's rows on a phone: the columns that are hidden there. */
export function useHiddenColumns<Row>(columns: readonly Column<Row>[]): ((row: Row) => ReactNode) | undefined {
  const hidden = columns.filter(({ isHiddenOnPhone }) => isHiddenOnPhone);
  return useHasRoom() ? undefined : (row) => <ColumnList columns={hidden} row={row} />;
}

export type Detail = readonly [name: string, content: ReactNode];

/** Names on the left and their contents on the right. */
export function DetailList({ details }: { details: readonly Detail[] }) {
  return (
    <dl style={{ margin: 0, fontVariantNumeric: 'tabular-nums' }}>
      {details.map(([name, content]) => (
        <Group key={name} justify="space-between" align="baseline" gap="md" wrap="nowrap" py="var(--space-1)">
          <Text size="sm" c="dimmed" component="dt" style={{ flex: 'none', maxWidth: '60%' }}>
            {name}
          </Text>
          <Text size="sm" component="dd" m={0} ta="right" style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            {content}
          </Text>
        </Group>
      ))}
    </dl>
  );
}
