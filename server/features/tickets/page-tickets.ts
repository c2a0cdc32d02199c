import { monthOf } from '#billing/calendar.ts';
import { sumCents } from '#billing/money.ts';
import { type DayRange, pageRowsByDay, pageRowsByRange, type RowSlice } from '../../db/page-rows.ts';
import { takeTurns } from '../../turns.ts';
import type { DaySum, TicketSum } from './queries.ts';

const DEFAULT_LIMIT = 100;

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

export interface TicketSource<Row> {
  sum(span: DayRange): Promise<TicketSum>;
  list(span: DayRange, slice: RowSlice): Promise<Row[]>;
}

export async function pageByDays<Row>(
  days: readonly DaySum[],
  query: PageQuery,
  { list }: Pick<TicketSource<Row>, 'list'>,
): Promise<TicketPage<Row>> {
  const counts = days.map(({ day, tickets }) => ({ day, count: tickets }));
  return { ...totalOf(days), rows: await pageRowsByDay(counts, sliceOf(query), list) };
}

export async function pageBySearch<Row>(
  days: readonly DaySum[],
  query: PageQuery,
  { sum, list }: TicketSource<Row>,
): Promise<TicketPage<Row>> {
  const found: TicketSum[] = [];
  const count = async (range: DayRange) => {
    const ofRange = await sum(range);
    found.push(ofRange);
    return ofRange.tickets;
  };
  const { rows } = await pageRowsByRange(monthSpansOf(days), sliceOf(query), { count, list });
  return { ...totalOf(found), rows };
}

function sliceOf({ page = 1, limit = DEFAULT_LIMIT }: PageQuery): RowSlice {
  return { offset: (page - 1) * limit, limit };
}

/** Sums the tickets that match the search, month by month, so that other requests run in between. */
export async function sumBySearch(
  days: readonly DaySum[],
  { sum }: Pick<TicketSource<never>, 'sum'>,
): Promise<TicketSum> {
  const found: TicketSum[] = [];
  for (const span of monthSpansOf(days)) {
    found.push(await sum(span));
    await takeTurns();
  }
  return totalOf(found);
}

export async function* eachDay<Row>(
  days: readonly DaySum[],
  { list }: Pick<TicketSource<Row>, 'list'>,
): AsyncGenerator<Row[]> {
  for (const { day } of days) {
    yield await list({ from: day, to: day }, { offset: 0, limit: Number.MAX_SAFE_INTEGER });
    await takeTurns();
  }
}

export function totalOf(sums: readonly TicketSum[]): TicketSum {
  return {
    tickets: sums.reduce((total, { tickets }) => total + tickets, 0),
    cents: sumCents(sums.map(({ cents }) => cents)),
  };
}

export function monthSpansOf(days: readonly DaySum[]): DayRange[] {
  const months = Map.groupBy(days, ({ day }) => monthOf(day));
  return [...months.values()].flatMap((ofMonth) => {
    const newest = ofMonth[0];
    const oldest = ofMonth.at(-1);
    return newest && oldest ? [{ from: oldest.day, to: newest.day }] : [];
  });
}
