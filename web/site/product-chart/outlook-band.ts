import type { ChartPageData } from '#contract/site.ts';
import type { Horizon } from '#contract/words.ts';
import type { PricePoint } from '#web/ui/chart/chart-range.ts';

/** The expected range of the midpoint on a day. */
export interface BandPoint {
  day: number;
  fromCents: number;
  toCents: number;
}

/** The number of days after the newest price for which each range is drawn. The next list is usually that of tomorrow. */
const DAYS_LATER: readonly (readonly [Horizon, number])[] = [
  ['next_list', 1],
  ['seven_days', 7],
];

/**
 * Returns the band that follows the newest price: it begins as one point at the middle of that price. Empty if there is
 * no range.
 */
export function outlookBand(latest: PricePoint, outlook: ChartPageData['outlook']): BandPoint[] {
  const middle = (latest.minCents + latest.maxCents) / 2;
  const ranges = DAYS_LATER.flatMap(([horizon, later]) => {
    const { range } = outlook[horizon];
    return range === null ? [] : [{ day: latest.day + later, fromCents: range.from, toCents: range.to }];
  });
  return ranges.length === 0 ? [] : [{ day: latest.day, fromCents: middle, toCents: middle }, ...ranges];
}
