import { addDays, type Day, dayOf, type Instant, instantOf, startOfDay, timeOf } from '#billing/calendar.ts';
import type { PeerDay } from './peer-answers.ts';
import type { OtherDay } from './queries.ts';

/** The days of other centres that are stored. */
const DAYS_STORED = 365;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A centre that is silent is asked every ten minutes for an hour, then hourly. */
const FAULTS_TO_REST = 6;

export function firstDayStored(today: Day): Day {
  return addDays(today, -DAYS_STORED);
}

interface DayPlan {
  /** Days to store, as the centre has them now. */
  changed: OtherDay[];
  /** Days that the centre no longer has, or that are too old. */
  gone: Day[];
}

interface DaysKnown {
  centreId: number;
  stored: readonly OtherDay[];
  /** The days of each year that was answered; a year that is unchanged is absent. */
  answered: ReadonlyMap<number, readonly PeerDay[]>;
  /** Days with a price that was corrected, or `all`. */
  corrected: ReadonlySet<Day> | 'all';
  today: Day;
}

/** Compares the days that a centre has with those that are stored. */
export function planDays({ centreId, stored, answered, corrected, today }: DaysKnown): DayPlan {
  const first = firstDayStored(today);
  const isWanted = (date: Day) => date >= first && date <= today;
  const theirs = new Map<Day, PeerDay>();
  for (const days of answered.values()) for (const one of days) if (isWanted(one.date)) theirs.set(one.date, one);
  const known = new Map(stored.map((one) => [one.date, one]));
  const isCorrected = (date: Day) => corrected === 'all' || corrected.has(date);
  const gone = stored
    .filter(({ date }) => !isWanted(date) || (answered.has(yearOf(date)) && !theirs.has(date)))
    .map(({ date }) => date);
  const changed: OtherDay[] = [];
  for (const [date, one] of theirs) {
    const before = known.get(date);
    const now = { ...describe(one), centre_id: centreId, date };
    const isOther = before === undefined || !isSame(before, now);
    const isStale = one.state === 'list' && (isOther || isCorrected(date) || before.is_stale === 1);
    if (isOther || (isStale && before.is_stale === 0)) changed.push({ ...now, is_stale: isStale ? 1 : 0 });
  }
  const untouched = stored.filter(({ date, state, is_stale }) => {
    return state === 'list' && is_stale === 0 && isWanted(date) && !theirs.has(date) && !gone.includes(date);
  });
  for (const one of untouched) if (isCorrected(one.date)) changed.push({ ...one, is_stale: 1 });
  return { changed, gone };
}

function describe({ state, prices, reason, reason_si, reason_ta }: PeerDay) {
  return { state, prices, reason: reason ?? null, reason_si: reason_si ?? null, reason_ta: reason_ta ?? null };
}

function isSame(before: OtherDay, now: Omit<OtherDay, 'is_stale'>): boolean {
  const fields = ['state', 'prices', 'reason', 'reason_si', 'reason_ta'] as const;
  return fields.every((field) => before[field] === now[field]);
}

function yearOf(date: Day): number {
  return Number(date.slice(0, 4));
}

interface Timing {
  now: Instant;
  usualTime: string;
  /** True when the list of today is stored, or the centre is closed today. */
  hasToday: boolean;
  /** The lists that are still to be read. */
  toRead: number;
  faults: number;
}

/**
 * Returns when a centre is read again: after a minute while lists are to be read, every ten minutes from its usual time
 * until its list is there, otherwise hourly and at its usual time.
 */
export function nextReading({ now, usualTime, hasToday, toRead, faults }: Timing): Instant {
  const after = (ms: number) => instantOf(Date.parse(now) + ms);
  if (faults > 0) return after(faults < FAULTS_TO_REST ? 10 * MINUTE_MS : HOUR_MS);
  if (toRead > 0) return after(MINUTE_MS);
  if (hasToday) return after(HOUR_MS);
  if (timeOf(now) >= `${usualTime}:00`) return after(10 * MINUTE_MS);
  const [hours = 0, minutes = 0] = usualTime.split(':').map(Number);
  const usual = Date.parse(startOfDay(dayOf(now))) + (hours * 60 + minutes) * MINUTE_MS;
  return instantOf(Math.min(usual, Date.parse(now) + HOUR_MS));
}
