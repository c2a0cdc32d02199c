import { useComputedColorScheme } from '@mantine/core';
import { ArcElement, Chart, DoughnutController, Tooltip } from 'chart.js';
import { Doughnut } from 'react-chartjs-2';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { PAGE_FONT } from '#web/ui/chart/page-font.ts';
import { tokenColour } from '#web/ui/chart/token-colour.ts';
import { type StatusCount, statusTokens } from './count-statuses.ts';

Chart.register(DoughnutController, ArcElement, Tooltip, PAGE_FONT);

export function StatusChartPanel({ parts }: { parts: readonly StatusCount[] }) {
  // The chart is drawn again when the tokens change.
  useComputedColorScheme('light');
  return (
    <div style={{ height: 150 }}>
      <Doughnut
        data={{
          labels: parts.map(({ status }) => word('status', status)),
          datasets: [
            {
              data: parts.map(({ count }) => count),
              backgroundColor: statusTokens.map(tokenColour),
              borderColor: tokenColour('--card'),
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
