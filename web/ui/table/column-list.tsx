import { Text } from '@mantine/core';
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
