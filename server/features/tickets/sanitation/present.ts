import type { Day } from '#billing/calendar.ts';
import { dayOf, timeOf } from '#billing/calendar.ts';
import { sumCents, toRupees } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { SanitationTicket, sanitationTickets } from '#contract/tickets.ts';
import { NO_TICKETS, presentIncome, presentIssue, presentTicketMonth } from '../present.ts';
import type { KindSum, TicketSum } from '../queries.ts';
import type { SanitationTicketRow } from '../sanitation-queries.ts';

/** Returns a ticket number such as T20_5: the price and the count. */
export function presentSanitationNumber({ cents, count }: Pick<SanitationTicketRow, 'cents' | 'count'>): string {
  return `T${toRupees(cents)}_${count}`;
}

export function presentSanitationTicket(row: SanitationTicketRow): SanitationTicket {
  const [year, month, day] = dayOf(row.issued_at).split('-');
  return {
    id: row.id,
    customId: presentSanitationNumber(row),
    price: toRupees(row.cents),
    ...presentIssue(row),
    createdAtSriLanka: `${day}/${month}/${year}, ${timeOf(row.issued_at)}`,
  };
}

type Breakdown = Answer<typeof sanitationTickets.breakdown>;

export function presentBreakdown(sums: readonly KindSum[], today: Day): Breakdown {
  const ofMonth = sums.filter(({ month }) => today.startsWith(month));
  const ofDay = ofMonth.map((sum) => ({ ...sum, tickets: sum.tickets_of_day, cents: sum.cents_of_day }));
  const months = [...Map.groupBy(sums, ({ month }) => month)];
  return {
    today: presentPrices(ofDay),
    this_month: presentPrices(ofMonth),
    months: months.map(([month, prices]) => ({
      ...presentTicketMonth({ month, ...added(prices) }),
      count20: ofPrice(prices, '20').tickets,
      count100: ofPrice(prices, '100').tickets,
    })),
  };
}

function presentPrices(sums: readonly KindSum[]): Breakdown['today'] {
  return {
    all: presentIncome(added(sums)),
    price20: presentIncome(ofPrice(sums, '20')),
    price100: presentIncome(ofPrice(sums, '100')),
  };
}

function ofPrice(sums: readonly KindSum[], price: string): TicketSum {
  return sums.find(({ kind }) => kind === price) ?? NO_TICKETS;
}

function added(sums: readonly TicketSum[]): TicketSum {
  return {
    tickets: sums.reduce((total, { tickets }) => total + tickets, 0),
    cents: sumCents(sums.map(({ cents }) => cents)),
  };
}
