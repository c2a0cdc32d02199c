import { type Day, dayOf, type Instant, type Month, startOfDay } from '#billing/calendar.ts';
import { formatDayMonth, formatMonthYear, formatSecond, formatShortDay } from '#contract/days.ts';
import { dayWords, monthNames, shortMonthNames } from '#contract/messages/day-words.ts';
import { currentLanguage } from '#web/i18n/t.ts';

/** Returns the months to choose from; `value` is `1` to `12`. */
export function monthChoices(): { value: string; label: string }[] {
  return choicesOf(monthNames);
}

export function shortMonthChoices(): { value: string; label: string }[] {
  return choicesOf(shortMonthNames);
}

function choicesOf(names: typeof monthNames): { value: string; label: string }[] {
  return names[currentLanguage()].map((label, at) => ({ value: String(at + 1), label }));
}

/** Returns a day such as `20 Nov 2026`. */
export function formatOfficeDay(day: Day): string {
  return formatShortDay(day, dayWords[currentLanguage()]);
}

export function formatDayOfYear(day: Day): string {
  return formatDayMonth(day, dayWords[currentLanguage()]);
}

export function formatMonth(month: Month): string {
  return formatMonthYear(month, dayWords[currentLanguage()]);
}

/** Returns the instant in the form `20 Nov 2026, 07:00:12`, in the market's time zone. */
export function formatInstant(instant: Instant): string {
  return formatSecond(instant, dayWords[currentLanguage()]);
}

export function wallClock(instant: Instant): Date {
  const day = dayOf(instant);
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + Date.parse(instant) - Date.parse(startOfDay(day)));
}
