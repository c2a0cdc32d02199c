import { type InvoiceSort, type InvoiceTab, invoices, type ListedInvoice, MOST_PAPERS } from '#contract/invoices.ts';
import type { TablePage } from '#web/ui/table/paged-table.tsx';
import { api, apiPage } from '../api.ts';

/** Which invoices are wanted, and in which order. */
export interface Wanted {
  search: string;
  status: InvoiceTab;
  sort: { key: InvoiceSort; isDescending: boolean } | undefined;
}

/** Fetches one page of the invoices that fit. */
export async function fetchPage(
  wanted: Wanted,
  page: number,
  limit: number,
  signal?: AbortSignal,
): Promise<TablePage<ListedInvoice>> {
  const query = { ...queryOf(wanted), page: String(page), limit: String(limit) };
  return apiPage(invoices.list, { query }, { signal });
}

/** Fetches all invoices that fit, in one answer. */
export async function fetchAll(wanted: Wanted): Promise<ListedInvoice[]> {
  return api(invoices.list, { query: queryOf(wanted) });
}

/** As many as may be ticked with one press: what fits on one print. */
export const MOST_TICKED = MOST_PAPERS;
const LARGEST_PAGE = 200;

/** Fetches the ids of the first invoices that fit, at most MOST_TICKED. */
export async function fetchIds(wanted: Wanted): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ids.length < MOST_TICKED; page += 1) {
    const { rows, total } = await fetchPage(wanted, page, LARGEST_PAGE);
    ids.push(...rows.map(({ invoice_id }) => invoice_id));
    if (rows.length === 0 || ids.length >= total) break;
  }
  return ids.slice(0, MOST_TICKED);
}

function queryOf({ search, status, sort }: Wanted) {
  return {
    search,
    ...(status !== 'all' && { status }),
    ...(sort && { sort: sort.key, order: sort.isDescending ? ('desc' as const) : ('asc' as const) }),
  };
}
