import { type Day, dayOf, type Instant, type Month, monthOf, startOfDay, timeOf } from '#billing/calendar.ts';
import { t } from '#web/i18n/t.ts';

const MONTHS = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'] as const;

export type MonthNumber = (typeof MONTHS)[number];

/** Returns the months to choose from; `value` is `1` to `12`. */
export function monthChoices(): { value: string; label: string }[] {
  return MONTHS.map((month) => ({ value: String(Number(month)), label: t(`ui.month.${month}`) }));
}

export function shortMonthChoices(): { value: string; label: string }[] {
  return MONTHS.map((month) => ({ value: String(Number(month)), label: t(`shared.monthShort.${month}`) }));
}

/** Returns a day such as `20 Nov 2026`. */
export function formatOfficeDay(day: Day): string {
  return t('shared.date.day', { ...partsOf(monthOf(day)), day: String(Number(day.slice(8))) });
}

export function formatDayOfYear(day: Day): string {
  return t('shared.date.dayMonth', { ...partsOf(monthOf(day)), day: String(Number(day.slice(8))) });
}

export function formatMonth(month: Month): string {
  return t('shared.date.month', partsOf(month));
}

function partsOf(month: Month): { year: string; month: string } {
  return { year: month.slice(0, 4), month: t(`shared.monthShort.${month.slice(5) as MonthNumber}`) };
}

/** Returns the instant in the form `20 Nov 2026, 07:00:12`, in the market's time zone. */
export function formatInstant(instant: Instant): string {
  return t('shared.date.instant', { day: formatOfficeDay(dayOf(instant)), time: timeOf(instant) });
}

export function wallClock(instant: Instant): Date {
  const day = dayOf(instant);
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + Date.parse(instant) - Date.parse(startOfDay(day)));
}
