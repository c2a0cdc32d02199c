import { type Day, dayOf, type Instant, type Month, monthOf, timeOf } from '#billing/calendar.ts';
import type { Language } from './languages.ts';
import { monthNames, shortMonthNames } from './month-names.ts';

const figures = new Intl.NumberFormat('en-LK', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * Matches what must be on one line: the number of a document, such as INV-A12-202611, an amount with or without its
 * currency, and a day in each language.
 */
export const WHOLE_FIGURE =
  /((?:INV|CN|DN)-[^\s,;:.()]+|(?:(?:LKR|Rs\.|රු\.|ரூ\.) )?-?[\d,]+\.\d\d(?!\d)|\d{1,2} \p{L}{3} \d{4}|\d{4} [\p{L}\p{M}\u200d]+\.? \d{1,2}(?!\d))/u;

/** Returns an amount as `12,500.00`. */
export function writeFigure(rupees: number): string {
  return figures.format(rupees);
}

/** Returns a day as `20 Nov 2026` or `2026 නොවැම්බර් 20`. */
export function writeDay(day: Day, language: Language = 'en'): string {
  return joinDay(day, writeMonth(monthOf(day), language), language);
}

/** Returns a day as `20 Nov 2026` or `2026 නොවැ 20`. */
export function writeShortDay(day: Day, language: Language = 'en'): string {
  return joinDay(day, writeShortMonth(monthOf(day), language), language);
}

export function writeMonth(month: Month, language: Language = 'en'): string {
  return joinMonth(month, language === 'en' ? shortMonthNames : monthNames, language);
}

export function writeShortMonth(month: Month, language: Language = 'en'): string {
  return joinMonth(month, shortMonthNames, language);
}

/** Returns an instant in the market's time zone, as `20 Nov 2026, 07:00:12`. */
export function writeInstant(instant: Instant, language: Language = 'en'): string {
  return `${writeShortDay(dayOf(instant), language)}, ${timeOf(instant)}`;
}

function joinDay(day: Day, month: string, language: Language): string {
  const dayOfMonth = Number(day.slice(8));
  return language === 'en' ? `${dayOfMonth} ${month}` : `${month} ${dayOfMonth}`;
}

function joinMonth(month: Month, names: typeof monthNames, language: Language): string {
  const name = names[language][Number(month.slice(5)) - 1];
  const year = month.slice(0, 4);
  return language === 'en' ? `${name} ${year}` : `${year} ${name}`;
}
