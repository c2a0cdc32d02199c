import { type Day, dayOf, type Instant, type Month, monthOf, timeOf } from '#billing/calendar.ts';
import { englishShortMonths } from '../month-names.ts';

const figures = new Intl.NumberFormat('en-LK', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Returns `12,500.00`. */
export function writeFigure(rupees: number): string {
  return figures.format(rupees);
}

/** Returns `20 Nov 2026`. */
export function writeDay(day: Day): string {
  return `${Number(day.slice(8))} ${writeMonth(monthOf(day))}`;
}

/** Returns `Nov 2026`. */
export function writeMonth(month: Month): string {
  return `${englishShortMonths[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;
}

/** Returns `20 Nov 2026, 07:00:12`, by the market's clock. */
export function writeInstant(instant: Instant): string {
  return `${writeDay(dayOf(instant))}, ${timeOf(instant)}`;
}
