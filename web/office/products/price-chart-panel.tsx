import { useComputedColorScheme } from '@mantine/core';
import {
  Chart,
  type ChartOptions,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';
import { Line } from 'react-chartjs-2';
import { fromDayNumber } from '#billing/calendar.ts';
import { t } from '#web/i18n/t.ts';
import { PAGE_FONT } from '#web/ui/chart/page-font.ts';
import { tokenColour } from '#web/ui/chart/token-colour.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { isSinglePoint, lineOf, type Point, type Series } from './cut-history.ts';

Chart.register(LineController, LineElement, PointElement, LinearScale, Tooltip, Legend, PAGE_FONT);

const readColors = () => ({
  min: tokenColour('--leaf-text'),
  max: tokenColour('--warn'),
  text: tokenColour('--soft'),
  grid: tokenColour('--edge'),
});

export function PriceChartPanel({ series, name }: { series: Series; name: string }) {
  // The panel is drawn again when the tokens change.
  useComputedColorScheme('light');
  const colors = readColors();
  const line = (label: string, cents: readonly number[], color: string) => {
    const data = lineOf(series.days, cents);
    return {
      label,
      data,
      borderColor: color,
      backgroundColor: color,
      borderWidth: data.length > 400 ? 1.25 : 2,
      pointRadius: data.map((_, at) => (isSinglePoint(data, at) ? 2 : 0)),
      pointHitRadius: 8,
    };
  };
  const datasets = [
    line(t('products.history.min'), series.min_cents, colors.min),
    line(t('products.history.max'), series.max_cents, colors.max),
  ];
  return (
    <div style={{ height: 320 }}>
      <Line
        data={{ datasets }}
        options={optionsIn(colors)}
        role="img"
        aria-label={t('products.chart.label', { name })}
      />
    </div>
  );
}

function optionsIn(colors: ReturnType<typeof readColors>): ChartOptions<'line'> {
  const day = (number: number) => formatOfficeDay(fromDayNumber(Math.round(number)));
  return {
    animation: false,
    maintainAspectRatio: false,
    interaction: { mode: 'index', intersect: false },
    scales: {
      x: {
        type: 'linear',
        bounds: 'data',
        ticks: { callback: (number) => day(Number(number)), maxTicksLimit: 8, maxRotation: 0, color: colors.text },
        grid: { display: false },
      },
      y: {
        ticks: { color: colors.text },
        grid: { color: colors.grid },
        title: { display: true, text: t('shared.money.lkr'), color: colors.text },
      },
    },
    plugins: {
      legend: { labels: { color: colors.text, boxHeight: 2 } },
      tooltip: {
        callbacks: {
          title: ([item]) => (item ? day((item.raw as Point).x) : ''),
          label: ({ dataset, parsed }) =>
            t('products.chart.point', {
              line: dataset.label ?? '',
              price: parsed.y === null ? t('products.chart.noPrice') : formatMoney(parsed.y),
            }),
        },
      },
    },
  };
}
