import IconPencil from 'virtual:icons/pencil';
import { Badge, Button, Group, Paper, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { dayNumber } from '#billing/calendar.ts';
import { prices } from '#contract/prices.ts';
import { type Product, products } from '#contract/products.ts';
import { t } from '#web/i18n/t.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { AsyncState, Empty } from '#web/ui/async-state.tsx';
import { Picture } from '#web/ui/form/image-field.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { latePart } from '#web/ui/late-part.tsx';
import { useHasRoom } from '#web/ui/phone-only.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { localName, otherNames } from '../local-name.ts';
import { placeOf } from '../place-of.ts';
import { Screen, titleOf } from '../screen.tsx';
import { type DayPrice, rowsOf, type Series, since } from './cut-history.ts';
import { typeLabel, unitLabel } from './map-product.ts';

export function ProductSummaryPage() {
  const { productId: id = '' } = useParams();
  const load = useLoad(`product ${id}`, async (signal) => {
    const params = { id };
    const [product, series] = await Promise.all([
      api(products.get, { params }, { signal }),
      api(prices.series, { params }, { signal }),
    ]);
    return { product, series };
  });
  const edit = (
    <Button
      component={Link}
      to={placeOf('/edit-product/:id', { id })}
      variant="default"
      leftSection={<IconPencil size={18} aria-hidden />}
    >
      {t('products.summary.edit')}
    </Button>
  );
  return (
    <Screen
      path="/product-summary/:productId"
      title={load.data ? localName(load.data.product) : titleOf('/product-summary/:productId')}
      actions={load.data && edit}
    >
      <AsyncState load={load} failure={t('products.summary.loadFailed')}>
        {({ product, series }) => (
          <Stack gap="md">
            <Details product={product} />
            <PriceHistoryPanel product={product} series={series} />
          </Stack>
        )}
      </AsyncState>
    </Screen>
  );
}

function Details({ product }: { product: Product }) {
  const hasRoom = useHasRoom();
  return (
    <Paper withBorder p="md">
      <Group align="flex-start" gap="md" wrap="nowrap">
        <Picture source={product.image} size={hasRoom ? 112 : 64} alt={localName(product)} />
        <Stack gap="var(--space-2)" style={{ minWidth: 0 }}>
          <Group gap="md">
            {otherNames(product).map(({ lang, text }) => (
              <span key={lang} lang={lang}>
                {text}
              </span>
            ))}
          </Group>
          <Group gap="xs">
            <Badge variant="light" tt="none" radius="sm">
              {typeLabel(product.type)}
            </Badge>
            <Text size="sm" c="dimmed">
              {t('products.summary.facts', {
                id: String(product.id),
                code: product.code,
                unit: unitLabel(product.unit),
              })}
            </Text>
          </Group>
          <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {product.description || t('products.summary.noDescription')}
          </Text>
          {product.aliases.length > 0 && (
            <Text size="sm" c="dimmed">
              {t('products.summary.aliases', { names: product.aliases.join(', ') })}
            </Text>
          )}
        </Stack>
      </Group>
    </Paper>
  );
}

const PriceChartPanel = latePart(async () => (await import('./price-chart-panel.tsx')).PriceChartPanel);

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

function PriceHistoryPanel({ product, series }: { product: Product; series: Series }) {
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
          <PriceChartPanel series={shown} name={localName(product)} placeholder={<Skeleton height={320} />} />
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
    <Button component={Link} to={placeOf('/daily-price')} variant="default">
      {t('products.history.goToPrices')}
    </Button>
  );
  return <Empty text={t('products.history.none')} next={next} />;
}
