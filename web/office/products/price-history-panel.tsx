import { Button, Group, Paper, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { Link } from 'react-router';
import { dayNumber } from '#billing/calendar.ts';
import type { Product } from '#contract/products.ts';
import { t } from '#web/i18n/t.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { Empty } from '#web/ui/async-state.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';
import { localName } from '../local-name.ts';
import { type DayPrice, rowsOf, type Series, since } from './cut-history.ts';
import { unitLabel } from './map-product.ts';

const PriceChartPanel = lazy(async () => ({ default: (await import('./price-chart-panel.tsx')).PriceChartPanel }));

const RANGES = ['91', '366', 'all'] as const;

function rangeChoices() {
  const labels = [t('products.history.months'), t('products.history.year'), t('products.history.all')];
  return RANGES.map((value, at) => ({ value, label: labels[at] ?? value }));
}

function historyColumns(): Column<DayPrice>[] {
  return [
    { key: 'day', title: t('products.history.date'), kind: 'day', value: ({ day }) => day },
    { key: 'min', title: t('products.history.min'), kind: 'money', value: ({ min }) => min },
    { key: 'max', title: t('products.history.max'), kind: 'money', value: ({ max }) => max },
  ];
}

export function PriceHistoryPanel({ product, series }: { product: Product; series: Series }) {
  const [range, chooseRange] = useAddressFilter('range');
  const chosen = RANGES.some((value) => value === range) ? range : 'all';
  const shown = useMemo(
    () => (chosen === 'all' ? series : since(series, dayNumber(browserToday()) - Number(chosen))),
    [series, chosen],
  );
  const rows = useMemo(() => rowsOf(shown), [shown]);
  if (series.days.length === 0) return <NoPrices />;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="price-history">
      <Stack gap="md">
        <Group justify="space-between">
          <div>
            <Title order={2} size="h4" id="price-history">
              {t('products.history.title')}
            </Title>
            <Latest rows={rowsOf(series)} unit={unitLabel(product.unit)} />
          </div>
          <SegmentedControl
            aria-label={t('products.history.period')}
            data={rangeChoices()}
            value={chosen}
            onChange={chooseRange}
          />
        </Group>
        {rows.length > 0 && (
          <Suspense fallback={<Skeleton height={320} />}>
            <PriceChartPanel series={shown} name={localName(product)} />
          </Suspense>
        )}
        <DataTable
          label={t('products.history.table')}
          columns={historyColumns()}
          load={loaded(rows)}
          failure=""
          rowId={({ day }) => day}
          rowName={({ day }) => formatOfficeDay(day)}
          exportName={t('products.history.file', { name: localName(product) })}
          empty={{ text: t('products.history.empty'), next: t('products.history.emptyNext') }}
        />
      </Stack>
    </Paper>
  );
}

function Latest({ rows: [latest], unit }: { rows: readonly DayPrice[]; unit: string }) {
  if (!latest) return null;
  return (
    <Text size="sm" c="dimmed">
      {t('products.history.latest', {
        min: formatMoney(latest.min),
        max: formatMoney(latest.max),
        unit,
        day: formatOfficeDay(latest.day),
      })}
    </Text>
  );
}

function NoPrices() {
  const next = (
    <Button component={Link} to="/daily-price" variant="default">
      {t('products.history.goToPrices')}
    </Button>
  );
  return <Empty text={t('products.history.none')} next={next} />;
}
