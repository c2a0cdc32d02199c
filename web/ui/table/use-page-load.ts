import type { ViewAddress } from '../address/use-view-address.ts';
import { type Load, useLoad } from '../use-load.ts';
import type { TablePage } from './paged-table.tsx';

export type FetchPage<Query, Page> = (
  query: Query,
  page: { page: number; limit: number },
  signal?: AbortSignal,
) => Promise<Page>;

export function usePageLoad<Query, Page>(
  query: Query,
  { page, pageSize: limit }: Pick<ViewAddress, 'page' | 'pageSize'>,
  fetchPage: FetchPage<Query, Page>,
): Load<Page> {
  return useLoad(JSON.stringify([query, page, limit]), (signal) => fetchPage(query, { page, limit }, signal));
}

/**
 * Fetches pages until all matching rows, or at least `most`, have been fetched. If rows are added meanwhile, older rows
 * move to the next page and are fetched twice; `idOf` identifies them, and each row is returned once.
 */
export async function fetchAllPages<Query, Row>(
  fetchPage: FetchPage<Query, TablePage<Row>>,
  query: Query,
  { limit, idOf, most = Number.POSITIVE_INFINITY }: { limit: number; idOf: (row: Row) => unknown; most?: number },
): Promise<Row[]> {
  const found = new Map<unknown, Row>();
  for (let page = 1; ; page += 1) {
    const { rows, total } = await fetchPage(query, { page, limit });
    for (const row of rows) found.set(idOf(row), row);
    if (rows.length === 0 || found.size >= most || page * limit >= total) return [...found.values()];
  }
}
