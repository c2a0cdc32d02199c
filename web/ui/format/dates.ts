import { type Day, dayOf, type Instant, isDay, type Month, monthOf, startOfDay, timeOf } from '#billing/calendar.ts';
import { t } from '#web/i18n/t.ts';

const MONTHS = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'] as const;

/** The number of a month as its key in the catalogue. */
type MonthNumber = (typeof MONTHS)[number];

/** Returns `20 Nov 2026`. */
export function formatOfficeDay(day: Day): string {
  return `${Number(day.slice(8))} ${formatMonth(monthOf(day))}`;
}

/** Returns `Nov 2026`. */
export function formatMonth(month: Month): string {
  return `${t(`shared.monthShort.${month.slice(5) as MonthNumber}`)} ${month.slice(0, 4)}`;
}

/** Returns `20 Nov 2026, 07:00:12`, by the market's clock. */
export function formatInstant(instant: Instant): string {
  return `${formatOfficeDay(dayOf(instant))}, ${timeOf(instant)}`;
}

/** Returns a Date whose UTC fields are those of the market's clock, because spreadsheets have no zones. */
export function wallClock(instant: Instant): Date {
  const day = dayOf(instant);
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + Date.parse(instant) - Date.parse(startOfDay(day)));
}

/** Returns the day that a person typed, day before month; null when it is none. */
export function readDay(text: string): Day | null {
  const parts = text
    .trim()
    .toLowerCase()
    .split(/[\s/.,-]+/);
  const [first = '', second = '', third = ''] = parts;
  const [year, date] = first.length === 4 ? [first, third] : [third, first];
  const named = MONTHS.findIndex((month) => t(`shared.monthShort.${month}`).toLowerCase() === second.slice(0, 3)) + 1;
  const month = named > 0 ? String(named) : second;
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return parts.length === 3 && isDay(day) ? day : null;
}
