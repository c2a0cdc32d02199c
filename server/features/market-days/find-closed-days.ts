import { addDays, type Day, weekdayOf } from '#billing/calendar.ts';
import type { ClosedDay } from '#contract/market-days.ts';
import type { Reader } from '../../db/connect.ts';
import { presentClosedDay } from './present.ts';
import { countPricesOf, findDay, listDays, type MarketDayRow, readWeek } from './queries.ts';

const DAYS_OF_WEEK = 7;

export async function findClosedDay(db: Reader, date: Day): Promise<ClosedDay> {
  const itself = await findDay(db, date);
  if (itself) return presentClosedDay(itself);
  return isOpen(await readWeek(db), date) ? null : { kind: 'weekday' };
}

/** Returns true for an open day without a price list. */
export async function isListMissing(db: Reader, date: Day): Promise<boolean> {
  return (await findClosedDay(db, date)) === null && (await countPricesOf(db, date)) === 0;
}

export async function listClosedDays(
  db: Reader,
  from: Day,
  to: Day,
): Promise<{ date: Day; closed: NonNullable<ClosedDay> }[]> {
  const [days, week] = await Promise.all([listDays(db, from, to), readWeek(db)]);
  const closed = new Map(week.length < DAYS_OF_WEEK ? weekdaysClosed(week, from, to) : []);
  for (const row of days) closed.set(row.date, presentClosedDay(row));
  return [...closed]
    .flatMap(([date, why]) => (why ? [{ date, closed: why }] : []))
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));
}

/** Returns the days that are open on a weekday that is usually closed, or closed on one that is usually open. */
export async function listUnusualDays(db: Reader, from: Day, to: Day): Promise<MarketDayRow[]> {
  const [days, week] = await Promise.all([listDays(db, from, to), readWeek(db)]);
  return days.filter(({ date, kind }) => isOpen(week, date) !== (kind === 'open'));
}

const DAYS_SEARCHED = 14;

/** Returns the first open day from `from` on; undefined if there is none within two weeks. */
export async function findNextOpenDay(db: Reader, from: Day): Promise<Day | undefined> {
  const days = Array.from({ length: DAYS_SEARCHED }, (_, after) => addDays(from, after));
  const closed = new Set((await listClosedDays(db, from, addDays(from, DAYS_SEARCHED - 1))).map(({ date }) => date));
  return days.find((date) => !closed.has(date));
}

function* weekdaysClosed(week: string, from: Day, to: Day): Generator<[Day, ClosedDay]> {
  for (let date = from; date <= to; date = addDays(date, 1)) {
    if (!isOpen(week, date)) yield [date, { kind: 'weekday' }];
  }
}

function isOpen(openWeekdays: string, date: Day): boolean {
  return openWeekdays.includes(String(weekdayOf(date)));
}
