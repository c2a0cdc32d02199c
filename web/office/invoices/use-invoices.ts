import { invoiceSorts, invoiceTabs, type ListedInvoice } from '#contract/invoices.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { useViewAddress, type ViewAddress } from '#web/ui/address/use-view-address.ts';
import type { TablePage } from '#web/ui/table/paged-table.tsx';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { fetchPage, type Wanted } from './fetch-invoices.ts';

export const PAGE_SIZE = 10;

/** The list as the address asks for it. */
export interface Invoices {
  wanted: Wanted;
  view: ViewAddress;
  load: Load<TablePage<ListedInvoice>>;
  chooseTab: (tab: string | null) => void;
}

/** Fetches the page of invoices that the address asks for; a tab or an order that does not exist counts as none. */
export function useInvoices(): Invoices {
  const address = useViewAddress();
  const [tab, chooseTab] = useAddressFilter('status');
  const key = invoiceSorts.find((one) => one === address.sort?.key);
  const sort = key && address.sort && { ...address.sort, key };
  const wanted: Wanted = {
    search: address.search,
    status: invoiceTabs.find((one) => one === tab) ?? 'all',
    sort,
  };
  const load = useLoad(JSON.stringify([wanted, address.page]), (signal) =>
    fetchPage(wanted, address.page, PAGE_SIZE, signal),
  );
  return {
    wanted,
    view: { ...address, sort },
    load,
    chooseTab: (chosen) => chooseTab(chosen === 'all' ? null : chosen),
  };
}
