import type { ChartData, ChartOptions, Point, ScriptableContext } from 'chart.js';
import { fromDayNumber } from '#billing/calendar.ts';
import { cents, toRupees } from '#billing/money.ts';
import { formatDay, formatDayMonth, formatMonthYear } from '#contract/days.ts';
import { writeCount } from '#contract/figures.ts';
import { formatRange, formatRupees } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { type ChartGroup, type PricePoint, stretchesOf } from '#web/ui/chart/chart-range.ts';
import { dayTicks } from '#web/ui/chart/chart-ticks.ts';
import { closedReason } from '../closed-day.tsx';
import type { ClosedGapDay } from './closed-gaps.ts';
import type { BandPoint } from './outlook-band.ts';
import { amountMarks, daySpanOf, PLOT_EDGES } from './plot-frame.ts';

/** A point of the chart, in rupees. Only a point with a text is named in the box at the pointer. */
interface PriceDot extends Point {
  text?: string;
}

/** What the chart draws: published prices, and the expected range after them. */
export interface ChartPoints {
  points: readonly PricePoint[];
  band: readonly BandPoint[];
}

export interface Lines {
  min: boolean;
  max: boolean;
}

/** The colours of the chart, read from the style sheet, so that light and dark are defined in one place. */
export interface ChartLook {
  min: string;
  max: string;
  band: string;
  ahead: string;
  text: string;
  grid: string;
  paper: string;
  font: string;
}

const LABEL_PIXELS = 88;
const DOTTED_POINTS = 45;
const DENSE_POINTS = 150;
const LINE_LETTERS = 36;
const FEWEST_DAYS = 4;

/** A point without a value separates the stretches, so that Chart.js draws no line across a gap. */
export function chartData(
  { points, band }: ChartPoints,
  group: ChartGroup,
  { lines, look, t }: { lines: Lines; look: ChartLook; t: Translator['t'] },
): ChartData<'line', PriceDot[]> {
  const stretches = stretchesOf(points, group);
  const valuesOf = (end: 'minCents' | 'maxCents'): PriceDot[] =>
    stretches.flatMap((stretch, index) => {
      const values = stretch.map((point) => {
        const amount = cents(point[end]);
        return { x: point.day, y: toRupees(amount), text: formatRupees(amount, t) };
      });
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
      ...bandSets(band, { look, t }),
    ],
  };
}

/** Returns the two ends of the expected range, between which the band is filled. Only the upper end has a text. */
function bandSets(band: readonly BandPoint[], { look, t }: { look: ChartLook; t: Translator['t'] }) {
  if (band.length === 0) return [];
  const common = {
    spanGaps: false,
    borderWidth: 0,
    tension: 0,
    pointRadius: 0,
    pointHitRadius: 0,
    hidden: false,
    label: t('outlook.panel'),
  };
  const rupees = (amount: number) => toRupees(cents(Math.round(amount)));
  const upper = band.map(({ day, fromCents, toCents }, at): PriceDot => {
    const text = `${t('money.currency')} ${formatRange(cents(Math.round(fromCents)), cents(Math.round(toCents)), t)}`;
    return { x: day, y: rupees(toCents), ...(at > 0 && { text }) };
  });
  const lower = band.map(({ day, fromCents }): PriceDot => ({ x: day, y: rupees(fromCents) }));
  return [
    { ...common, data: upper, fill: { target: '+1', above: look.ahead } },
    { ...common, data: lower, fill: false },
  ];
}

/**
 * Returns the function that calculates the radius of a dot. If the chart has many points, only a single day between two
 * gaps gets a dot, because it has no line.
 */
function dotRadius(count: number) {
  return ({ dataset, dataIndex }: ScriptableContext<'line'>) => {
    if (count <= DOTTED_POINTS) return 2;
    const values = dataset.data as (Point | undefined)[];
    const isHole = (index: number) => Number.isNaN(values[index]?.y ?? Number.NaN);
    return isHole(dataIndex - 1) && isHole(dataIndex + 1) ? 2 : 0;
  };
}

export function chartOptions(
  { points, band }: ChartPoints,
  gaps: ReadonlyMap<number, ClosedGapDay[]>,
  { look, translator }: { look: ChartLook; translator: Translator },
): ChartOptions<'line'> {
  const { t } = translator;
  const { first, last } = daySpanOf(points, band);
  const ticks = { color: look.text, font: { family: look.font, size: 14 } };
  return {
    animation: false,
    parsing: false,
    normalized: true,
    responsive: true,
    maintainAspectRatio: false,
    layout: { autoPadding: false, padding: { top: PLOT_EDGES.top, right: PLOT_EDGES.right } },
    interaction: { mode: 'nearest', axis: 'x', intersect: false },
    scales: {
      x: {
        type: 'linear',
        min: first,
        max: last,
        grid: { color: look.grid },
        border: { display: false },
        afterFit: (axis) => {
          Object.assign(axis, { height: PLOT_EDGES.bottom, paddingLeft: 0, paddingRight: 0 });
        },
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
        // The axis always starts at zero, so that the height of a change is in proportion to the price.
        beginAtZero: true,
        grid: { color: look.grid, drawTicks: false },
        border: { display: false },
        afterDataLimits: (axis) => {
          axis.max = amountMarks(axis.max).at(-1) ?? axis.max;
        },
        afterBuildTicks: (axis) => {
          axis.ticks = amountMarks(axis.max).map((value) => ({ value }));
        },
        afterFit: (axis) => {
          Object.assign(axis, { width: PLOT_EDGES.left, paddingTop: 0, paddingBottom: 0 });
        },
        ticks: { ...ticks, padding: 8, callback: (value) => writeCount(Number(value)) },
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
        filter: ({ raw }) => (raw as PriceDot).text !== undefined,
        callbacks: {
          footer: (items) => (gaps.get(items[0]?.parsed.x ?? 0) ?? []).flatMap((gap) => gapLines(gap, translator)),
          title: (items) => formatDay(fromDayNumber(items[0]?.parsed.x ?? 0), t),
          label: ({ dataset, raw }) => `${dataset.label ?? ''}: ${(raw as PriceDot).text ?? ''}`,
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

/** Returns the lines of a tooltip, which does not wrap. A long reason is cut; the table has it in full. */
function gapLines({ day, closed }: ClosedGapDay, translator: Translator): string[] {
  const date = fromDayNumber(day);
  const { text } = closedReason(closed, date, translator);
  // The text is cut at a space, because one Sinhala or Tamil letter can consist of several characters.
  const reason = text.length <= LINE_LETTERS ? text : `${text.slice(0, LINE_LETTERS).replace(/\s\S*$/, '')} …`;
  return [`${formatDayMonth(date, translator.t)} · ${translator.t('closed.word')}`, reason];
}

export function dayLabel(day: number, unit: 'day' | 'month' | 'year', t: Translator['t']): string {
  const date = fromDayNumber(day);
  if (unit === 'year') return date.slice(0, 4);
  return unit === 'month' ? formatMonthYear(date, t) : formatDayMonth(date, t);
}
