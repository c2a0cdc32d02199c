import { dayOf } from '#billing/calendar.ts';
import { cents, toRupees } from '#billing/money.ts';
import { sanitationTickets } from '#contract/sanitation-tickets.ts';
import type { Door } from '#server/http/core/app-context.ts';
import { endpoint } from '#server/http/core/endpoint.ts';
import { recording } from '#server/http/idempotency/write-endpoint.ts';
import { pageByDays, pageBySearch } from '../page-tickets.ts';
import { presentDays, presentMonth } from '../present.ts';
import { listDaySums, listKindSums, listMonthSums } from '../queries.ts';
import { readSpan } from '../read-span.ts';
import { issueTicket } from './issue-ticket.ts';
import { presentBreakdown, presentNumber, presentTicket } from './present.ts';
import { listTickets, sumTickets } from './queries.ts';
import { voidTicket } from './void-ticket.ts';

/** Sanitation tickets: issue, take back, lists and sums. */
export function sanitationTicketRoutes(door: Door): void {
  const db = door.database.reader;
  recording(door, sanitationTickets.issue, async ({ body, act }, tx) => {
    const row = await issueTicket(tx, act, body);
    const ticketId = presentNumber(row);
    return { message: `Ticket issued with ID: ${ticketId}`, ticketId, ticket: presentTicket(row) };
  });
  recording(door, sanitationTickets.remove, async ({ params, body, act }, tx) => {
    await voidTicket(tx, act, params.id, body.reason ?? '');
    return { message: 'Ticket deleted successfully.' };
  });
  endpoint(door, sanitationTickets.byDate, async ({ query }) => {
    const { byWhom, price, page, limit } = query;
    const days = await listDaySums(db, 'sanitation', { kind: price?.toString(), span: readSpan(query) });
    const asked = { page, limit, isOneDay: query.date !== undefined };
    const wanted = { byWhom, cents: price && cents(price * 100) };
    const found = await (byWhom ? pageBySearch : pageByDays)(days, asked, {
      sum: (span) => sumTickets(db, span, wanted),
      list: (span, cut) => listTickets(db, span, wanted, cut),
    });
    return { count: found.tickets, totalIncome: toRupees(found.cents), tickets: found.rows.map(presentTicket) };
  });
  endpoint(door, sanitationTickets.dailyIncome, async ({ query, act }) =>
    presentDays(await listDaySums(db, 'sanitation', { kind: query.price?.toString() }), dayOf(act.at)),
  );
  endpoint(door, sanitationTickets.monthlyIncome, async ({ query }) => {
    const asked = { kind: query.price?.toString(), span: readSpan(query) };
    return (await listMonthSums(db, 'sanitation', asked)).map(presentMonth);
  });
  endpoint(door, sanitationTickets.breakdown, async ({ act }) => {
    const today = dayOf(act.at);
    return presentBreakdown(await listKindSums(db, 'sanitation', today), today);
  });
}
