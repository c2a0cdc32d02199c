import { Button, Group, Paper, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { Link } from 'react-router';
import { dayNumber } from '#billing/calendar.ts';
import type { Product } from '#contract/products.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { Empty } from '#web/ui/async-state.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';
import { type DayPrice, rowsOf, type Series, since } from './cut-history.ts';

const PriceChart = lazy(async () => ({ default: (await import('./price-chart-panel.tsx')).PriceChart }));

const RANGES = [
  { value: '91', label: '3 months' },
  { value: '366', label: '1 year' },
  { value: 'all', label: 'All' },
];

const columns: readonly Column<DayPrice>[] = [
  { key: 'day', title: 'Date', kind: 'day', value: ({ day }) => day },
  { key: 'min', title: 'Minimum', kind: 'money', value: ({ min }) => min },
  { key: 'max', title: 'Maximum', kind: 'money', value: ({ max }) => max },
];

/** The prices of a product over time: the latest one, a chart, and the same figures as a table. */
export function PriceHistory({ product, series }: { product: Product; series: Series }) {
  const [range, chooseRange] = useAddressFilter('range');
  const chosen = RANGES.some(({ value }) => value === range) ? range : 'all';
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
              Price history
            </Title>
            <Latest rows={rowsOf(series)} unit={product.unit} />
          </div>
          <SegmentedControl aria-label="Time shown" data={RANGES} value={chosen} onChange={chooseRange} />
        </Group>
        {rows.length > 0 && (
          <Suspense fallback={<Skeleton height={320} />}>
            <PriceChart series={shown} name={product.name} />
          </Suspense>
        )}
        <DataTable
          label="Prices by day"
          columns={columns}
          load={loaded(rows)}
          failure=""
          rowId={({ day }) => day}
          rowName={({ day }) => formatOfficeDay(day)}
          exportName={`Prices of ${product.name}`}
          empty={{ text: 'No prices in this time.', next: 'Choose a longer time.' }}
        />
      </Stack>
    </Paper>
  );
}

function Latest({ rows: [latest], unit }: { rows: readonly DayPrice[]; unit: string }) {
  if (!latest) return null;
  return (
    <Text size="sm" c="dimmed">
      Latest: {formatMoney(latest.min)} – {formatMoney(latest.max)} per {unit}, {formatOfficeDay(latest.day)}
    </Text>
  );
}

function NoPrices() {
  const next = (
    <Button component={Link} to="/daily-price" variant="default">
      To the daily prices
    </Button>
  );
  return <Empty text="No prices yet." next={next} />;
}
