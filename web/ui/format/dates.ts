import { type Day, dayOf, type Instant, isDay, type Month, monthOf, startOfDay, timeOf } from '#billing/calendar.ts';
import { t } from '#web/i18n/t.ts';

const MONTHS = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'] as const;

/** The key of a month in the catalogue. */
type MonthNumber = (typeof MONTHS)[number];

/** `value` is 1 to 12. */
export function monthChoices(): { value: string; label: string }[] {
  return MONTHS.map((month) => ({ value: String(Number(month)), label: t(`ui.month.${month}`) }));
}

/** Returns `20 Nov 2026`. */
export function formatOfficeDay(day: Day): string {
  return `${Number(day.slice(8))} ${formatMonth(monthOf(day))}`;
}

/** Returns `Nov 2026`. */
export function formatMonth(month: Month): string {
  return `${t(`shared.monthShort.${month.slice(5) as MonthNumber}`)} ${month.slice(0, 4)}`;
}

/** Returns `20 Nov 2026, 07:00:12`, in the market's time zone. */
export function formatInstant(instant: Instant): string {
  return `${formatOfficeDay(dayOf(instant))}, ${timeOf(instant)}`;
}

export function wallClock(instant: Instant): Date {
  const day = dayOf(instant);
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + Date.parse(instant) - Date.parse(startOfDay(day)));
}

/** Day before month; null for other texts. */
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
