import { setImmediate as letOthersGo } from 'node:timers/promises';
import { monthOf } from '#billing/calendar.ts';
import { sumCents } from '#billing/money.ts';
import type { DaySum, TicketSum } from './queries.ts';
import type { DayRange } from './read-span.ts';

/** For a caller who asks for no page. */
const MOST_UNPAGED = 10_000;
const USUAL_LIMIT = 100;

/** Newest first, with the sum of all matching tickets. */
export interface TicketPage<Row> extends TicketSum {
  rows: Row[];
}

export interface PageQuery {
  page?: number | undefined;
  limit?: number | undefined;
  /** A single day is returned whole. */
  isOneDay: boolean;
}

export interface TicketSlice {
  offset: number;
  limit: number;
}

export interface TicketSource<Row> {
  sum(span: DayRange): Promise<TicketSum>;
  list(span: DayRange, cut: TicketSlice): Promise<Row[]>;
}

/**
 * A page that the daily sums describe: they tell the total and the day on which it begins, so that the last page of ten
 * million costs as much as the first. `days` are newest first.
 */
export async function pageByDays<Row>(
  days: readonly DaySum[],
  asked: PageQuery,
  source: Pick<TicketSource<Row>, 'list'>,
): Promise<TicketPage<Row>> {
  const total = totalOf(days);
  const { offset, limit } = cutOf(asked);
  let before = 0;
  for (const { day, tickets } of days) {
    if (before + tickets > offset) {
      const span = { from: days.at(-1)?.day ?? day, to: day };
      return { ...total, rows: await source.list(span, { offset: offset - before, limit }) };
    }
    before += tickets;
  }
  return { ...total, rows: [] };
}

/**
 * A page of a search, which reads every ticket: month by month with other requests in between, because on SQLite a
 * statement blocks the process.
 */
export async function pageBySearch<Row>(
  days: readonly DaySum[],
  asked: PageQuery,
  source: TicketSource<Row>,
): Promise<TicketPage<Row>> {
  const { offset, limit } = cutOf(asked);
  const found: TicketSum[] = [];
  const rows: Row[] = [];
  let before = 0;
  for (const span of monthsOf(days)) {
    const sum = await source.sum(span);
    if (rows.length < limit && before + sum.tickets > offset) {
      const cut = { offset: Math.max(0, offset - before), limit: limit - rows.length };
      rows.push(...(await source.list(span, cut)));
    }
    before += sum.tickets;
    found.push(sum);
    await letOthersGo();
  }
  return { ...totalOf(found), rows };
}

function cutOf({ page, limit, isOneDay }: PageQuery): TicketSlice {
  if (page === undefined && limit === undefined)
    return { offset: 0, limit: isOneDay ? Number.MAX_SAFE_INTEGER : MOST_UNPAGED };
  const size = limit ?? USUAL_LIMIT;
  return { offset: ((page ?? 1) - 1) * size, limit: size };
}

function totalOf(sums: readonly TicketSum[]): TicketSum {
  return {
    tickets: sums.reduce((total, { tickets }) => total + tickets, 0),
    cents: sumCents(sums.map(({ cents }) => cents)),
  };
}

/** Newest first, each no wider than its days. */
function monthsOf(days: readonly DaySum[]): DayRange[] {
  const months = Map.groupBy(days, ({ day }) => monthOf(day));
  return [...months.values()].flatMap((ofMonth) => {
    const [newest, oldest] = [ofMonth[0], ofMonth.at(-1)];
    return newest && oldest ? [{ from: oldest.day, to: newest.day }] : [];
  });
}
