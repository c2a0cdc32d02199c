import { addDays, type Day } from '#billing/calendar.ts';
import { type SanitationTicket, sanitationTickets } from '#contract/tickets.ts';
import type { TablePage } from '#web/ui/table/paged-table.tsx';
import { api } from '../../api.ts';

/** Which tickets are wanted; both days are included. */
export interface SanitationTicketQuery {
  from: Day;
  to: Day;
  price: '20' | '100' | '';
  /** Part of the issuer's e-mail. */
  byWhom: string;
}

/** One page of tickets, and how many and how much all that fit are. */
export interface ListedTickets extends TablePage<SanitationTicket> {
  totalIncome: number;
}

/** Fetches one page of the tickets that fit. */
export async function fetchTicketPage(
  wanted: SanitationTicketQuery,
  page: number,
  limit: number,
  signal: AbortSignal,
): Promise<ListedTickets> {
  const query = { ...queryOf(wanted), page: String(page), limit: String(limit) };
  const { tickets, count, totalIncome } = await api(sanitationTickets.byDate, { query }, { signal });
  return { rows: tickets, total: count, totalIncome };
}

/**
 * Fetches all tickets that fit, newest first. Day by day: no answer is larger than a day, and tickets issued meanwhile
 * move none out of sight, as they would from page to page.
 */
export async function fetchTickets(wanted: SanitationTicketQuery): Promise<SanitationTicket[]> {
  const tickets: SanitationTicket[] = [];
  for (let date = wanted.to; date >= wanted.from; date = addDays(date, -1)) {
    const answer = await api(sanitationTickets.byDate, { query: queryOf({ ...wanted, from: date, to: date }) });
    tickets.push(...answer.tickets);
  }
  return tickets;
}

function queryOf({ from, to, price, byWhom }: SanitationTicketQuery) {
  const days = from === to ? { date: from } : { startDate: from, endDate: to };
  return { ...days, price, byWhom };
}
