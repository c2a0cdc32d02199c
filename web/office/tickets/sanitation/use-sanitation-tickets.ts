import { useState } from 'react';
import { sanitationPrices } from '#contract/tickets.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { useViewAddress, type ViewAddress } from '#web/ui/address/use-view-address.ts';
import { usePageLoad } from '#web/ui/table/use-page-load.ts';
import type { Load } from '#web/ui/use-load.ts';
import { fetchTicketPage, type ListedTickets, type SanitationFilters } from './fetch-tickets.ts';
import { type TicketPeriod, useTicketPeriod } from './use-ticket-period.ts';

type Totals = Pick<ListedTickets, 'total' | 'totalIncome'>;

interface Tickets {
  query: SanitationFilters;
  period: TicketPeriod;
  view: ViewAddress;
  load: Load<ListedTickets>;
  totals: Totals | undefined;
  choosePrice: (price: string | null) => void;
}

export function useSanitationTickets(): Tickets {
  const view = useViewAddress();
  const [asked, choosePrice] = useAddressFilter('price');
  const period = useTicketPeriod();
  const price = sanitationPrices.map((each) => `${each}` as const).find((each) => each === asked) ?? '';
  const query: SanitationFilters = { from: period.from, to: period.to, price, byWhom: view.search.trim() };
  const load = usePageLoad(query, view, fetchTicketPage);
  return { query, period, view, load, totals: useTotals(load), choosePrice };
}

const ZEROS: Totals = { total: 0, totalIncome: 0 };

/** The last totals while the next page loads; zeros when it fails. */
function useTotals(load: Load<ListedTickets>): Totals | undefined {
  const [latest, setLatest] = useState<Totals>();
  const next = load.data ?? (load.isLoading ? latest : ZEROS);
  if (next !== latest) setLatest(next);
  return next;
}
