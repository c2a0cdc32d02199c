import { cents, toRupees } from '#billing/money.ts';
import { writeCount } from '#contract/figures.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { type ChartGroup, type PricePoint, stretchesOf } from '#web/ui/chart/chart-range.ts';
import { dayTicks } from '#web/ui/chart/chart-ticks.ts';
import { dayLabel } from './chart-options.ts';
import type { BandPoint } from './outlook-band.ts';
import { amountMarks, daySpanOf } from './plot-frame.ts';

interface PriceSketchProps {
  points: readonly PricePoint[];
  band: readonly BandPoint[];
  group: ChartGroup;
  name: string;
  translator: Translator;
}

const WIDTH = 500;
const HEIGHT = 200;
/** As many days as fit below the plot of the narrowest phone. */
const DAY_MARKS = 4;

/** The chart as the server draws it: it is there with the text of the page, and without scripts. */
export function PriceSketch({ points, band, group, name, translator: { t } }: PriceSketchProps) {
  const newest = points.at(-1);
  if (!newest) return null;
  const { first, last } = daySpanOf(points, band);
  const amounts = [...points.map((point) => point.maxCents), ...band.map((point) => point.toCents)];
  const marks = amountMarks(toRupees(cents(Math.ceil(Math.max(...amounts)))));
  const top = (marks.at(-1) ?? 1) * 100;
  const days = dayTicks(first, last, DAY_MARKS);
  const x = (day: number) => Math.round(((day - first) / (last - first)) * WIDTH);
  const y = (amount: number) => Math.round(HEIGHT - (amount / top) * HEIGHT);
  const across = (day: number) => `${x(day) / (WIDTH / 100)}%`;
  const down = (amount: number) => `${y(amount) / (HEIGHT / 100)}%`;
  const stretches = stretchesOf(points, group).map((stretch) => spotsOf(stretch, x, y));
  const ahead = band.map((one) => `${x(one.day)} ${y(one.toCents)}`);
  const back = band.toReversed().map((one) => `${x(one.day)} ${y(one.fromCents)}`);
  return (
    <svg className="sketch" role="img" aria-label={name}>
      {marks.map((rupees) => (
        <g key={rupees}>
          <line x2="100%" y1={down(rupees * 100)} y2={down(rupees * 100)} />
          <text className="amount" x="-8" y={down(rupees * 100)}>
            {writeCount(rupees)}
          </text>
        </g>
      ))}
      {days.days.map((day) => (
        <g key={day}>
          <line x1={across(day)} x2={across(day)} y2="100%" />
          <text className="day" x={across(day)} y="100%">
            {dayLabel(day, days.unit, t)}
          </text>
        </g>
      ))}
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" width="100%" height="100%" aria-hidden="true">
        <path
          className="band"
          d={stretches.map(({ min, max }) => `M${[...max, ...min.toReversed()].join('L')}Z`).join('')}
        />
        {ahead.length > 0 && <path className="ahead" d={`M${[...ahead, ...back].join('L')}Z`} />}
        <path className="line min" d={stretches.map(({ min }) => pathOf(min)).join('')} />
        <path className="line max" d={stretches.map(({ max }) => pathOf(max)).join('')} />
      </svg>
      <circle className="spot min" cx={across(newest.day)} cy={down(newest.minCents)} r="4" />
      <circle className="spot max" cx={across(newest.day)} cy={down(newest.maxCents)} r="4" />
    </svg>
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
