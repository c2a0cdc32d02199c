import { addMonths, dayNumber, fromDayNumber } from '#billing/calendar.ts';
import type { PricePoint, PriceSeries } from '#web/ui/chart/chart-range.ts';

/**
 * The wanted day may have no list, because of a Poya weekend or a long holiday. The prices are then compared with an
 * earlier list, which may be older by at most this number of days.
 */
const TOLERANCE = { week: 3, month: 7, year: 7 };
const BAND_YEARS = 5;
const BAND_DAYS = 3;
const YEAR_DAYS = 365;

export interface PriceBand extends Omit<PricePoint, 'day'> {
  years: number;
  days: number;
}

export interface HistoryComparison {
  latest: PricePoint;
  previous: PricePoint | undefined;
  week: PricePoint | undefined;
  month: PricePoint | undefined;
  year: PricePoint | undefined;
  sameWeek: PriceBand | undefined;
  /**
   * The lowest minimum and the highest maximum of the 365 days up to the latest price, each with the newest day on
   * which it occurred, and the number of days with a price.
   */
  yearRange: { low: PricePoint; high: PricePoint; days: number };
}

export function compareHistory(series: PriceSeries): HistoryComparison | undefined {
  const all = series.days.map((_, at) => pointAt(series, at));
  const latest = all.at(-1);
  if (!latest) return undefined;
  const before = all.slice(0, -1);
  const monthsBefore = (months: number) => dayNumber(addMonths(fromDayNumber(latest.day), -months));
  const lastOnOrBefore = (day: number, tolerance: number) =>
    before.findLast((point) => point.day <= day && point.day >= day - tolerance);
  return {
    latest,
    previous: before.at(-1),
    week: lastOnOrBefore(latest.day - 7, TOLERANCE.week),
    month: lastOnOrBefore(monthsBefore(1), TOLERANCE.month),
    year: lastOnOrBefore(monthsBefore(12), TOLERANCE.year),
    sameWeek: bandOf(
      Array.from({ length: BAND_YEARS }, (_, at) => {
        const day = monthsBefore(12 * (at + 1));
        return before.filter((point) => Math.abs(point.day - day) <= BAND_DAYS);
      }),
    ),
    yearRange: rangeOf(
      latest,
      before.filter(({ day }) => day > latest.day - YEAR_DAYS),
    ),
  };
}

function pointAt({ days, minCents, maxCents }: PriceSeries, at: number): PricePoint {
  return { day: days[at] ?? 0, minCents: minCents[at] ?? 0, maxCents: maxCents[at] ?? 0 };
}

function bandOf(weeks: readonly PricePoint[][]): PriceBand | undefined {
  const points = weeks.flat();
  if (points.length === 0) return undefined;
  return {
    minCents: Math.min(...points.map(({ minCents }) => minCents)),
    maxCents: Math.max(...points.map(({ maxCents }) => maxCents)),
    years: weeks.filter((week) => week.length > 0).length,
    days: points.length,
  };
}

function rangeOf(latest: PricePoint, before: readonly PricePoint[]): HistoryComparison['yearRange'] {
  let low = latest;
  let high = latest;
  for (const point of before.toReversed()) {
    if (point.minCents < low.minCents) low = point;
    if (point.maxCents > high.maxCents) high = point;
  }
  return { low, high, days: before.length + 1 };
}
