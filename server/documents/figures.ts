import { type Day, dayOf, type Instant, type Month, monthOf, startOfDay } from '#billing/calendar.ts';
import { shortMonthNames } from '#contract/month-names.ts';

const figures = new Intl.NumberFormat('en-LK', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `12,500.00` */
export function writeFigure(rupees: number): string {
  return figures.format(rupees);
}

/** `20 Nov 2026` */
export function writeDay(day: Day): string {
  return `${Number(day.slice(8))} ${writeMonth(monthOf(day))}`;
}

/** `Nov 2026` */
export function writeMonth(month: Month): string {
  return `${shortMonthNames.en[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;
}

/** In the market's time zone: `20 Nov 2026, 07:00:12` */
export function writeInstant(instant: Instant): string {
  const day = dayOf(instant);
  const sinceMidnight = Date.parse(instant) - Date.parse(startOfDay(day));
  return `${writeDay(day)}, ${new Date(sinceMidnight).toISOString().slice(11, 19)}`;
}
