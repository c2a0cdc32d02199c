import { useMemo } from 'react';
import type { Column } from './table-column.ts';
import { type Sort, searchRows, sortRows } from './table-rows.ts';
import { useAddress } from './use-address.ts';

interface ViewOptions<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  pageSize: number;
  /** Stands before the names in the address when a screen has two tables. */
  prefix?: string | undefined;
  initialSort?: Sort | undefined;
  filter?: ((row: Row) => boolean) | undefined;
  furtherText?: ((row: Row) => string) | undefined;
}

/** What a table shows of its rows. */
export interface TableView<Row> {
  search: string;
  sort: Sort | undefined;
  /** 1 and up, within what there is. */
  page: number;
  /** All rows that fit, in order: what is counted, summed and exported. */
  fitting: readonly Row[];
  /** Those of this page. */
  shown: Row[];
  setSearch: (search: string) => void;
  setSort: (sort: Sort | undefined) => void;
  setPage: (page: number) => void;
}

/** Searches, filters, sorts and pages rows by what the address says, and writes changes there. */
export function useTableView<Row>(options: ViewOptions<Row>): TableView<Row> {
  const { rows, columns, pageSize, prefix = '', initialSort, filter, furtherText } = options;
  const { get, change } = useAddress();
  const name = (part: string) => `${prefix}${part}`;
  const search = get(name('search'));
  const sortText = get(name('sort'));

  const sort = useMemo(() => readSort(sortText) ?? initialSort, [sortText, initialSort]);
  const fitting = useMemo(() => {
    const filtered = filter ? rows.filter(filter) : rows;
    return sortRows(searchRows(filtered, columns, search, furtherText), columns, sort);
  }, [rows, columns, search, sort, filter, furtherText]);

  const pages = Math.max(1, Math.ceil(fitting.length / pageSize));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(get(name('page')))) || 1));
  const shown = useMemo(() => fitting.slice((page - 1) * pageSize, page * pageSize), [fitting, page, pageSize]);
  return {
    search,
    sort,
    page,
    fitting,
    shown,
    setSearch: (text) => change({ [name('search')]: text, [name('page')]: undefined }),
    setSort: (order) => change({ [name('sort')]: order && writeSort(order), [name('page')]: undefined }),
    setPage: (wanted) => change({ [name('page')]: wanted > 1 ? String(wanted) : undefined }),
  };
}

/** `name` is upwards, `-name` downwards. */
function readSort(text: string): Sort | undefined {
  if (text === '') return undefined;
  return text.startsWith('-') ? { key: text.slice(1), isDescending: true } : { key: text, isDescending: false };
}

function writeSort({ key, isDescending }: Sort): string {
  return isDescending ? `-${key}` : key;
}
