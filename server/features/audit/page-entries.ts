import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Reader } from '../../db/connect.ts';
import {
  type AuditRow,
  type AuditSlice,
  countEntries,
  type DayCount,
  type EntriesWanted,
  listDayCounts,
  listEntries,
} from './queries.ts';

interface EntryPage {
  rows: AuditRow[];
  total: number;
}

/** Entries per statement of a search: on SQLite a statement blocks the process. */
const AT_A_TIME = 5000;

/**
 * The stored counts per day give the total and the first day of the page, so that the last page costs as much as the
 * first.
 */
export async function pageEntries(db: Reader, wanted: EntriesWanted, cut: AuditSlice): Promise<EntryPage> {
  if (wanted.shopId) return { rows: await listEntries(db, wanted, cut), total: await countEntries(db, wanted) };
  const days = await listDayCounts(db, wanted);
  return wanted.search ? pageBySearch(db, wanted, cut, days) : pageByDays(db, wanted, cut, days);
}

async function pageByDays(
  db: Reader,
  wanted: EntriesWanted,
  { offset, limit }: AuditSlice,
  days: readonly DayCount[],
): Promise<EntryPage> {
  const total = days.reduce((sum, { entries }) => sum + entries, 0);
  let before = 0;
  for (const { day, entries } of days) {
    if (before + entries > offset) {
      return { rows: await listEntries(db, { ...wanted, to: day }, { offset: offset - before, limit }), total };
    }
    before += entries;
  }
  return { rows: [], total };
}

async function pageBySearch(
  db: Reader,
  wanted: EntriesWanted,
  { offset, limit }: AuditSlice,
  days: readonly DayCount[],
): Promise<EntryPage> {
  const rows: AuditRow[] = [];
  let total = 0;
  for (const span of spansOf(days)) {
    const found = await countEntries(db, { ...wanted, ...span });
    if (rows.length < limit && total + found > offset) {
      const cut = { offset: Math.max(0, offset - total), limit: limit - rows.length };
      rows.push(...(await listEntries(db, { ...wanted, ...span }, cut)));
    }
    total += found;
    await yieldToEventLoop();
  }
  return { rows, total };
}

function spansOf(days: readonly DayCount[]): Required<Pick<EntriesWanted, 'from' | 'to'>>[] {
  const spans: Required<Pick<EntriesWanted, 'from' | 'to'>>[] = [];
  let room = 0;
  for (const { day, entries } of days) {
    const last = spans.at(-1);
    if (last && room >= entries) last.from = day;
    else {
      spans.push({ from: day, to: day });
      room = AT_A_TIME;
    }
    room -= entries;
  }
  return spans;
}
