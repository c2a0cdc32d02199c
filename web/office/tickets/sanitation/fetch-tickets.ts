import { addDays, type Day } from '#billing/calendar.ts';
import { type SanitationTicket, sanitationTickets } from '#contract/tickets.ts';
import type { TablePage } from '#web/ui/table/paged-table.tsx';
import { api } from '../../api.ts';

/** Both days of the range are included. */
export interface SanitationFilters {
  from: Day;
  to: Day;
  price: '20' | '100' | '';
  /** Part of the issuer's email. */
  byWhom: string;
}

export interface ListedTickets extends TablePage<SanitationTicket> {
  totalIncome: number;
}

export async function fetchTicketPage(
  query: SanitationFilters,
  { page, limit }: { page: number; limit: number },
  signal?: AbortSignal,
): Promise<ListedTickets> {
  const paged = { ...queryOf(query), page: String(page), limit: String(limit) };
  const { tickets, count, totalIncome } = await api(sanitationTickets.byDate, { query: paged }, { signal });
  return { rows: tickets, total: count, totalIncome };
}

/** Newest first, day by day: tickets issued meanwhile would move others to the next page. */
export async function fetchTickets(query: SanitationFilters): Promise<SanitationTicket[]> {
  const tickets: SanitationTicket[] = [];
  for (let date = query.to; date >= query.from; date = addDays(date, -1)) {
    const answer = await api(sanitationTickets.byDate, { query: queryOf({ ...query, from: date, to: date }) });
    tickets.push(...answer.tickets);
  }
  return tickets;
}

function queryOf({ from, to, price, byWhom }: SanitationFilters) {
  const days = from === to ? { date: from } : { startDate: from, endDate: to };
  return { ...days, price, byWhom };
}
