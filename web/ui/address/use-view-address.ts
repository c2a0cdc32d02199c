import { useMemo } from 'react';
import { useAddress } from './use-address.ts';

export interface Sort {
  key: string;
  isDescending: boolean;
}

export interface ViewAddress {
  search: string;
  sort: Sort | undefined;
  /** The page, counted from 1. It may be beyond the last page. */
  page: number;
  pageSize: number;
  setSearch: (search: string) => void;
  setSort: (sort: Sort | undefined) => void;
  setPage: (page: number) => void;
  setPageSize: (size: number) => void;
}

/** The page sizes to choose from; the first is the default. */
export const PAGE_SIZES: readonly [number, ...number[]] = [10, 25, 50, 100];

export function useViewAddress(prefix = ''): ViewAddress {
  const { get, change } = useAddress();
  const name = (part: string) => `${prefix}${part}`;
  const sortText = get(name('sort'));
  const sort = useMemo(() => readSort(sortText), [sortText]);
  return {
    search: get(name('search')),
    sort,
    page: Math.max(1, Math.trunc(Number(get(name('page')))) || 1),
    pageSize: PAGE_SIZES.find((size) => String(size) === get(name('size'))) ?? PAGE_SIZES[0],
    setSearch: (text) => change({ [name('search')]: text, [name('page')]: undefined }),
    setSort: (order) => change({ [name('sort')]: order && writeSort(order), [name('page')]: undefined }),
    setPage: (wanted) => change({ [name('page')]: wanted > 1 ? String(wanted) : undefined }),
    setPageSize: (size) =>
      change({ [name('size')]: size === PAGE_SIZES[0] ? undefined : String(size), [name('page')]: undefined }),
  };
}

function readSort(text: string): Sort | undefined {
  if (text === '') return undefined;
  return text.startsWith('-') ? { key: text.slice(1), isDescending: true } : { key: text, isDescending: false };
}

function writeSort({ key, isDescending }: Sort): string {
  return isDescending ? `-${key}` : key;
}
