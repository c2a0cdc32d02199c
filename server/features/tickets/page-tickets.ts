import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { monthOf } from '#billing/calendar.ts';
import { sumCents } from '#billing/money.ts';
import type { DaySum, TicketSum } from './queries.ts';
import type { DayRange } from './read-day-range.ts';

const DEFAULT_LIMIT = 100;

/** The sum of all matching tickets. */
export interface TicketPage<Row> extends TicketSum {
  rows: Row[];
}

interface PageQuery {
  page?: number | undefined;
  limit?: number | undefined;
}

export function isPaged({ page, limit }: PageQuery): boolean {
  return page !== undefined || limit !== undefined;
}

export interface TicketSlice {
  offset: number;
  limit: number;
}

export interface TicketSource<Row> {
  sum(span: DayRange): Promise<TicketSum>;
  list(span: DayRange, slice: TicketSlice): Promise<Row[]>;
}

/** The daily sums give the total and the day on which the page begins. `days` are newest first. */
export async function pageByDays<Row>(
  days: readonly DaySum[],
  query: PageQuery,
  source: Pick<TicketSource<Row>, 'list'>,
): Promise<TicketPage<Row>> {
  const total = totalOf(days);
  const { offset, limit } = sliceOf(query);
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

/** Reads every ticket, month by month, because on SQLite a statement blocks the process. */
export async function pageBySearch<Row>(
  days: readonly DaySum[],
  query: PageQuery,
  source: TicketSource<Row>,
): Promise<TicketPage<Row>> {
  const { offset, limit } = sliceOf(query);
  const found: TicketSum[] = [];
  const rows: Row[] = [];
  let before = 0;
  for (const span of monthSpansOf(days)) {
    const sum = await source.sum(span);
    if (rows.length < limit && before + sum.tickets > offset) {
      const slice = { offset: Math.max(0, offset - before), limit: limit - rows.length };
      rows.push(...(await source.list(span, slice)));
    }
    before += sum.tickets;
    found.push(sum);
    await yieldToEventLoop();
  }
  return { ...totalOf(found), rows };
}

function sliceOf({ page = 1, limit = DEFAULT_LIMIT }: PageQuery): TicketSlice {
  return { offset: (page - 1) * limit, limit };
}

/** Month by month, so that other requests run in between. */
export async function sumBySearch(
  days: readonly DaySum[],
  { sum }: Pick<TicketSource<never>, 'sum'>,
): Promise<TicketSum> {
  const found: TicketSum[] = [];
  for (const span of monthSpansOf(days)) {
    found.push(await sum(span));
    await yieldToEventLoop();
  }
  return totalOf(found);
}

export async function* eachDay<Row>(
  days: readonly DaySum[],
  { list }: Pick<TicketSource<Row>, 'list'>,
): AsyncGenerator<Row[]> {
  for (const { day } of days) {
    yield await list({ from: day, to: day }, { offset: 0, limit: Number.MAX_SAFE_INTEGER });
    await yieldToEventLoop();
  }
}

export function totalOf(sums: readonly TicketSum[]): TicketSum {
  return {
    tickets: sums.reduce((total, { tickets }) => total + tickets, 0),
    cents: sumCents(sums.map(({ cents }) => cents)),
  };
}

/** Newest first, none wider than its own days. */
export function monthSpansOf(days: readonly DaySum[]): DayRange[] {
  const months = Map.groupBy(days, ({ day }) => monthOf(day));
  return [...months.values()].flatMap((ofMonth) => {
    const [newest, oldest] = [ofMonth[0], ofMonth.at(-1)];
    return newest && oldest ? [{ from: oldest.day, to: newest.day }] : [];
  });
}
