import { fromDayNumber } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { formatShortDay } from '#contract/days.ts';
import { formatRupees } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { type ChartGroup, type PricePoint, stretchesOf } from '#web/ui/chart/chart-range.ts';

interface PriceSketchProps {
  points: readonly PricePoint[];
  group: ChartGroup;
  translator: Translator;
}

const WIDTH = 500;
const HEIGHT = 200;

export function PriceSketch({ points, group, translator: { t } }: PriceSketchProps) {
  const oldest = points.at(0);
  const newest = points.at(-1);
  if (!oldest || !newest) return null;
  const highest = Math.max(...points.map((point) => point.maxCents));
  const x = (day: number) => Math.round(((day - oldest.day) / Math.max(newest.day - oldest.day, 1)) * WIDTH);
  const y = (amount: number) => Math.round(HEIGHT - (amount / Math.max(highest, 1)) * HEIGHT);
  const stretches = stretchesOf(points, group).map((stretch) => spotsOf(stretch, x, y));
  return (
    <div className="sketch">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <path
          className="band"
          d={stretches.map(({ min, max }) => `M${[...max, ...min.toReversed()].join('L')}Z`).join('')}
        />
        <path className="line min" d={stretches.map(({ min }) => pathOf(min)).join('')} />
        <path className="line max" d={stretches.map(({ max }) => pathOf(max)).join('')} />
      </svg>
      <span className="mark high">{formatRupees(cents(highest), t)}</span>
      <span className="mark low">{formatRupees(cents(0), t)}</span>
      <span className="mark from">{formatShortDay(fromDayNumber(oldest.day), t)}</span>
      <span className="mark to">{formatShortDay(fromDayNumber(newest.day), t)}</span>
    </div>
  );
}

/**
 * Returns the points of the lines for minimum and maximum. Days on the same pixel become one point with the lowest
 * minimum and the highest maximum, so that the markup for ten years of prices remains small.
 */
function spotsOf(stretch: readonly PricePoint[], x: (day: number) => number, y: (amount: number) => number) {
  const extremes = new Map<number, { min: number; max: number }>();
  for (const { day, minCents, maxCents } of stretch) {
    const spot = extremes.get(x(day)) ?? { min: minCents, max: maxCents };
    extremes.set(x(day), { min: Math.min(spot.min, minCents), max: Math.max(spot.max, maxCents) });
  }
  const spots = [...extremes];
  return {
    min: spots.map(([at, { min }]) => `${at} ${y(min)}`),
    max: spots.map(([at, { max }]) => `${at} ${y(max)}`),
  };
}

function pathOf(spots: readonly string[]): string {
  return `M${(spots.length === 1 ? [spots[0], spots[0]] : spots).join('L')}`;
}
