import { useState } from 'react';
import { sanitationPrices } from '#contract/tickets.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { useViewAddress, type ViewAddress } from '#web/ui/address/use-view-address.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { fetchTicketPage, type ListedTickets, type SanitationTicketQuery } from './fetch-tickets.ts';
import { type TicketPeriod, useTicketPeriod } from './use-ticket-period.ts';

export const PAGE_SIZE = 10;

type Totals = Pick<ListedTickets, 'total' | 'totalIncome'>;

/** The tickets as the address asks for them. */
interface Tickets {
  wanted: SanitationTicketQuery;
  period: TicketPeriod;
  view: ViewAddress;
  load: Load<ListedTickets>;
  /** Of all that fit, not of this page alone; the income is in rupees. Undefined before the first are there. */
  totals: Totals | undefined;
  choosePrice: (price: string | null) => void;
}

/** Fetches the page of tickets that the address asks for; a price that does not exist counts as none. */
export function useSanitationTickets(): Tickets {
  const view = useViewAddress();
  const [asked, choosePrice] = useAddressFilter('price');
  const period = useTicketPeriod();
  const price = sanitationPrices.map((each) => `${each}` as const).find((each) => each === asked) ?? '';
  const wanted: SanitationTicketQuery = { from: period.from, to: period.to, price, byWhom: view.search.trim() };
  const load = useLoad(JSON.stringify([wanted, view.page]), (signal) =>
    fetchTicketPage(wanted, view.page, PAGE_SIZE, signal),
  );
  return { wanted, period, view, load, totals: useTotals(load), choosePrice };
}

const ZEROS: Totals = { total: 0, totalIncome: 0 };

/** Those that came last while the next page is on its way; zeros when it fails. */
function useTotals(load: Load<ListedTickets>): Totals | undefined {
  const [latest, setLatest] = useState<Totals>();
  const next = load.data ?? (load.isLoading ? latest : ZEROS);
  if (next !== latest) setLatest(next);
  return next;
}
