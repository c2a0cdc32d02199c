import type { ChartData, ChartOptions, Point, ScriptableContext } from 'chart.js';
import { fromDayNumber } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { formatCount, formatDay, formatDayMonth, formatMonthYear, formatRupees } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { type ChartGroup, type PricePoint, stretchesOf } from '#web/ui/chart/chart-range.ts';
import { dayTicks } from '#web/ui/chart/chart-ticks.ts';
import { closedReason } from '../closed-day.tsx';
import type { ClosedGapDay } from './closed-gaps.ts';

/** Which of the two lines are drawn. */
export interface Lines {
  min: boolean;
  max: boolean;
}

/** Colours and the letters of the page, read from its style sheet, so that light and dark are decided in one place. */
export interface ChartLook {
  min: string;
  max: string;
  band: string;
  text: string;
  grid: string;
  paper: string;
  font: string;
}

/** Widest distance, in pixels, that a label of the time axis may need. */
const LABEL_PIXELS = 88;
/** Up to so many points each is drawn as a dot, too. */
const DOTTED_POINTS = 45;
/** Beyond so many, thinner lines keep a phone's chart readable. */
const DENSE_POINTS = 150;
/** A line of a tooltip has so many letters at most, for a phone. */
const LINE_LETTERS = 36;
/** Zooming in ends at this many days. */
const FEWEST_DAYS = 4;

/** Both lines in rupees, with a hole between stretches: Chart.js draws no line into or out of it. */
export function chartData(
  points: readonly PricePoint[],
  group: ChartGroup,
  lines: Lines,
  look: ChartLook,
  t: Translator['t'],
): ChartData<'line', Point[]> {
  const stretches = stretchesOf(points, group);
  const valuesOf = (end: 'minCents' | 'maxCents'): Point[] =>
    stretches.flatMap((stretch, index) => {
      const values = stretch.map((point) => ({ x: point.day, y: point[end] / 100 }));
      const hole = { x: (stretch[0]?.day ?? 0) - 0.5, y: Number.NaN };
      return index === 0 ? values : [hole, ...values];
    });
  const common = {
    spanGaps: false,
    borderWidth: points.length <= DENSE_POINTS ? 2.5 : 1.5,
    tension: 0,
    pointRadius: dotRadius(points.length),
    pointHitRadius: 12,
  };
  return {
    datasets: [
      {
        ...common,
        label: t('chart.max'),
        data: valuesOf('maxCents'),
        hidden: !lines.max,
        borderColor: look.max,
        pointBackgroundColor: look.max,
        pointBorderColor: look.max,
        fill: lines.min ? { target: 1, above: look.band } : false,
      },
      {
        ...common,
        label: t('chart.min'),
        data: valuesOf('minCents'),
        hidden: !lines.min,
        borderColor: look.min,
        pointBackgroundColor: look.min,
        pointBorderColor: look.min,
        fill: false,
      },
    ],
  };
}

/** Dots on short charts; on long ones only where a day stands alone, for no line would show it. */
function dotRadius(count: number) {
  return ({ dataset, dataIndex }: ScriptableContext<'line'>) => {
    if (count <= DOTTED_POINTS) return 3;
    const values = dataset.data as (Point | undefined)[];
    const isHole = (index: number) => Number.isNaN(values[index]?.y ?? Number.NaN);
    return isHole(dataIndex - 1) && isHole(dataIndex + 1) ? 2 : 0;
  };
}

/** A time axis of day numbers, with marks and words of our own; zooming and moving along it, never up and down. */
export function chartOptions(
  points: readonly PricePoint[],
  gaps: ReadonlyMap<number, ClosedGapDay[]>,
  look: ChartLook,
  speech: Translator,
): ChartOptions<'line'> {
  const { t } = speech;
  const first = (points.at(0)?.day ?? 0) - 0.5;
  const last = (points.at(-1)?.day ?? 0) + 0.5;
  const ticks = { color: look.text, font: { family: look.font, size: 13 } };
  return {
    animation: false,
    parsing: false,
    normalized: true,
    responsive: true,
    maintainAspectRatio: false,
    interaction: { mode: 'nearest', axis: 'x', intersect: false },
    scales: {
      x: {
        type: 'linear',
        min: first,
        max: last,
        grid: { color: look.grid },
        border: { color: look.grid },
        afterBuildTicks: (axis) => {
          const marks = dayTicks(axis.min, axis.max, Math.max(2, Math.floor(axis.chart.width / LABEL_PIXELS)));
          axis.ticks = marks.days.map((day) => ({ value: day, label: dayLabel(day, marks.unit, t) }));
        },
        ticks: {
          ...ticks,
          autoSkip: false,
          maxRotation: 0,
          callback: (value, index, all) => all[index]?.label ?? String(value),
        },
      },
      y: {
        grace: '8%',
        grid: { color: look.grid },
        border: { display: false },
        ticks: { ...ticks, maxTicksLimit: 7, callback: (value) => formatCount(Number(value)) },
      },
    },
    plugins: {
      legend: { display: false },
      tooltip: {
        backgroundColor: look.text,
        titleColor: look.paper,
        bodyColor: look.paper,
        titleFont: { family: look.font, size: 14 },
        bodyFont: { family: look.font, size: 14 },
        footerColor: look.paper,
        footerFont: { family: look.font, size: 13, weight: 'normal' },
        padding: 10,
        callbacks: {
          footer: (items) => (gaps.get(items[0]?.parsed.x ?? 0) ?? []).flatMap((gap) => gapLines(gap, speech)),
          title: (items) => formatDay(fromDayNumber(items[0]?.parsed.x ?? 0), t),
          label: ({ dataset, parsed }) =>
            `${dataset.label ?? ''}: ${formatRupees(cents(Math.round((parsed.y ?? 0) * 100)), t)}`,
        },
      },
      zoom: {
        limits: { x: { min: first, max: last, minRange: FEWEST_DAYS } },
        pan: { enabled: true, mode: 'x' },
        zoom: { mode: 'x', wheel: { enabled: true }, pinch: { enabled: true } },
      },
    },
  };
}

/** Why there is no point before this one. A tooltip breaks no lines, so a long reason is cut; the table has all of it. */
function gapLines({ day, closed }: ClosedGapDay, speech: Translator): string[] {
  const date = fromDayNumber(day);
  const { text } = closedReason(closed, date, speech);
  // At a space: letters of Sinhala and Tamil are of several signs, which must not be parted.
  const reason = text.length <= LINE_LETTERS ? text : `${text.slice(0, LINE_LETTERS).replace(/\s\S*$/, '')} …`;
  return [`${formatDayMonth(date, speech.t)} · ${speech.t('closed.word')}`, reason];
}

function dayLabel(day: number, unit: 'day' | 'month' | 'year', t: Translator['t']): string {
  const date = fromDayNumber(day);
  if (unit === 'year') return date.slice(0, 4);
  return unit === 'month' ? formatMonthYear(date, t) : formatDayMonth(date, t);
}
