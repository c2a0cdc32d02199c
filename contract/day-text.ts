import { addDays, type Day, dayNumber, isDay, weekdayOf } from '#billing/calendar.ts';
import { foldText } from './fold-text.ts';
import { monthAliases, monthNames, shortMonthNames, weekdayNames } from './messages/day-words.ts';
import { westernDigits } from './western-text.ts';

interface DayBounds {
  today: Day;
  earliest?: Day | undefined;
  latest?: Day | undefined;
}

export type DayFault =
  | { kind: 'unread' }
  /** A day that does not exist in its month, such as 30 February; `month` is 1 to 12. */
  | { kind: 'noDay'; day: number; month: number; year: number }
  | { kind: 'noMonth'; month: number }
  | { kind: 'otherWeekday'; day: Day }
  | { kind: 'tooLate'; day: Day; latest: Day }
  | { kind: 'tooEarly'; day: Day; earliest: Day };

/** The result has the day that was read, or the fault, or neither if the text is empty. */
export interface ReadDay {
  day?: Day;
  fault?: DayFault;
}

const NEAR_WORDS: Record<string, number> = {
  today: 0,
  yesterday: -1,
  tomorrow: 1,
  අද: 0,
  ඊයේ: -1,
  හෙට: 1,
  இன்று: 0,
  நேற்று: -1,
  நாளை: 1,
};
const UNREAD: ReadDay = { fault: { kind: 'unread' } };

/**
 * Reads a day as people type it, in three languages: day before month, or the year first. A two-digit year belongs to
 * this century. Without a year, the nearest allowed day is meant. All typed days are read by this function.
 */
export function readDayText(text: string, bounds: DayBounds): ReadDay {
  const folded = foldText(westernDigits(text));
  if (folded === '') return {};
  const near = NEAR_WORDS[folded];
  if (near !== undefined) return within(addDays(bounds.today, near), bounds);
  const parts = partsOf(folded);
  if (parts === undefined) return UNREAD;
  const { weekday, ...date } = parts;
  const read = readDate(date, bounds);
  if (weekday === undefined || read.day === undefined || weekdayOf(read.day) === weekday) return read;
  return { fault: { kind: 'otherWeekday', day: read.day } };
}

function readDate({ day, month, year }: Parts, bounds: DayBounds): ReadDay {
  if (month < 1 || month > 12) return { fault: { kind: 'noMonth', month } };
  if (year === undefined) return nearest(day, month, bounds);
  const read = dayOn(year, month, day);
  return read === undefined ? { fault: { kind: 'noDay', day, month, year } } : within(read, bounds);
}

interface Parts {
  day: number;
  month: number;
  year?: number;
  /** The weekday that was written; 0 is Sunday. */
  weekday?: number;
}

const COMPACT = /^(\d\d)(\d\d)(\d{4})$/;
const NUMBERS = /^(\d{1,4})([/.-])(\d{1,2})(?:\2(\d{1,4}))?[/.-]?$/;

function partsOf(text: string): Parts | undefined {
  const spaced = text.replaceAll(/\s*([/.-])\s*/g, '$1');
  const [, first = '', , second = '', third = ''] =
    NUMBERS.exec(/^\d+ \d+ \d+$/.test(spaced) ? spaced.replaceAll(' ', '/') : spaced) ?? [];
  if (first.length === 4) return third === '' ? undefined : numbers(third, second, first);
  if (first !== '') return numbers(first, second, third);
  const [, day = '', month = '', year = ''] = COMPACT.exec(text) ?? [];
  if (isDay(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`))
    return numbers(text.slice(6), text.slice(4, 6), text.slice(0, 4));
  return day === '' ? named(text) : numbers(day, month, year);
}

function numbers(day: string, month: string, year: string): Parts | undefined {
  if (day.length > 2 || year.length === 1 || year.length === 3) return undefined;
  return { day: Number(day), month: Number(month), ...(year !== '' && { year: yearOf(year) }) };
}

function yearOf(digits: string): number {
  return digits.length === 2 ? 2000 + Number(digits) : Number(digits);
}

/** Reads a date with the month as a name. The day, and the year if it is written, may be before or after the month. */
function named(text: string): Parts | undefined {
  const words = text
    .replaceAll(/(\d)(?:st|nd|rd|th)\b/g, '$1')
    .replaceAll(/(\d)(?=[^\d\s])|([^\d\s])(?=\d)/g, '$1$2 ')
    .split(/[\s/.,-]+/)
    .filter((word) => word !== '' && word !== 'of');
  const figures = words.filter((word) => /^\d+$/.test(word));
  const names = words.filter((word) => !/^\d+$/.test(word));
  const weekday = names.map((name) => placeOf(name, WEEKDAYS)).find((place) => place !== undefined);
  const [name = '', ...others] = names.filter((one) => placeOf(one, WEEKDAYS) === undefined);
  const month = others.length === 0 ? placeOf(name, MONTHS) : undefined;
  const [day = '', year = ''] = figures[0]?.length === 4 ? figures.toReversed() : figures;
  if (month === undefined || day === '' || figures.length > 2) return undefined;
  const parts = numbers(day, String(month + 1), year);
  return parts && { ...parts, ...(weekday !== undefined && { weekday }) };
}

const WEEKDAYS = folded(weekdayNames);
const MONTHS = [...folded(monthNames), ...folded(shortMonthNames), ...folded(monthAliases)];
/**
 * The minimum length of a shortened name in Latin letters. In Sinhala and Tamil one character is enough, because it is
 * a syllable.
 */
const SHORTEST_NAME = 3;

function folded(names: Record<string, readonly string[]>): string[][] {
  return Object.values(names).map((list) => list.map((name) => foldText(name).replaceAll('.', '')));
}

/** Returns the index of the name that was written, in full or shortened, if exactly one name fits. */
function placeOf(written: string, lists: readonly (readonly string[])[]): number | undefined {
  if (written === '' || (/^[a-z]/.test(written) && written.length < SHORTEST_NAME)) return undefined;
  const places = (isIt: (name: string) => boolean) =>
    new Set(lists.flatMap((names) => names.flatMap((name, at) => (isIt(name) ? [at] : []))));
  const whole = places((name) => name === written);
  const found = whole.size > 0 ? whole : places((name) => name.startsWith(written));
  return found.size === 1 ? [...found][0] : undefined;
}

function nearest(day: number, month: number, bounds: DayBounds): ReadDay {
  const now = Number(bounds.today.slice(0, 4));
  const near = [now - 1, now, now + 1]
    .flatMap((year) => dayOn(year, month, day) ?? [])
    .toSorted((one, other) => distance(one, bounds.today) - distance(other, bounds.today));
  const [first] = near;
  if (first === undefined) return { fault: { kind: 'noDay', day, month, year: now } };
  return within(near.find((one) => within(one, bounds).day !== undefined) ?? first, bounds);
}

function within(day: Day, { earliest, latest }: DayBounds): ReadDay {
  if (latest !== undefined && day > latest) return { fault: { kind: 'tooLate', day, latest } };
  if (earliest !== undefined && day < earliest) return { fault: { kind: 'tooEarly', day, earliest } };
  return { day };
}

function dayOn(year: number, month: number, day: number): Day | undefined {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isDay(text) ? text : undefined;
}

function distance(one: Day, other: Day): number {
  return Math.abs(dayNumber(one) - dayNumber(other));
}
