import { type Day, dayOf, type Instant, isDay, type Month, monthOf, startOfDay, timeOf } from '#billing/calendar.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day as staff read it: `20 Nov 2026`. */
export function formatOfficeDay(day: Day): string {
  return `${Number(day.slice(8))} ${formatMonth(monthOf(day))}`;
}

/** A month as staff read it: `Nov 2026`. */
export function formatMonth(month: Month): string {
  return `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;
}

/** An instant in full, by the market's clock: `20 Nov 2026, 07:00:12`. */
export function formatInstant(instant: Instant): string {
  return `${formatOfficeDay(dayOf(instant))}, ${timeOf(instant)}`;
}

/** A Date whose UTC figures are those of the market's clock: spreadsheets know no zones. */
export function wallClock(instant: Instant): Date {
  const day = dayOf(instant);
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + Date.parse(instant) - Date.parse(startOfDay(day)));
}

/** The day a person typed, the day before the month as they are spoken here; null when it is none. */
export function readDay(text: string): Day | null {
  const parts = text
    .trim()
    .toLowerCase()
    .split(/[\s/.,-]+/);
  const [first = '', second = '', third = ''] = parts;
  const [year, date] = first.length === 4 ? [first, third] : [third, first];
  const named = MONTHS.findIndex((name) => name.toLowerCase() === second.slice(0, 3)) + 1;
  const month = named > 0 ? String(named) : second;
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return parts.length === 3 && isDay(day) ? day : null;
}
