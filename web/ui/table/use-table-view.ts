import { useMemo } from 'react';
import { type Sort, useViewAddress, type ViewAddress } from '../address/use-view-address.ts';
import { usePeople } from '../format/person.tsx';
import type { Column } from './table-column.ts';
import { pageCount, searchRows, sortRows } from './table-rows.ts';

interface ViewOptions<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** The page size; by default the one in the address. */
  pageSize?: number | undefined;
  prefix?: string | undefined;
  initialSort?: Sort | undefined;
  filter?: ((row: Row) => boolean) | undefined;
  furtherText?: ((row: Row) => string) | undefined;
}

export interface TableView<Row> extends ViewAddress {
  fitting: readonly Row[];
  shown: Row[];
}

export function useTableView<Row>(options: ViewOptions<Row>): TableView<Row> {
  const { rows, columns, prefix, initialSort, filter, furtherText } = options;
  const address = useViewAddress(prefix);
  const { search, sort = initialSort } = address;
  const { pageSize = address.pageSize } = options;
  const people = usePeople();
  const read = useMemo(() => columns.map((column) => withNames(column, people)), [columns, people]);
  const fitting = useMemo(() => {
    const filtered = filter ? rows.filter(filter) : rows;
    return sortRows(searchRows(filtered, read, { search, furtherText }), read, sort);
  }, [rows, read, search, sort, filter, furtherText]);

  const pages = pageCount(fitting.length, pageSize);
  const page = Math.min(pages, address.page);
  const shown = useMemo(() => fitting.slice((page - 1) * pageSize, page * pageSize), [fitting, page, pageSize]);
  return { ...address, sort, page, pageSize, fitting, shown };
}

/** Returns a column of people with name and email address as its text, so that it is sorted and searched by both. */
function withNames<Row>(column: Column<Row>, people: Readonly<Record<string, string>>): Column<Row> {
  if (column.kind !== 'person') return column;
  const nameOf = (email: string | null) => (email === null ? null : [people[email], email].filter(Boolean).join(' '));
  return { ...column, kind: 'text', value: (row) => nameOf(column.value(row)) };
}
