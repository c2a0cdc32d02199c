import type { ReactNode } from 'react';
import { PersonName } from '../format/person.tsx';
import { When } from '../format/when.tsx';
import { type Column, cellText } from './table-column.ts';

/** `search` is the text to highlight. */
export function renderCell<Row>(column: Column<Row>, row: Row, search = ''): ReactNode {
  if (column.render) return column.render(row, search);
  if (column.kind === 'person') return <PersonName email={column.value(row) ?? ''} />;
  if (column.kind !== 'day' && column.kind !== 'instant') return cellText(column, row);
  const at = column.value(row);
  return at === null ? '' : <When at={at} />;
}
