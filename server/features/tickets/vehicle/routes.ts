import { dayOf } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { may } from '#contract/permissions.ts';
import { type VehicleTicket, vehicleTickets } from '#contract/tickets.ts';
import type { AppContext } from '#server/http/core/app-context.ts';
import { StreamedJson } from '#server/http/core/streamed-json.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { findTicketId } from '../find-ticket.ts';
import {
  eachDay,
  isPaged,
  pageByDays,
  pageBySearch,
  sumBySearch,
  type TicketSource,
  totalOf,
} from '../page-tickets.ts';
import { presentDays, presentTicketMonth } from '../present.ts';
import { listDaySums, listMonthSums } from '../queries.ts';
import { readDayRange } from '../read-day-range.ts';
import { readVoid } from '../refuse-void.ts';
import { listOtherPrices, listVehicleTickets, sumVehicleTickets } from '../vehicle-queries.ts';
import { issueVehicleTicket } from './issue-ticket.ts';
import { presentVehicleTicket } from './present.ts';
import { voidVehicleTicket } from './void-ticket.ts';

export function vehicleTicketRoutes(app: AppContext): void {
  const db = app.database.reader;
  endpoint(app, vehicleTickets.issue, {
    async record({ body, context, caller }, tx) {
      const mayTakeAnyPrice = may(caller.role, 'tickets.any-price');
      const row = await issueVehicleTicket(tx, context, { ...body, mayTakeAnyPrice });
      return {
        message: apiMessage('tickets.issue.done', { id: String(row.id) }),
        ticketId: row.id,
        ticket: presentVehicleTicket(row),
      };
    },
  });
  endpoint(app, vehicleTickets.remove, {
    async record({ params, body, context, caller }, tx) {
      const id = await findTicketId(tx, 'vehicle', params.id);
      await voidVehicleTicket(tx, context, readVoid({ ...body, id }, caller.role));
      return { message: apiMessage('tickets.remove.done') };
    },
  });
  endpoint(app, vehicleTickets.byDate, async ({ query }) => {
    const { date, byWhom, vehicleNumber, page, limit } = query;
    const days = await listDaySums(db, 'vehicle', { span: readDayRange({ date }) });
    const wanted = { byWhom, vehicleNumber };
    const isSearch = Boolean(byWhom || vehicleNumber);
    const source: TicketSource<VehicleTicket> = {
      sum: (span) => sumVehicleTickets(db, span, wanted),
      list: async (span, slice) =>
        (await listVehicleTickets(db, span, { ...wanted, ...slice })).map(presentVehicleTicket),
    };
    if (!isPaged({ page, limit })) {
      const { tickets: total, cents } = isSearch ? await sumBySearch(days, source) : totalOf(days);
      const head = { total, totalIncome: toRupees(cents), page: 1 };
      return StreamedJson.object(head, 'tickets', { total, pieces: eachDay(days, source) });
    }
    const found = await (isSearch ? pageBySearch : pageByDays)(days, { page, limit }, source);
    return { total: found.tickets, totalIncome: toRupees(found.cents), page: page ?? 1, tickets: found.rows };
  });
  endpoint(app, vehicleTickets.otherPrices, async () => (await listOtherPrices(db)).map(presentVehicleTicket));
  endpoint(app, vehicleTickets.dailyIncome, async ({ context }) =>
    presentDays(await listDaySums(db, 'vehicle', {}), dayOf(context.now)),
  );
  endpoint(app, vehicleTickets.monthlyIncome, async () =>
    (await listMonthSums(db, 'vehicle', {})).map(presentTicketMonth),
  );
}
