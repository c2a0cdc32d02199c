import { addDays, type Day, dayOf, type Instant, startOfDay, timeOf } from '#billing/calendar.ts';
import type { Punctuality } from '#contract/punctuality.ts';
import type { Reader } from '../../db/connect.ts';
import { listClosedDays } from '../market-days/find-closed-days.ts';
import type { PriceBook } from '../prices/price-book.ts';
import { listProducts } from '../products/queries.ts';
import { countCorrections } from './queries.ts';

const DAYS = 30;

/** Returns how the lists of the last 30 days before today were. */
export async function loadPunctuality(db: Reader, book: PriceBook, today: Day): Promise<Punctuality> {
  const days = Array.from({ length: DAYS }, (_, ago) => addDays(today, -1 - ago));
  const first = days.at(-1) ?? today;
  const closed = new Set((await listClosedDays(db, first, addDays(today, -1))).map(({ date }) => date));
  const lists = days.flatMap((date) => {
    const rows = book.listDay(date);
    return rows.length === 0
      ? []
      : [{ date, count: rows.length, savedAt: earliest(rows.map((row) => row.created_at)) }];
  });
  const listed = new Set(lists.map(({ date }) => date));
  const closings = days.filter((date) => closed.has(date) && !listed.has(date)).length;
  const products = (await listProducts(db)).length;
  const prices = lists.reduce((sum, { count }) => sum + count, 0);
  return {
    days: DAYS,
    lists: lists.length,
    closed: closings,
    missing: DAYS - lists.length - closings,
    usual_time: middleTime(lists),
    share_percent:
      lists.length === 0 || products === 0
        ? null
        : Math.min(100, Math.round((100 * prices) / (lists.length * products))),
    corrections: await countCorrections(db, startOfDay(first)),
  };
}

function earliest(times: readonly Instant[]): Instant {
  return times.reduce((first, time) => (time < first ? time : first));
}

/** A list that was entered on another day, as those of an import, says nothing about the usual time. */
function middleTime(lists: readonly { date: Day; savedAt: Instant }[]): string | null {
  const times = lists
    .filter(({ date, savedAt }) => dayOf(savedAt) === date)
    .map(({ savedAt }) => timeOf(savedAt).slice(0, 5))
    .toSorted((one, other) => (one < other ? -1 : 1));
  return times[Math.floor(times.length / 2)] ?? null;
}
