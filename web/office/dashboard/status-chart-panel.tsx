import { useComputedColorScheme } from '@mantine/core';
import { ArcElement, Chart, DoughnutController, Tooltip } from 'chart.js';
import { Doughnut } from 'react-chartjs-2';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { PAGE_FONT } from '#web/ui/chart/page-font.ts';
import { type StatusCount, statusColours } from './count-statuses.ts';

Chart.register(DoughnutController, ArcElement, Tooltip, PAGE_FONT);

export function StatusChartPanel({ parts }: { parts: readonly StatusCount[] }) {
  const scheme = useComputedColorScheme('light');
  return (
    <div style={{ height: 150 }}>
      <Doughnut
        data={{
          labels: parts.map(({ status }) => word('status', status)),
          datasets: [
            {
              data: parts.map(({ count }) => count),
              backgroundColor: statusColours[scheme],
              borderColor: scheme === 'light' ? '#ffffff' : '#121a14',
            },
          ],
        }}
        options={{ animation: false, maintainAspectRatio: false, cutout: '62%' }}
        role="img"
        aria-label={t('dashboard.status.chart')}
      />
    </div>
  );
}
