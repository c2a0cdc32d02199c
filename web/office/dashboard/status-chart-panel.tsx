import { useComputedColorScheme } from '@mantine/core';
import { ArcElement, Chart, DoughnutController, Tooltip } from 'chart.js';
import { Doughnut } from 'react-chartjs-2';
import { type StatusCount, statusColours } from './count-statuses.ts';

Chart.register(DoughnutController, ArcElement, Tooltip);

/** The invoices by their status as a doughnut; its colours are explained by the table beside it. */
export function StatusChart({ parts }: { parts: readonly StatusCount[] }) {
  const scheme = useComputedColorScheme('light');
  return (
    <div style={{ height: 220 }}>
      <Doughnut
        data={{
          labels: parts.map(({ status }) => status),
          datasets: [
            {
              data: parts.map(({ count }) => count),
              backgroundColor: statusColours[scheme],
              borderColor: scheme === 'light' ? '#ffffff' : '#242424',
            },
          ],
        }}
        options={{ animation: false, maintainAspectRatio: false, cutout: '62%' }}
        role="img"
        aria-label="Doughnut chart of the invoices by their status; the same figures are in the table beside it."
      />
    </div>
  );
}
