import { Chart, Filler, LinearScale, LineController, LineElement, type Plugin, PointElement, Tooltip } from 'chart.js';
import zoomPlugin from 'chartjs-plugin-zoom';
import { type RefObject, useEffect, useMemo, useSyncExternalStore } from 'react';
import { Line } from 'react-chartjs-2';
import type { Translator } from '#web/i18n/translate.ts';
import type { ChartGroup } from '#web/ui/chart/chart-range.ts';
import { PAGE_FONT } from '#web/ui/chart/page-font.ts';
import type { DayAxis } from './arrivals-strip.tsx';
import { type ChartLook, type ChartPoints, chartData, chartOptions, type Lines } from './chart-options.ts';
import type { ClosedGapDay } from './closed-gaps.ts';

Chart.register(LineController, LineElement, PointElement, LinearScale, Filler, Tooltip, zoomPlugin, PAGE_FONT);

export type PriceChartHandle = Chart<'line', { x: number; y: number }[]>;

interface PriceChartProps extends ChartPoints {
  gaps: ReadonlyMap<number, ClosedGapDay[]>;
  group: ChartGroup;
  lines: Lines;
  name: string;
  handle: RefObject<PriceChartHandle | null>;
  showAxis: (axis: DayAxis) => void;
  translator: Translator;
}

export function SitePriceChart(props: PriceChartProps) {
  const { points, band, gaps, group, lines, name, handle, showAxis, translator } = props;
  const { t } = translator;
  const isDark = useSyncExternalStore(watchDark, () => darkQuery().matches);
  const look = useMemo(() => readLook(isDark), [isDark]);
  const drawn = useMemo(() => ({ points, band }), [points, band]);
  const data = useMemo(() => chartData(drawn, group, { lines, look, t }), [drawn, group, lines, look, t]);
  const options = useMemo(() => chartOptions(drawn, gaps, { look, translator }), [drawn, gaps, look, translator]);
  const plugins = useMemo(() => [axisReporter(showAxis)], [showAxis]);
  useScrollPast(handle);
  return <Line ref={handle} data={data} options={options} plugins={plugins} role="img" aria-label={name} />;
}

function axisReporter(showAxis: (axis: DayAxis) => void): Plugin<'line'> {
  let last = '';
  return {
    id: 'axis-reporter',
    afterUpdate({ scales: { x } }) {
      if (!x) return;
      const axis = { min: x.min, max: x.max, left: x.left, width: x.width };
      const text = JSON.stringify(axis);
      if (text !== last) showAxis(axis);
      last = text;
    },
  };
}

/** Lets a vertical swipe scroll the page. Otherwise the touch library of the zoom would capture every touch. */
function useScrollPast(handle: RefObject<PriceChartHandle | null>): void {
  useEffect(() => {
    handle.current?.canvas.style.setProperty('touch-action', 'pan-y');
  }, [handle]);
}

function darkQuery(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)');
}

function watchDark(changed: () => void): () => void {
  const query = darkQuery();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

function readLook(_isDark: boolean): ChartLook {
  const style = getComputedStyle(document.body);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return {
    min: colour('--leaf-text'),
    max: colour('--warn'),
    // The last two digits are the opacity.
    band: `${colour('--warn')}1f`,
    ahead: `${colour('--soft')}38`,
    text: colour('--ink'),
    grid: colour('--edge'),
    paper: colour('--paper'),
    font: style.fontFamily,
  };
}
