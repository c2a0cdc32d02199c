import { type Day, dayOf, type Instant, type Month, timeOf, weekdayOf } from '#billing/calendar.ts';
import type daysTexts from '#texts/days.json';

export type DayKey = keyof (typeof daysTexts)['days'];

/**
 * The names of the months and weekdays and the order of a day's parts, in one language. Papers and emails have them from
 * messages/day-words.ts; a public page loads them with its other texts.
 */
export type DayWords = (key: DayKey, values?: Readonly<Record<string, string>>) => string;

type Twelve = '01' | '02' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '10' | '11' | '12';
type Seven = 0 | 1 | 2 | 3 | 4 | 5 | 6;

type DayParts = Record<'year' | 'month' | 'day', string>;

/** Returns a day such as `Friday, 20 November 2026`. */
export function formatDay(date: Day, words: DayWords): string {
  return words('days.date.full', { ...longParts(date, words), weekday: weekdayName(date, words) });
}

/** Returns a day such as `20 Nov 2026`. */
export function formatShortDay(date: Day, words: DayWords): string {
  return words('days.date.short', shortParts(date, words));
}

/** Returns a day such as `20 November 2026`. */
export function formatPlainDay(date: Day, words: DayWords): string {
  return words('days.date.short', longParts(date, words));
}

/** Returns a day such as `20 Nov`. */
export function formatDayMonth(date: Day, words: DayWords): string {
  return words('days.date.dayMonth', shortParts(date, words));
}

/** Returns the month of a day, or a month, such as `Nov 2026`. */
export function formatMonthYear(date: Day | Month, words: DayWords): string {
  return words('days.date.monthYear', shortParts(date, words));
}

/** Returns the month of a day, or a month, such as `November 2026`. */
export function formatLongMonth(date: Day | Month, words: DayWords): string {
  return words('days.date.monthYear', longParts(date, words));
}

/** Returns an instant in the market's time zone, to the minute: `20 Nov 2026, 07:00`. */
export function formatMoment(instant: Instant, words: DayWords): string {
  return `${formatShortDay(dayOf(instant), words)}, ${timeOf(instant).slice(0, 5)}`;
}

/** Returns an instant in the market's time zone, to the second: `20 Nov 2026, 07:00:12`. */
export function formatSecond(instant: Instant, words: DayWords): string {
  return `${formatShortDay(dayOf(instant), words)}, ${timeOf(instant)}`;
}

export function weekdayName(date: Day, words: DayWords): string {
  return words(`days.weekday.${weekdayOf(date) as Seven}`);
}

/** Returns the name of the month of a day or a month. */
export function monthName(date: Day | Month, words: DayWords): string {
  return words(`days.month.${date.slice(5, 7) as Twelve}`);
}

export function shortMonthName(date: Day | Month, words: DayWords): string {
  return words(`days.monthShort.${date.slice(5, 7) as Twelve}`);
}

function longParts(date: Day | Month, words: DayWords): DayParts {
  return { ...numbersOf(date), month: monthName(date, words) };
}

function shortParts(date: Day | Month, words: DayWords): DayParts {
  return { ...numbersOf(date), month: shortMonthName(date, words) };
}

function numbersOf(date: Day | Month): { year: string; day: string } {
  return { year: date.slice(0, 4), day: String(Number(date.slice(8))) };
}
