import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { foldForSearch, foldWords, isFound } from '#contract/fold-text.ts';
import type { Reader } from '../../db/connect.ts';
import { type DayRange, pageRowsByDay, type RowSlice } from '../../db/page-rows.ts';
import {
  countEntries,
  type DayCount,
  type EntriesWanted,
  listDayCounts,
  listEntries,
  type ShownRow,
} from './queries.ts';

/** Entries per statement of a search. */
const AT_A_TIME = 5000;

interface FoundEntries {
  rows: ShownRow[];
  total: number;
}

export async function pageEntries(
  db: Reader,
  { search = '', ...wanted }: EntriesWanted & { search?: string | undefined },
  slice: RowSlice,
): Promise<FoundEntries> {
  const words = foldWords(search);
  if (words.length > 0) return searchEntries(db, wanted, { words, slice });
  if (wanted.shopId) return { rows: await listEntries(db, wanted, slice), total: await countEntries(db, wanted) };
  const days = await listDayCounts(db, wanted);
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const list = (range: DayRange, part: RowSlice) => listEntries(db, { ...wanted, ...range }, part);
  return { rows: await pageRowsByDay(days, slice, list), total };
}

async function searchEntries(
  db: Reader,
  wanted: EntriesWanted,
  { words, slice: { offset, limit } }: { words: readonly string[]; slice: RowSlice },
): Promise<FoundEntries> {
  const ranges = wanted.shopId ? [{}] : rangesOf(await listDayCounts(db, wanted));
  const rows: ShownRow[] = [];
  let total = 0;
  for (const range of ranges) {
    const found = (await listEntries(db, { ...wanted, ...range })).filter((row) => isFound(words, searchedText(row)));
    if (rows.length < limit) {
      const first = Math.max(0, offset - total);
      rows.push(...found.slice(first, first + limit - rows.length));
    }
    total += found.length;
    await yieldToEventLoop();
  }
  return { rows, total };
}

function searchedText(row: ShownRow): string {
  const { event_description, user_actioned, new_value, old_value, edit_reason, invoice_id, shop_id, event_type } = row;
  const texts = [event_description, user_actioned, new_value, old_value, edit_reason, invoice_id, shop_id, event_type];
  return foldForSearch(texts.filter((text) => text !== null).join(' \u0001 '));
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
