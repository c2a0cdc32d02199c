import { dayNumber, fromDayNumber } from '#billing/calendar.ts';
import { cents, toRupees } from '#billing/money.ts';
import { formatShortDay } from '#contract/days.ts';
import { writeCount } from '#contract/figures.ts';
import type { CentreSeries, WhereToSellPageData } from '#contract/where-to-sell.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { type PricePoint, stretchesOf } from '#web/ui/chart/chart-range.ts';
import { dayTicks } from '#web/ui/chart/chart-ticks.ts';
import { dayLabel } from '../product-chart/chart-options.ts';
import { amountMarks } from '../product-chart/plot-frame.ts';

const WIDTH = 500;
const HEIGHT = 200;
const DAY_MARKS = 4;

/** The middles of the ranges of this market and another, drawn by the server. */
export function TwoCentresSketch({ data, translator }: { data: WhereToSellPageData; translator: Translator }) {
  const { language, t } = translator;
  const { chart, rows, today } = data;
  if (!chart) return null;
  const here = pointsOf(chart.here);
  const there = pointsOf(chart.there);
  const [first] = [...here.slice(0, 1), ...there.slice(0, 1)].sort((one, other) => one.day - other.day);
  if (!first) return <p>{t('sell.noChart')}</p>;
  const from = first.day - 0.5;
  const to = dayNumber(today) + 0.5;
  const highest = Math.max(...[...here, ...there].map(middle));
  const marks = amountMarks(toRupees(cents(Math.ceil(highest))));
  const top = (marks.at(-1) ?? 1) * 100;
  const days = dayTicks(from, to, DAY_MARKS);
  const x = (day: number) => Math.round(((day - from) / (to - from)) * WIDTH);
  const y = (amount: number) => Math.round(HEIGHT - (amount / top) * HEIGHT);
  const pathOf = (points: readonly PricePoint[]) =>
    stretchesOf(points, 'weekly')
      .map((stretch) => `M${stretch.map((point) => `${x(point.day)} ${y(middle(point))}`).join('L')}`)
      .join('');
  const nameOf = (id: number) => rows.find(({ centreId }) => centreId === id)?.name[language] ?? '';
  const names = { here: nameOf(0), there: nameOf(chart.centreId) };
  const title = t('sell.chart', { ...names, from: formatShortDay(fromDayNumber(first.day), t) });
  return (
    <figure className="two-centres" id="two-centres">
      <figcaption>{title}</figcaption>
      <div className="plot">
        <svg className="sketch" role="img" aria-label={title}>
          {marks.map((rupees) => (
            <g key={rupees}>
              <line x2="100%" y1={`${y(rupees * 100) / (HEIGHT / 100)}%`} y2={`${y(rupees * 100) / (HEIGHT / 100)}%`} />
              <text className="amount" x="-8" y={`${y(rupees * 100) / (HEIGHT / 100)}%`}>
                {writeCount(rupees)}
              </text>
            </g>
          ))}
          {days.days.map((day) => (
            <g key={day}>
              <line x1={`${x(day) / (WIDTH / 100)}%`} x2={`${x(day) / (WIDTH / 100)}%`} y2="100%" />
              <text className="day" x={`${x(day) / (WIDTH / 100)}%`} y="100%">
                {dayLabel(day, days.unit, t)}
              </text>
            </g>
          ))}
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            width="100%"
            height="100%"
            aria-hidden="true"
          >
            <path className="line here" d={pathOf(here)} />
            <path className="line there" d={pathOf(there)} />
          </svg>
        </svg>
      </div>
      <ul className="two-names">
        {here.length > 0 && <li className="here">{names.here}</li>}
        <li className="there">{names.there}</li>
      </ul>
    </figure>
  );
}

function pointsOf({ days, minCents, maxCents }: CentreSeries): PricePoint[] {
  return days.map((day, at) => ({ day, minCents: minCents[at] ?? 0, maxCents: maxCents[at] ?? 0 }));
}

function middle({ minCents, maxCents }: Pick<PricePoint, 'minCents' | 'maxCents'>): number {
  return (minCents + maxCents) / 2;
}
