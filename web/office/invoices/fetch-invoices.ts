import type { Month } from '#billing/calendar.ts';
import { type InvoiceSort, type InvoiceTab, invoices, type ListedInvoice, MOST_PAPERS } from '#contract/invoices.ts';
import type { TablePage } from '#web/ui/table/paged-table.tsx';
import { api, apiPage } from '../api.ts';

export interface InvoiceFilter {
  search: string;
  status: InvoiceTab;
  month: Month | undefined;
  sort: { key: InvoiceSort; isDescending: boolean } | undefined;
}

export async function fetchPage(
  filter: InvoiceFilter,
  { page, limit }: { page: number; limit: number },
  signal?: AbortSignal,
): Promise<TablePage<ListedInvoice>> {
  const query = { ...queryOf(filter), page: String(page), limit: String(limit) };
  return apiPage(invoices.list, { query }, { signal });
}

export async function fetchAll(filter: InvoiceFilter): Promise<ListedInvoice[]> {
  return api(invoices.list, { query: queryOf(filter) });
}

export const MOST_SELECTED = MOST_PAPERS;
const LARGEST_PAGE = 200;

/** Returns the ids of the matching invoices, at most MOST_SELECTED, and the number of all that match. */
export async function fetchIds(filter: InvoiceFilter): Promise<{ ids: string[]; matching: number }> {
  const ids: string[] = [];
  let matching = 0;
  for (let page = 1; ids.length < MOST_SELECTED; page += 1) {
    const { rows, total } = await fetchPage(filter, { page, limit: LARGEST_PAGE });
    matching = total;
    ids.push(...rows.map(({ invoice_id }) => invoice_id));
    if (rows.length === 0 || ids.length >= total) break;
  }
  return { ids: ids.slice(0, MOST_SELECTED), matching };
}

function queryOf({ search, status, month, sort }: InvoiceFilter) {
  return {
    search,
    ...(status !== 'all' && { status }),
    ...(month !== undefined && { month_year: month }),
    ...(sort && { sort: sort.key, order: sort.isDescending ? ('desc' as const) : ('asc' as const) }),
  };
}
