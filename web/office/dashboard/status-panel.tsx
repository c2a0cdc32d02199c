import { Group, Paper, SimpleGrid, Skeleton, Table, Title, useComputedColorScheme } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';
import type { MonthSums } from '#contract/dashboard.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { Empty } from '#web/ui/async-state.tsx';
import { formatNumber } from '#web/ui/format/money.ts';
import { ArrestInfo } from '../invoices/arrest-panel.tsx';
import { type StatusCount, statusColours, statusCounts } from './count-statuses.ts';

/** Loaded after the figures; the table is enough without it. */
const StatusChart = lazy<ComponentType<{ parts: readonly StatusCount[] }>>(async () => {
  const chart = await import('./status-chart-panel.tsx').catch(() => undefined);
  return { default: chart?.StatusChartPanel ?? (() => null) };
});

export function StatusPanel({ counts }: { counts: MonthSums['invoiceCounts'] }) {
  const parts = statusCounts(counts);
  const colours = statusColours[useComputedColorScheme('light')];
  const total = counts.total_invoices;
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        {t('dashboard.status.title')}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" style={{ alignItems: 'center' }}>
        {total === 0 ? (
          <Empty text={t('dashboard.status.empty')} />
        ) : (
          <Suspense fallback={<Skeleton circle height={200} mx="auto" />}>
            <StatusChart parts={parts} />
          </Suspense>
        )}
        <Table
          aria-label={t('dashboard.status.title')}
          horizontalSpacing={4}
          fz={{ base: 'xs', sm: 'sm' }}
          style={{ fontVariantNumeric: 'tabular-nums' }}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('dashboard.status.status')}</Table.Th>
              <Table.Th ta="right">{t('dashboard.status.invoices')}</Table.Th>
              <Table.Th ta="right">{t('dashboard.status.share')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {parts.map(({ status, count }, at) => (
              <Table.Tr key={status}>
                <Table.Td>
                  <Group gap={6} wrap="nowrap">
                    <Swatch colour={colours[at] ?? ''} />
                    {word('status', status)}
                    {status === 'Arrest' && <ArrestInfo />}
                  </Group>
                </Table.Td>
                <Table.Td ta="right">{formatNumber(count)}</Table.Td>
                <Table.Td ta="right">{shareOf(count, total)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th>{t('dashboard.status.total')}</Table.Th>
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
  return <span aria-hidden style={{ width: 12, height: 12, borderRadius: 3, background: colour, flex: 'none' }} />;
}

function shareOf(count: number, total: number): string {
  return total === 0 ? '–' : `${Math.round((count / total) * 100)}%`;
}
