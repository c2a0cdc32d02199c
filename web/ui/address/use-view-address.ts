import { useMemo } from 'react';
import type { Sort } from '../table/table-rows.ts';
import { useAddress } from './use-address.ts';

/** Search, order and page of a table, as its address says them, and how to change them there. */
export interface ViewAddress {
  search: string;
  sort: Sort | undefined;
  /** 1 and up; perhaps beyond what there is. */
  page: number;
  setSearch: (search: string) => void;
  setSort: (sort: Sort | undefined) => void;
  setPage: (page: number) => void;
}

/** The view of a table that the address holds. `prefix` stands before its names when a screen has two tables. */
export function useViewAddress(prefix = ''): ViewAddress {
  const { get, change } = useAddress();
  const name = (part: string) => `${prefix}${part}`;
  const sortText = get(name('sort'));
  const sort = useMemo(() => readSort(sortText), [sortText]);
  return {
    search: get(name('search')),
    sort,
    page: Math.max(1, Math.trunc(Number(get(name('page')))) || 1),
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
