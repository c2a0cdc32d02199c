/**
 * The market's calendar: Asia/Colombo, UTC+05:30 all year since 2006, whatever zone the server or the browser has.
 * This is the only file that knows it. A Day is `YYYY-MM-DD`, a Month `YYYY-MM`, an Instant ISO 8601 UTC with
 * milliseconds; all three are text that sorts by time.
 *
 * Worked example: at 2026-11-20T18:30:00.000Z it is midnight in Colombo, so the Day is 2026-11-21.
 */
export type Day = string & { readonly __unit: 'day' };
export type Month = string & { readonly __unit: 'month' };
export type Instant = string & { readonly __unit: 'instant' };

const COLOMBO_OFFSET_MS = 5.5 * 60 * 60 * 1000;
/** Midnight in Colombo as UTC writes it; an ISO instant is compared as text, because a fold does it thousands of times. */
const MIDNIGHT_IN_UTC = '18:30';
const PAYMENT_HOUR_MS = 11 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const ZERO = '0'.charCodeAt(0);
const DAY_TEXT = /^(\d{4})-(\d{2})-(\d{2})$/;

/** True for a calendar date that exists, years 1900 to 2999: 2025-02-29 does not. */
export function isDay(text: string): text is Day {
  const parts = DAY_TEXT.exec(text);
  if (!parts) return false;
  const year = Number(parts[1]);
  if (year < 1900 || year > 2999) return false;
  const date = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** True for `YYYY-MM` with a month that exists. */
export function isMonth(text: string): text is Month {
  return isDay(`${text}-01`);
}

/** True for an instant exactly as the product writes it: ISO 8601 UTC with milliseconds. */
export function isInstant(text: string): text is Instant {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString() === text;
}

/** Names a text as a Day; throws a RangeError when it is none. For text the program itself holds, not for input. */
export function day(text: string): Day {
  if (!isDay(text)) throw new RangeError(`not a day: ${text}`);
  return text;
}

/** The instant of a moment in milliseconds since 1970. */
export function instantOf(epochMs: number): Instant {
  return new Date(epochMs).toISOString() as Instant;
}

/** The day it is in Colombo at that instant. */
export function dayOf(instant: Instant): Day {
  const date = instant.slice(0, 10) as Day;
  return instant.slice(11, 16) < MIDNIGHT_IN_UTC ? date : addDays(date, 1);
}

/** The time it is in Colombo at that instant, `HH:mm:ss`. */
export function timeOf(instant: Instant): string {
  return new Date(Date.parse(instant) + COLOMBO_OFFSET_MS).toISOString().slice(11, 19);
}

/** The month a day is in. */
export function monthOf(date: Day): Month {
  return date.slice(0, 7) as Month;
}

/** The month before. */
export function previousMonth(month: Month): Month {
  return monthOf(addDays(dayInMonth(month, 1), -1));
}

/** The day that many days later (earlier when negative). */
export function addDays(date: Day, days: number): Day {
  return fromDayNumber(dayNumber(date) + days);
}

/** Whole days since 1970-01-01: a number axis for charts and differences. */
export function dayNumber(date: Day): number {
  // Digit by digit: a chart asks this thousands of times, and parsing text as a date takes ten times as long.
  const digit = (at: number) => date.charCodeAt(at) - ZERO;
  const year = digit(0) * 1000 + digit(1) * 100 + digit(2) * 10 + digit(3);
  return Date.UTC(year, digit(5) * 10 + digit(6) - 1, digit(8) * 10 + digit(9)) / DAY_MS;
}

/** The day with that number; the inverse of dayNumber. */
export function fromDayNumber(number: number): Day {
  return new Date(number * DAY_MS).toISOString().slice(0, 10) as Day;
}

/** The same day that many months later, or that month's last day: 31 January + 1 month is 28 or 29 February. */
export function addMonths(date: Day, months: number): Day {
  const first = new Date(`${date.slice(0, 7)}-01T00:00:00.000Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(Number(date.slice(8)), lastDay));
  return first.toISOString().slice(0, 10) as Day;
}

/** A day of a month by its number, such as the 15th on which rent falls due. */
export function dayInMonth(month: Month, number: number): Day {
  // Every month has these days, and a fold asks for them thousands of times.
  if (Number.isInteger(number) && number >= 10 && number <= 28) return `${month}-${number}` as Day;
  return day(`${month}-${String(number).padStart(2, '0')}`);
}

/** Returns a month of any year of four digits, also one before 1900, of which there are no days. Throws for month 0 or 13. */
export function monthInYear(year: number | string, number: number): Month {
  if (!(number >= 1 && number <= 12)) throw new RangeError(`not a month: ${number}`);
  return `${String(year).padStart(4, '0')}-${String(number).padStart(2, '0')}` as Month;
}

/** Returns the 1st of a month of any year, also one before 1900. */
export function firstDayOf(month: Month): Day {
  return `${month}-01` as Day;
}

/** Day of the week, 0 Sunday to 6 Saturday. */
export function weekdayOf(date: Day): number {
  return new Date(`${date}T00:00:00.000Z`).getUTCDay();
}

/** The instant at which a Colombo day begins. */
export function startOfDay(date: Day): Instant {
  return instantOf(Date.parse(`${date}T00:00:00.000Z`) - COLOMBO_OFFSET_MS);
}

/** 11:00 of a Colombo day: when every payment and correction of that day stands (books.md, Money and dates). */
export function paymentInstant(date: Day): Instant {
  return instantOf(Date.parse(startOfDay(date)) + PAYMENT_HOUR_MS);
}

/** How long the Colombo day still lasts at that instant, in milliseconds. */
export function msUntilNextDay(instant: Instant): number {
  return Date.parse(startOfDay(addDays(dayOf(instant), 1))) - Date.parse(instant);
}
