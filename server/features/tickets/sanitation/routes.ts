import { dayOf } from '#billing/calendar.ts';
import { cents, toRupees } from '#billing/money.ts';
import { sanitationTickets } from '#contract/tickets.ts';
import type { AppContext } from '#server/http/core/app-context.ts';
import { endpoint } from '#server/http/core/endpoint.ts';
import { writeEndpoint } from '#server/http/idempotency/write-endpoint.ts';
import { pageByDays, pageBySearch } from '../page-tickets.ts';
import { presentDays, presentTicketMonth } from '../present.ts';
import { listDaySums, listKindSums, listMonthSums } from '../queries.ts';
import { readDayRange } from '../read-span.ts';
import { issueSanitationTicket } from './issue-ticket.ts';
import { presentBreakdown, presentSanitationNumber, presentSanitationTicket } from './present.ts';
import { listSanitationTickets, sumSanitationTickets } from './queries.ts';
import { voidSanitationTicket } from './void-ticket.ts';

export function sanitationTicketRoutes(app: AppContext): void {
  const db = app.database.reader;
  writeEndpoint(app, sanitationTickets.issue, async ({ body, context }, tx) => {
    const row = await issueSanitationTicket(tx, context, body);
    const ticketId = presentSanitationNumber(row);
    return { message: `Ticket issued with ID: ${ticketId}`, ticketId, ticket: presentSanitationTicket(row) };
  });
  writeEndpoint(app, sanitationTickets.remove, async ({ params, body, context }, tx) => {
    await voidSanitationTicket(tx, context, params.id, body.reason ?? '');
    return { message: 'Ticket deleted successfully.' };
  });
  endpoint(app, sanitationTickets.byDate, async ({ query }) => {
    const { byWhom, price, page, limit } = query;
    const days = await listDaySums(db, 'sanitation', { kind: price?.toString(), span: readDayRange(query) });
    const asked = { page, limit, isOneDay: query.date !== undefined };
    const wanted = { byWhom, cents: price && cents(price * 100) };
    const found = await (byWhom ? pageBySearch : pageByDays)(days, asked, {
      sum: (span) => sumSanitationTickets(db, span, wanted),
      list: (span, cut) => listSanitationTickets(db, span, wanted, cut),
    });
    return {
      count: found.tickets,
      totalIncome: toRupees(found.cents),
      tickets: found.rows.map(presentSanitationTicket),
    };
  });
  endpoint(app, sanitationTickets.dailyIncome, async ({ query, context }) =>
    presentDays(await listDaySums(db, 'sanitation', { kind: query.price?.toString() }), dayOf(context.now)),
  );
  endpoint(app, sanitationTickets.monthlyIncome, async ({ query }) => {
    const asked = { kind: query.price?.toString(), span: readDayRange(query) };
    return (await listMonthSums(db, 'sanitation', asked)).map(presentTicketMonth);
  });
  endpoint(app, sanitationTickets.breakdown, async ({ context }) => {
    const today = dayOf(context.now);
    return presentBreakdown(await listKindSums(db, 'sanitation', today), today);
  });
}
