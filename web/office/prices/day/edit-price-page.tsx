import { Group, TextInput } from '@mantine/core';
import { useParams } from 'react-router';
import { type Day, dayNumber, isDay } from '#billing/calendar.ts';
import { type Cents, cents } from '#billing/money.ts';
import { prices } from '#contract/prices.ts';
import { products } from '#contract/products.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { localName } from '../../local-name.ts';
import { unitLabel } from '../../products/map-product.ts';
import { Screen } from '../../screen.tsx';
import { pairOf } from '../read-price.ts';
import { PriceChangesTable } from './price-changes-table.tsx';
import { ClearPriceButton, type EditedPrice, PriceForm } from './price-form.tsx';

/** Specification 2, section 2. */
export function EditPricePage() {
  const { date = '', productId = '' } = useParams();
  const load = useLoad(`price ${productId} ${date}`, (signal) => loadPrice(productId, date, signal));
  const changes = useLoad(`changes ${productId} ${date}`, (signal) =>
    api(prices.changes, { params: { id: productId, date } }, { signal }),
  );
  return (
    <Screen
      path="/edit-dailyprice/:date/:productId"
      {...(load.data && { title: t('prices.edit.title', { product: load.data.productName }) })}
    >
      <AsyncState load={load} failure={t('prices.edit.loadFailed')}>
        {(price) => (
          <>
            <Group gap="md" align="flex-start" maw={640} grow>
              <TextInput label={t('prices.edit.date')} value={formatOfficeDay(price.date)} readOnly variant="filled" />
              <TextInput label={t('prices.edit.product')} value={price.productName} readOnly variant="filled" />
            </Group>
            <PriceForm key={`${productId} ${date}`} price={price} onSaved={changes.reload} />
            <ClearPriceButton price={price} onStale={load.reload} />
          </>
        )}
      </AsyncState>
      <PriceChangesTable load={changes} />
    </Screen>
  );
}

async function loadPrice(productId: string, date: string, signal: AbortSignal): Promise<EditedPrice> {
  const [price, product, series] = await Promise.all([
    api(prices.one, { params: { id: productId, date } }, { signal }),
    api(products.get, { params: { id: productId } }, { signal }),
    api(prices.series, { params: { id: productId } }, { signal }),
  ]);
  return {
    productId,
    productName: localName(product),
    unit: unitLabel(product.unit),
    date: isDay(date) ? date : browserToday(),
    pair: pairOf(price),
    last: lastBefore(isDay(date) ? date : browserToday(), series),
  };
}

interface Series {
  days: readonly number[];
  min_cents: readonly number[];
  max_cents: readonly number[];
}

function lastBefore(date: Day, { days, min_cents, max_cents }: Series): { min: Cents; max: Cents } | null {
  const at = days.findLastIndex((number) => number < dayNumber(date));
  const [min, max] = [min_cents[at], max_cents[at]];
  return min === undefined || max === undefined ? null : { min: cents(min), max: cents(max) };
}
