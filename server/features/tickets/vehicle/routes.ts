import { dayOf } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import { vehicleTickets } from '#contract/vehicle-tickets.ts';
import type { Door } from '#server/http/core/app-context.ts';
import { endpoint } from '#server/http/core/endpoint.ts';
import { recording } from '#server/http/idempotency/write-endpoint.ts';
import { pageByDays, pageBySearch } from '../page-tickets.ts';
import { presentDays, presentMonth } from '../present.ts';
import { listDaySums, listMonthSums } from '../queries.ts';
import { readSpan } from '../read-span.ts';
import { issueTicket } from './issue-ticket.ts';
import { presentTicket } from './present.ts';
import { listTickets, sumTickets } from './queries.ts';
import { voidTicket } from './void-ticket.ts';

/** Vehicle tickets: issue, take back, lists and sums. */
export function vehicleTicketRoutes(door: Door): void {
  const db = door.database.reader;
  recording(door, vehicleTickets.issue, async ({ body, act }, tx) => {
    const row = await issueTicket(tx, act, body);
    return { message: `Ticket issued with ID: ${row.id}`, ticketId: row.id, ticket: presentTicket(row) };
  });
  recording(door, vehicleTickets.remove, async ({ params, body, act }, tx) => {
    await voidTicket(tx, act, params.id, body.reason ?? '');
    return { message: 'Ticket deleted successfully.' };
  });
  endpoint(door, vehicleTickets.byDate, async ({ query }) => {
    const { date, byWhom, vehicleNumber, page, limit } = query;
    const days = await listDaySums(db, 'vehicle', { span: readSpan({ date }) });
    const wanted = { byWhom, vehicleNumber };
    const isSearch = Boolean(byWhom || vehicleNumber);
    const asked = { page, limit, isOneDay: date !== undefined };
    const found = await (isSearch ? pageBySearch : pageByDays)(days, asked, {
      sum: (span) => sumTickets(db, span, wanted),
      list: (span, cut) => listTickets(db, span, wanted, cut),
    });
    return {
      total: found.tickets,
      totalIncome: toRupees(found.cents),
      page: page ?? 1,
      tickets: found.rows.map(presentTicket),
    };
  });
  endpoint(door, vehicleTickets.dailyIncome, async ({ act }) =>
    presentDays(await listDaySums(db, 'vehicle', {}), dayOf(act.at)),
  );
  endpoint(door, vehicleTickets.monthlyIncome, async () => (await listMonthSums(db, 'vehicle', {})).map(presentMonth));
}
