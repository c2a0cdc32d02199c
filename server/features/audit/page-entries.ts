import type { Reader } from '../../db/connect.ts';
import { type DayRange, pageRowsByDay, pageRowsByRange, type RowSlice } from '../../db/page-rows.ts';
import {
  type AuditRow,
  countEntries,
  type DayCount,
  type EntriesWanted,
  listDayCounts,
  listEntries,
} from './queries.ts';

const AT_A_TIME = 5000;

export async function pageEntries(
  db: Reader,
  wanted: EntriesWanted,
  slice: RowSlice,
): Promise<{ rows: AuditRow[]; total: number }> {
  if (wanted.shopId) return { rows: await listEntries(db, wanted, slice), total: await countEntries(db, wanted) };
  const days = await listDayCounts(db, wanted);
  const list = (range: DayRange, part: RowSlice) => listEntries(db, { ...wanted, ...range }, part);
  if (wanted.search) {
    const count = (range: DayRange) => countEntries(db, { ...wanted, ...range });
    return pageRowsByRange(rangesOf(days), slice, { count, list });
  }
  const total = days.reduce((sum, { count }) => sum + count, 0);
  return { rows: await pageRowsByDay(days, slice, list), total };
}

function rangesOf(days: readonly DayCount[]): DayRange[] {
  const ranges: DayRange[] = [];
  let room = 0;
  for (const { day, count } of days) {
    const last = ranges.at(-1);
    if (last && room >= count) last.from = day;
    else {
      ranges.push({ from: day, to: day });
      room = AT_A_TIME;
    }
    room -= count;
  }
  return ranges;
}
