import { addMonths, dayNumber, fromDayNumber } from '#billing/calendar.ts';

/** Ranges, counted back from the newest point (specification 2, section 9). */
export const CHART_RANGES = ['5D', '10D', '1M', '1Y', '5Y', 'all'] as const;
export type ChartRange = (typeof CHART_RANGES)[number];

export const CHART_GROUPS = ['daily', 'weekly', 'monthly'] as const;
export type ChartGroup = (typeof CHART_GROUPS)[number];

/** A price series as the API sends it: oldest first, days since 1970-01-01, whole cents. */
export interface PriceSeries {
  days: readonly number[];
  minCents: readonly number[];
  maxCents: readonly number[];
}

export interface PricePoint {
  day: number;
  minCents: number;
  maxCents: number;
}

export function chartPoints(series: PriceSeries, range: ChartRange, group: ChartGroup): PricePoint[] {
  return samplePoints(pointsFrom(series, firstWithin(series.days, range)), group);
}

export function newestPoints(series: PriceSeries, count: number): PricePoint[] {
  return pointsFrom(series, Math.max(0, series.days.length - count));
}

function pointsFrom({ days, minCents, maxCents }: PriceSeries, first: number): PricePoint[] {
  const points: PricePoint[] = [];
  for (let at = first; at < days.length; at += 1) {
    const day = days[at];
    const min = minCents[at];
    const max = maxCents[at];
    if (day !== undefined && min !== undefined && max !== undefined) points.push({ day, minCents: min, maxCents: max });
  }
  return points;
}

/**
 * Returns the index of the first point of a range. The range ends with the newest point, not today, so the last month
 * of a fruit out of season is the month in which it was last sold.
 */
function firstWithin(days: readonly number[], range: ChartRange): number {
  const newest = days.at(-1);
  if (newest === undefined || range === 'all') return 0;
  const after = startOf(range, newest);
  return days.findLastIndex((day) => day <= after) + 1;
}

function startOf(range: Exclude<ChartRange, 'all'>, newest: number): number {
  if (range === '5D') return newest - 5;
  if (range === '10D') return newest - 10;
  const months = { '1M': 1, '1Y': 12, '5Y': 60 }[range];
  return dayNumber(addMonths(fromDayNumber(newest), -months));
}

/**
 * Returns a sample of the points: for weekly every 7th point, for monthly the first of each month (specification 2,
 * section 4).
 */
function samplePoints(points: readonly PricePoint[], group: ChartGroup): PricePoint[] {
  if (group === 'daily') return [...points];
  if (group === 'weekly') return points.filter((_, index) => index % 7 === 0);
  return points.filter(({ day }, index) => {
    const before = points[index - 1];
    return before === undefined || monthIn(before.day) !== monthIn(day);
  });
}

function monthIn(day: number): string {
  return fromDayNumber(day).slice(0, 7);
}

/**
 * The maximum number of days between neighbouring points that are joined by a line. Weekly points are seven lists
 * apart, which can be 11 days with a Poya day and a New Year in between. Monthly points are up to 31 days apart, or
 * more if the market was closed at the beginning of a month.
 */
const NORMAL_DISTANCE: Record<ChartGroup, number> = { daily: 1, weekly: 11, monthly: 40 };

/** Returns the stretches to draw as lines. No line crosses days without a list. */
export function stretchesOf(points: readonly PricePoint[], group: ChartGroup): PricePoint[][] {
  const stretches: PricePoint[][] = [];
  for (const point of points) {
    const current = stretches.at(-1);
    const last = current?.at(-1);
    if (current && last && point.day - last.day <= NORMAL_DISTANCE[group]) current.push(point);
    else stretches.push([point]);
  }
  return stretches;
}
