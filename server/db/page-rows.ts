import type { Day } from '#billing/calendar.ts';
import { takeTurns } from '../turns.ts';

/** A range that includes both days. */
export interface DayRange {
  from: Day;
  to: Day;
}

export interface RowSlice {
  offset: number;
  limit: number;
}

interface RowSource<Row> {
  count(range: DayRange): Promise<number>;
  list(range: DayRange, slice: RowSlice): Promise<Row[]>;
}

/**
 * Returns a page of rows. `days` has the stored number of rows of each day, newest first, so the first day of the page
 * is known without reading earlier rows. The last page therefore costs as much as the first.
 */
export async function pageRowsByDay<Row>(
  days: readonly { day: Day; count: number }[],
  { offset, limit }: RowSlice,
  list: RowSource<Row>['list'],
): Promise<Row[]> {
  let before = 0;
  for (const { day, count } of days) {
    if (before + count > offset) {
      return list({ from: days.at(-1)?.day ?? day, to: day }, { offset: offset - before, limit });
    }
    before += count;
  }
  return [];
}

/**
 * Returns a page of rows. Each range is counted by a separate statement, because on SQLite one long statement would
 * block the process.
 */
export async function pageRowsByRange<Row>(
  ranges: readonly DayRange[],
  { offset, limit }: RowSlice,
  { count, list }: RowSource<Row>,
): Promise<{ rows: Row[]; total: number }> {
  const rows: Row[] = [];
  let total = 0;
  for (const range of ranges) {
    const found = await count(range);
    if (rows.length < limit && total + found > offset) {
      const slice = { offset: Math.max(0, offset - total), limit: limit - rows.length };
      rows.push(...(await list(range, slice)));
    }
    total += found;
    await takeTurns();
  }
  return { rows, total };
}
