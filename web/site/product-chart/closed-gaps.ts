import type { ClosedDay } from '#contract/market-days.ts';
import type { Closing } from '#contract/site.ts';
import type { ChartGroup, PricePoint } from '#web/ui/chart/chart-range.ts';

/** Days are counted from 1970-01-01. */
export interface ClosedGapDay {
  day: number;
  closed: NonNullable<ClosedDay>;
}

/**
 * The longest gap, in days without a price, that closed days can explain. A longer gap means that the product was out
 * of season.
 */
const LONGEST_GAP_DAYS = 7;

/**
 * Returns the closed days in each gap between daily points, newest first. The key is the day number of the point after
 * the gap. Weekly and monthly points have no such gaps.
 */
export function closedGaps(
  points: readonly PricePoint[],
  closings: readonly Closing[],
  group: ChartGroup,
): ReadonlyMap<number, ClosedGapDay[]> {
  const gaps = new Map<number, ClosedGapDay[]>();
  if (group !== 'daily') return gaps;
  const byDay = new Map(closings.flatMap(({ days, closed }) => days.map((day) => [day, closed] as const)));
  for (const [index, { day: after }] of points.entries()) {
    const before = points[index - 1]?.day;
    if (before === undefined || after - before - 1 > LONGEST_GAP_DAYS) continue;
    const found: ClosedGapDay[] = [];
    for (let day = after - 1; day > before; day -= 1) {
      const closed = byDay.get(day);
      if (closed) found.push({ day, closed });
    }
    if (found.length > 0) gaps.set(after, found);
  }
  return gaps;
}
