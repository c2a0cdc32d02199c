import { type Day, dayOf, type Month, monthOf } from '#billing/calendar.ts';
import { toRupees, wholeRupees } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { type SanitationPrice, type SanitationTicket, sanitationTickets } from '#contract/tickets.ts';
import type { Reader } from '#server/db/connect.ts';
import type { AppContext } from '#server/http/core/app-context.ts';
import { StreamedJson } from '#server/http/core/streamed-json.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { takeTurns } from '../../../turns.ts';
import { findTicketId } from '../find-ticket.ts';
import {
  eachDay,
  isPaged,
  monthSpansOf,
  pageByDays,
  pageBySearch,
  sumBySearch,
  type TicketSource,
  totalOf,
} from '../page-tickets.ts';
import { presentDays, presentTicketMonth } from '../present.ts';
import { type DaySum, listDaySums, listKindSums, listMonthSums, type TicketSum } from '../queries.ts';
import { readDayRange } from '../read-day-range.ts';
import { readVoid } from '../refuse-void.ts';
import { listSanitationTickets, sumSanitationDays, sumSanitationTickets } from '../sanitation-queries.ts';
import { issueSanitationTicket } from './issue-ticket.ts';
import { presentBreakdown, presentSanitationNumber, presentSanitationTicket } from './present.ts';
import { voidSanitationTicket } from './void-ticket.ts';

export function sanitationTicketRoutes(app: AppContext): void {
  const db = app.database.reader;
  endpoint(app, sanitationTickets.issue, {
    async record({ body, context }, tx) {
      const row = await issueSanitationTicket(tx, context, body);
      const ticketId = presentSanitationNumber(row);
      return {
        message: apiMessage('tickets.issue.done', { id: ticketId }),
        ticketId,
        ticket: presentSanitationTicket(row),
      };
    },
  });
  endpoint(app, sanitationTickets.remove, {
    async record({ params, body, context, caller }, tx) {
      const id = await findTicketId(tx, 'sanitation', params.id);
      await voidSanitationTicket(tx, context, readVoid({ ...body, id }, caller.role));
      return { message: apiMessage('tickets.remove.done') };
    },
  });
  endpoint(app, sanitationTickets.byDate, async ({ query }) => {
    const { byWhom, price, page, limit } = query;
    const days = await listDaySums(db, 'sanitation', { kind: price?.toString(), span: readDayRange(query) });
    const wanted = { byWhom, cents: price && wholeRupees(price) };
    const source: TicketSource<SanitationTicket> = {
      sum: (span) => sumSanitationTickets(db, span, wanted),
      list: async (span, slice) =>
        (await listSanitationTickets(db, span, { ...wanted, ...slice })).map(presentSanitationTicket),
    };
    if (!isPaged({ page, limit })) {
      const { tickets: total, cents: sum } = byWhom ? await sumBySearch(days, source) : totalOf(days);
      const head = { count: total, totalIncome: toRupees(sum) };
      return StreamedJson.object(head, 'tickets', { total, pieces: eachDay(days, source) });
    }
    const found = await (byWhom ? pageBySearch : pageByDays)(days, { page, limit }, source);
    return { count: found.tickets, totalIncome: toRupees(found.cents), tickets: found.rows };
  });
  endpoint(app, sanitationTickets.dailyIncome, async ({ query, context }) =>
    presentDays(await sumDays(db, query), dayOf(context.now)),
  );
  endpoint(app, sanitationTickets.monthlyIncome, async ({ query }) => {
    if (query.byWhom) return sumMonths(await sumDays(db, query)).map(presentTicketMonth);
    const wanted = { kind: query.price?.toString(), span: readDayRange(query) };
    return (await listMonthSums(db, 'sanitation', wanted)).map(presentTicketMonth);
  });
  endpoint(app, sanitationTickets.breakdown, async ({ context }) => {
    const today = dayOf(context.now);
    return presentBreakdown(await listKindSums(db, 'sanitation', today), today);
  });
}

/** The tickets of one issuer are read and added month by month. */
async function sumDays(
  db: Reader,
  query: {
    price?: SanitationPrice | undefined;
    byWhom?: string | undefined;
    startDate?: Day | undefined;
    endDate?: Day | undefined;
  },
): Promise<DaySum[]> {
  const { price, byWhom } = query;
  const days = await listDaySums(db, 'sanitation', { kind: price?.toString(), span: readDayRange(query) });
  if (!byWhom) return days;
  const found: DaySum[] = [];
  for (const span of monthSpansOf(days)) {
    found.push(...(await sumSanitationDays(db, span, { byWhom, cents: price && wholeRupees(price) })));
    await takeTurns();
  }
  return found;
}

function sumMonths(days: readonly DaySum[]): (TicketSum & { month: Month })[] {
  const months = Map.groupBy(days, ({ day }) => monthOf(day));
  return [...months].map(([month, ofMonth]) => ({ month, ...totalOf(ofMonth) }));
}
