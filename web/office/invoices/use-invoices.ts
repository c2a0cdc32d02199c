import { isMonth } from '#billing/calendar.ts';
import { invoiceSorts, invoiceTabs, type ListedInvoice } from '#contract/invoices.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { useViewAddress, type ViewAddress } from '#web/ui/address/use-view-address.ts';
import type { TablePage } from '#web/ui/table/paged-table.tsx';
import { usePageLoad } from '#web/ui/table/use-page-load.ts';
import type { Load } from '#web/ui/use-load.ts';
import { fetchPage, type InvoiceFilter } from './fetch-invoices.ts';

export interface Invoices {
  filter: InvoiceFilter;
  view: ViewAddress;
  load: Load<TablePage<ListedInvoice>>;
  chooseTab: (tab: string | null) => void;
  chooseMonth: (month: string | null) => void;
}

export function useInvoices(): Invoices {
  const address = useViewAddress();
  const [tab, chooseTab] = useAddressFilter('status');
  const [month, chooseMonth] = useAddressFilter('month');
  const key = invoiceSorts.find((one) => one === address.sort?.key);
  const sort = key && address.sort && { ...address.sort, key };
  const filter: InvoiceFilter = {
    search: address.search,
    status: invoiceTabs.find((one) => one === tab) ?? 'all',
    month: isMonth(month) ? month : undefined,
    sort,
  };
  const load = usePageLoad(filter, address, fetchPage);
  return {
    filter,
    view: { ...address, sort },
    load,
    chooseTab: (chosen) => chooseTab(chosen === 'all' ? null : chosen),
    chooseMonth,
  };
}
