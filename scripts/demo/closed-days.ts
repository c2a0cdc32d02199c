/**
 * The closed days: every Poya day, 13 to 15 April, and two to four other days a year. The market is open on Sundays and
 * at Christmas, as in real price lists.
 */
import { addDays, type Day, day, dayNumber, monthOf } from '#billing/calendar.ts';
import { type MarketDay, poyaReason } from '#contract/market-days.ts';
import { findPoyaDays } from '#server/features/market-days/find-poya-days.ts';
import reasons from './assets/closed-days.json' with { type: 'json' };
import { pick, randomFrom } from './random.ts';

export type PlannedClosedDay = { day: Day } & Pick<MarketDay, 'kind' | 'reason' | 'reason_si' | 'reason_ta'>;

const { newYear, floods, others } = reasons as {
  newYear: Record<string, Omit<PlannedClosedDay, 'day'>>;
  floods: Omit<PlannedClosedDay, 'day'>[];
  others: Omit<PlannedClosedDay, 'day'>[];
};

/** The months of the monsoons. */
export const WET_MONTHS = ['05', '06', '10', '11', '12'];

export function closedDays(from: Day, to: Day): PlannedClosedDay[] {
  const found = new Map<Day, PlannedClosedDay>();
  for (const candidate of candidates(from, to)) {
    if (candidate.day >= from && candidate.day <= to && !found.has(candidate.day)) found.set(candidate.day, candidate);
  }
  return [...found.values()].toSorted((one, other) => dayNumber(one.day) - dayNumber(other.day));
}

function* candidates(from: Day, to: Day): Generator<PlannedClosedDay> {
  for (const poya of findPoyaDays(from, to)) yield { day: poya, kind: 'poya', ...poyaReason };
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year++) {
    for (const [monthAndDay, closing] of Object.entries(newYear))
      yield { day: day(`${year}-${monthAndDay}`), ...closing };
    yield* scatteredDays(year);
  }
}

function* scatteredDays(year: number): Generator<PlannedClosedDay> {
  const random = randomFrom('closed days', year);
  const count = 2 + Math.floor(random.uniform() * 3);
  for (let i = 0; i < count; i++) {
    const date = addDays(day(`${year}-01-01`), Math.floor(random.uniform() * 365));
    const isWet = WET_MONTHS.includes(monthOf(date).slice(5));
    const closing = pick(isWet ? [...floods, ...others] : others, random);
    yield { day: date, ...closing };
  }
}
