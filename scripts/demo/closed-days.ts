/**
 * The days on which the demo market publishes no price list: every full-moon (Poya) day, the new year of 13 to 15
 * April, and two to four other days a year. Sundays and Christmas are ordinary days: the real lists of 2022 and 2023
 * have them.
 *
 * Worked example: 2025 has its Vesak Poya on 12 May; the full moon is that night at 22:26 in Colombo.
 */
import { addDays, type Day, day, dayNumber, dayOf, instantOf, monthOf, startOfDay } from '#billing/calendar.ts';
import { lunationNear, momentOfElongation } from './moon.ts';
import { randomFrom } from './random.ts';

export interface ClosedDay {
  readonly day: Day;
  readonly reason: string;
}

const NEW_YEAR: readonly (readonly [monthAndDay: string, reason: string])[] = [
  ['04-13', 'Eve of the Sinhala and Tamil New Year'],
  ['04-14', 'Sinhala and Tamil New Year'],
  ['04-15', 'New Year holiday'],
];
const FLOOD_MONTHS = ['05', '06', '10', '11', '12'];
const FLOOD_REASONS = ['Roads flooded, no lorries came', 'Landslides on the hill roads'];
const OTHER_REASONS = [
  'Lorry strike',
  'Market grounds cleaned',
  'Power cut at the market office',
  'Meeting of all traders',
];

/** Every closed day from `from` to `to`, both included, in order, each once and with its reason in English. */
export function closedDays(from: Day, to: Day): ClosedDay[] {
  const reasons = new Map<Day, string>();
  for (const { day, reason } of candidates(from, to)) {
    if (day >= from && day <= to && !reasons.has(day)) reasons.set(day, reason);
  }
  return [...reasons]
    .map(([day, reason]) => ({ day, reason }))
    .toSorted((one, other) => dayNumber(one.day) - dayNumber(other.day));
}

/** Poya days from `from` to `to`, both included, in order. */
export function poyaDays(from: Day, to: Day): Day[] {
  const days: Day[] = [];
  const last = lunationNear(startOfDay(to)) + 1;
  for (let lunation = lunationNear(startOfDay(from)) - 1; lunation <= last; lunation++) {
    const poya = poyaOf(lunation);
    if (poya >= from && poya <= to) days.push(poya);
  }
  return days;
}

/**
 * Poya is the day at whose sunset the moon is in the last thirtieth before full (168 to 180 degrees ahead of the sun).
 * That may be the day before the astronomical full moon: in 2026 the moon is full on 31 May at 14:15, and Poya is the
 * 30th. So it is the day of the moment of 168 degrees, or the next when that moment comes at sunset or later. With
 * sunset at 18:05 this gives every gazetted Poya day of 2021 to 2026; the full moon's own day is right for one in
 * three.
 */
function poyaOf(lunation: number): Day {
  const sunsetToMidnightMs = (5 * 60 + 55) * 60 * 1000;
  const begins = momentOfElongation(lunation, 168);
  return dayOf(instantOf(Date.parse(begins) + sunsetToMidnightMs));
}

function* candidates(from: Day, to: Day): Generator<ClosedDay> {
  for (const poya of poyaDays(from, to)) yield { day: poya, reason: 'Poya (full-moon) day' };
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year++) {
    for (const [monthAndDay, reason] of NEW_YEAR) yield { day: day(`${year}-${monthAndDay}`), reason };
    yield* scatteredDays(year);
  }
}

/** Two to four days a year on which something else kept the market from its list; the same in every demo. */
function* scatteredDays(year: number): Generator<ClosedDay> {
  const random = randomFrom('closed days', year);
  const count = 2 + Math.floor(random.uniform() * 3);
  for (let i = 0; i < count; i++) {
    const closed = addDays(day(`${year}-01-01`), Math.floor(random.uniform() * 365));
    const isWet = FLOOD_MONTHS.includes(monthOf(closed).slice(5));
    const reasons = isWet ? [...FLOOD_REASONS, ...OTHER_REASONS] : OTHER_REASONS;
    yield { day: closed, reason: reasons[Math.floor(random.uniform() * reasons.length)] ?? 'Closed' };
  }
}
