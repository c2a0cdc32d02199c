import { type Day, dayOf, type Instant, type Month, monthOf, startOfDay } from '#billing/calendar.ts';
import { shortMonthNames } from '#contract/month-names.ts';

const figures = new Intl.NumberFormat('en-LK', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Rupees as they stand on paper, without the currency: `12,500.00`. */
export function writeFigure(rupees: number): string {
  return figures.format(rupees);
}

/** A day as it stands on paper: `20 Nov 2026`. */
export function writeDay(day: Day): string {
  return `${Number(day.slice(8))} ${writeMonth(monthOf(day))}`;
}

/** A month as it stands on paper: `Nov 2026`. */
export function writeMonth(month: Month): string {
  return `${shortMonthNames.en[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;
}

/** An instant by the market's clock, as it stands on paper: `20 Nov 2026, 07:00:12`. */
export function writeInstant(instant: Instant): string {
  const day = dayOf(instant);
  const sinceMidnight = Date.parse(instant) - Date.parse(startOfDay(day));
  return `${writeDay(day)}, ${new Date(sinceMidnight).toISOString().slice(11, 19)}`;
}
