import { invoiceSorts, invoiceTabs, type ListedInvoice } from '#contract/invoices.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { useViewAddress, type ViewAddress } from '#web/ui/address/use-view-address.ts';
import type { TablePage } from '#web/ui/table/paged-table.tsx';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { fetchPage, type InvoiceFilter } from './fetch-invoices.ts';

export const INVOICES_PER_PAGE = 10;

export interface Invoices {
  filter: InvoiceFilter;
  view: ViewAddress;
  load: Load<TablePage<ListedInvoice>>;
  chooseTab: (tab: string | null) => void;
}

/** Loads the page of invoices in the address; ignores unknown tabs and orders. */
export function useInvoices(): Invoices {
  const address = useViewAddress();
  const [tab, chooseTab] = useAddressFilter('status');
  const key = invoiceSorts.find((one) => one === address.sort?.key);
  const sort = key && address.sort && { ...address.sort, key };
  const filter: InvoiceFilter = {
    search: address.search,
    status: invoiceTabs.find((one) => one === tab) ?? 'all',
    sort,
  };
  const load = useLoad(JSON.stringify([filter, address.page]), (signal) =>
    fetchPage(filter, { page: address.page, limit: INVOICES_PER_PAGE }, signal),
  );
  return {
    filter,
    view: { ...address, sort },
    load,
    chooseTab: (chosen) => chooseTab(chosen === 'all' ? null : chosen),
  };
}
