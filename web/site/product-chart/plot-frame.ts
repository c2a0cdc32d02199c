import type { PricePoint } from '#web/ui/chart/chart-range.ts';
import type { BandPoint } from './outlook-band.ts';

/**
 * The pixels around the plot, in which the labels are. The drawing of the server (product-chart.css) and the chart that
 * replaces it have the same, so that nothing moves.
 */
export const PLOT_EDGES = { top: 8, right: 8, bottom: 28, left: 56 };

/** The days of the axis: half a day before the first and after the last point. */
export interface DaySpan {
  first: number;
  last: number;
}

export function daySpanOf(points: readonly PricePoint[], band: readonly BandPoint[]): DaySpan {
  const newest = Math.max(points.at(-1)?.day ?? 0, band.at(-1)?.day ?? 0);
  return { first: (points.at(0)?.day ?? 0) - 0.5, last: newest + 0.5 };
}

const MOST_STEPS = 5;
const ROUND_STEPS = [1, 2, 2.5, 5, 10];

/**
 * Returns the marks of the price axis in whole rupees: from zero, so that the height of a change is in proportion to
 * the price, to the first mark that is not below `highest`.
 */
export function amountMarks(highest: number): number[] {
  const least = Math.max(highest, 1) / MOST_STEPS;
  const power = 10 ** Math.floor(Math.log10(least));
  const round = ROUND_STEPS.map((times) => times * power).find((step) => step >= least) ?? 10 * power;
  const step = Math.max(1, Math.ceil(round));
  return Array.from({ length: Math.ceil(Math.max(highest, 1) / step) + 1 }, (_, at) => at * step);
}
