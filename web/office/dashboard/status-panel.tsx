import { Paper, SimpleGrid, Skeleton, Table, Title, useComputedColorScheme } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';
import type { MonthSums } from '#contract/dashboard.ts';
import { Empty } from '#web/ui/async-state.tsx';
import { formatNumber } from '#web/ui/format/money.ts';
import { type StatusCount, statusColours, statusCounts } from './count-statuses.ts';

/** The drawing comes after the figures, which do not wait for it; where it cannot be fetched, the table says it all. */
const StatusChart = lazy<ComponentType<{ parts: readonly StatusCount[] }>>(async () => {
  const chart = await import('./status-chart-panel.tsx').catch(() => undefined);
  return { default: chart?.StatusChart ?? (() => null) };
});

/** How many invoices are paid, partially paid, unpaid and under arrest: as a doughnut, and as a table. */
export function StatusPanel({ counts }: { counts: MonthSums['invoiceCounts'] }) {
  const parts = statusCounts(counts);
  const colours = statusColours[useComputedColorScheme('light')];
  const total = counts.total_invoices;
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        Invoices by status
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" style={{ alignItems: 'center' }}>
        {total === 0 ? (
          <Empty text="No invoices to draw." />
        ) : (
          <Suspense fallback={<Skeleton circle height={200} mx="auto" />}>
            <StatusChart parts={parts} />
          </Suspense>
        )}
        <Table aria-label="Invoices by status" style={{ fontVariantNumeric: 'tabular-nums' }}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Status</Table.Th>
              <Table.Th ta="right">Invoices</Table.Th>
              <Table.Th ta="right">Share</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {parts.map(({ status, count }, at) => (
              <Table.Tr key={status}>
                <Table.Td>
                  <Swatch colour={colours[at] ?? ''} /> {status}
                </Table.Td>
                <Table.Td ta="right">{formatNumber(count)}</Table.Td>
                <Table.Td ta="right">{shareOf(count, total)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th>Total</Table.Th>
              <Table.Th ta="right">{formatNumber(total)}</Table.Th>
              <Table.Td />
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </SimpleGrid>
    </Paper>
  );
}

function Swatch({ colour }: { colour: string }) {
  return (
    <span
      aria-hidden
      style={{ display: 'inline-block', width: 12, height: 12, borderRadius: 3, background: colour, marginRight: 4 }}
    />
  );
}

function shareOf(count: number, total: number): string {
  return total === 0 ? '–' : `${Math.round((count / total) * 100)} %`;
}
