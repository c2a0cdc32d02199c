/**
 * The market's calendar: Asia/Colombo, UTC+05:30 all year since 2006. Only this file knows the offset. A Day is
 * `YYYY-MM-DD`, a Month `YYYY-MM`, an Instant ISO 8601 in UTC with milliseconds. Sorting values of one of these types
 * as text puts them in chronological order.
 */
export type Day = string & { readonly __unit: 'day' };
export type Month = string & { readonly __unit: 'month' };
export type Instant = string & { readonly __unit: 'instant' };

export const COLOMBO_OFFSET_MINUTES = 330;
const COLOMBO_OFFSET_MS = COLOMBO_OFFSET_MINUTES * 60 * 1000;
/**
 * The time of day in UTC at which a day begins in Colombo. dayOf compares it with the text of an instant. Parsing would
 * be slow, because dayOf is called thousands of times when a ledger is computed.
 */
const MIDNIGHT_IN_UTC = '18:30';
/** 11:00 in Colombo. The day in UTC is the same. */
const PAYMENT_TIME_IN_UTC = 'T05:30:00.000Z';
const DAY_MS = 24 * 60 * 60 * 1000;
const ZERO = '0'.charCodeAt(0);
const DAY_TEXT = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Returns true for a date that exists in the years 1900 to 2999. */
export function isDay(text: string): text is Day {
  const parts = DAY_TEXT.exec(text);
  if (!parts) return false;
  const year = Number(parts[1]);
  if (year < 1900 || year > 2999) return false;
  const date = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export function isMonth(text: string): text is Month {
  return isDay(`${text}-01`);
}

/** Returns true for an instant in ISO 8601, in UTC with milliseconds. The product writes instants only in this form. */
export function isInstant(text: string): text is Instant {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString() === text;
}

/**
 * Converts text from a constant or from the database. Unchecked input must go through `isDay` instead. Throws a
 * RangeError for a date that does not exist.
 */
export function day(text: string): Day {
  if (!isDay(text)) throw new RangeError(`not a day: ${text}`);
  return text;
}

export function instantOf(epochMs: number): Instant {
  return new Date(epochMs).toISOString() as Instant;
}

/** Returns the instant of an ISO 8601 date and time. A time without a zone is in Colombo time. */
export function instantFrom(dateTime: string): Instant {
  const isLocal = /T[\d:.]+$/.test(dateTime);
  return instantOf(isLocal ? Date.parse(`${dateTime}Z`) - COLOMBO_OFFSET_MS : Date.parse(dateTime));
}

/** Returns the day of an instant in Colombo. */
export function dayOf(instant: Instant): Day {
  const date = instant.slice(0, 10) as Day;
  return instant.slice(11, 16) < MIDNIGHT_IN_UTC ? date : addDays(date, 1);
}

/** Returns the time of day of an instant in Colombo, as `HH:mm:ss`. */
export function timeOf(instant: Instant): string {
  return new Date(Date.parse(instant) + COLOMBO_OFFSET_MS).toISOString().slice(11, 19);
}

export function monthOf(date: Day): Month {
  return date.slice(0, 7) as Month;
}

export function previousMonth(month: Month): Month {
  return monthOf(addDays(dayInMonth(month, 1), -1));
}

/** Returns the date that is `days` days after `date`, or before it if `days` is negative. */
export function addDays(date: Day, days: number): Day {
  return fromDayNumber(dayNumber(date) + days);
}

/** Returns whole days since 1970-01-01. */
export function dayNumber(date: Day): number {
  // The digits are read directly, because charts call this thousands of times and Date.parse takes ten times as long.
  const digit = (at: number) => date.charCodeAt(at) - ZERO;
  const year = digit(0) * 1000 + digit(1) * 100 + digit(2) * 10 + digit(3);
  return Date.UTC(year, digit(5) * 10 + digit(6) - 1, digit(8) * 10 + digit(9)) / DAY_MS;
}

/** Returns the day with this number; the inverse of dayNumber. */
export function fromDayNumber(number: number): Day {
  return new Date(number * DAY_MS).toISOString().slice(0, 10) as Day;
}

/** Returns the same day of a later month, or that month's last day: 31 January + 1 month is 28 or 29 February. */
export function addMonths(date: Day, months: number): Day {
  const first = new Date(`${date.slice(0, 7)}-01T00:00:00.000Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(Number(date.slice(8)), lastDay));
  return first.toISOString().slice(0, 10) as Day;
}

/** Returns a day of a month. Throws a RangeError when the month has no such day. */
export function dayInMonth(month: Month, number: number): Day {
  // Days 10 to 28 exist in every month and need no padding. They skip the check, because computing ledgers creates
  // thousands of days.
  if (Number.isInteger(number) && number >= 10 && number <= 28) return `${month}-${number}` as Day;
  return day(`${month}-${String(number).padStart(2, '0')}`);
}

/** Returns a month of any four-digit year, even before 1900. Throws a RangeError for month 0 or 13. */
export function monthInYear(year: number | string, number: number): Month {
  if (!(number >= 1 && number <= 12)) throw new RangeError(`not a month: ${number}`);
  return `${String(year).padStart(4, '0')}-${String(number).padStart(2, '0')}` as Month;
}

/** Returns the 1st of a month, even before 1900. */
export function firstDayOf(month: Month): Day {
  return `${month}-01` as Day;
}

/** Returns the weekday, from 0 for Sunday to 6 for Saturday. */
export function weekdayOf(date: Day): number {
  return new Date(`${date}T00:00:00.000Z`).getUTCDay();
}

/** Returns the instant of midnight in Colombo at the start of the day. */
export function startOfDay(date: Day): Instant {
  return instantOf(Date.parse(`${date}T00:00:00.000Z`) - COLOMBO_OFFSET_MS);
}

/** Returns the instant at which the day ends, which is the first instant of the next day. */
export function endOfDay(date: Day): Instant {
  return startOfDay(addDays(date, 1));
}

/** A range of instants; `until` is exclusive. */
export interface InstantRange {
  from: Instant;
  until: Instant;
}

/** Returns the range of `count` months in Colombo time, beginning with `month`. */
export function instantsOfMonths(month: Month, count = 1): InstantRange {
  const first = firstDayOf(month);
  return { from: startOfDay(first), until: startOfDay(addMonths(first, count)) };
}

/**
 * Returns the instant at which a payment takes effect if it is recorded later than the day it was made: 11:00 on that
 * day, Colombo time (docs/rules.md, Money and days).
 */
export function paymentInstant(date: Day): Instant {
  return `${date}${PAYMENT_TIME_IN_UTC}` as Instant;
}

/** Returns the milliseconds from an instant to the next midnight in Colombo. */
export function msUntilNextDay(instant: Instant): number {
  return Date.parse(endOfDay(dayOf(instant))) - Date.parse(instant);
}
