import IconTrash from 'virtual:icons/trash';
import { Alert, Button, Group, Stack, TextInput, Title } from '@mantine/core';
import { useParams } from 'react-router';
import { type Day, dayNumber, instantOf, isDay } from '#billing/calendar.ts';
import { type Cents, cents, toRupees } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import { prices } from '#contract/prices.ts';
import { products } from '#contract/products.ts';
import { versionOf } from '#contract/version.ts';
import { isChangedMeanwhile, sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { useRedirect } from '#web/ui/address/use-redirect.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { localName } from '../../local-name.ts';
import { placeOf } from '../../place-of.ts';
import { unitLabel } from '../../products/map-product.ts';
import { Screen } from '../../screen.tsx';
import { judgeEntry } from '../judge-entry.ts';
import { entryOf, formatPair, type Pair, pairOf, type RupeesOfPair, readPrice, rupeesOfPair } from '../read-price.ts';

/** The page that edits a price (specification 2, section 2). */
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
  const min = min_cents[at];
  const max = max_cents[at];
  return min === undefined || max === undefined ? null : { min: cents(min), max: cents(max) };
}

type Change = Answer<typeof prices.changes>[number];

function changeColumns(): Column<Change>[] {
  return [
    {
      key: 'changed_at',
      title: t('prices.changes.when'),
      kind: 'instant',
      value: (change) => instantOf(Date.parse(change.changed_at)),
    },
    { key: 'changed_by', title: t('prices.changes.who'), kind: 'person', value: (change) => change.changed_by },
    { key: 'old', title: t('prices.changes.before'), value: (change) => pairText(change.old), isSortable: false },
    { key: 'new', title: t('prices.changes.after'), value: (change) => pairText(change.new), isSortable: false },
  ];
}

function PriceChangesTable({ load }: { load: Load<readonly Change[]> }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('prices.changes.title')}
      </Title>
      <DataTable
        label={t('prices.changes.title')}
        columns={changeColumns()}
        load={load}
        failure={t('prices.changes.failed')}
        rowId={(change) => change.id}
        rowName={(change) => pairText(change.new)}
        empty={{ text: t('prices.changes.empty') }}
      />
    </Stack>
  );
}

function pairText(pair: Change['old']): string {
  return pair ? formatPair(pairOf(pair)) : t('prices.changes.notAvailable');
}

interface EditedPrice {
  productId: string;
  productName: string;
  unit: string;
  date: Day;
  pair: Pair;
  last: Pair | null;
}

type Fields = { min_price: string; max_price: string };

const FIELDS = { min: 'min_price', max: 'max_price' } as const;

/** Clears a price, even that of a deleted product, which the price sheet no longer lists. */
function ClearPriceButton({ price, onStale }: { price: EditedPrice; onStale: () => void }) {
  const { productId, productName, date } = price;
  const redirect = useRedirect();
  const clear = async () => {
    const isSure = await confirm({
      title: t('prices.clear.title', { product: productName, day: formatOfficeDay(date) }),
      body: t('prices.clear.body', { product: productName }),
      action: t('prices.clear.button'),
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      const row = { product_id: Number(productId), date };
      const ifMatch = versionOf(prices.updateMultiple, { rows: [{ ...row, ...rupeesOfPair(price.pair) }] });
      const body = [{ ...row, min_price: null, max_price: null }];
      const { message } = await api(prices.updateMultiple, { body }, { ifMatch });
      toastDone(message, 3);
      redirect(placeOf('/view-dailyprices', { date }), 2);
    } catch (error) {
      if (isChangedMeanwhile(error)) onStale();
      toastFailed(sentenceOf(error, t('prices.clear.failed')), 4);
    }
  };
  return (
    <Button
      variant="subtle"
      color="red"
      c="var(--mantine-color-error)"
      leftSection={<IconTrash size={18} aria-hidden />}
      onClick={() => void clear()}
      style={{ alignSelf: 'flex-start' }}
    >
      {t('prices.clear.button')}
    </Button>
  );
}

function PriceForm({ price, onSaved }: { price: EditedPrice; onSaved: () => void }) {
  const { productId: id, date, last } = price;
  const redirect = useRedirect();
  const form: OfficeForm<Fields> = useOfficeForm({
    initialValues: fieldsOf(rupeesOfPair(price.pair)),
    check: findFaults,
    save: ({ min_price, max_price }, seen) =>
      api(
        prices.edit,
        { params: { id, date }, body: { min_price: rupeesOf(min_price), max_price: rupeesOf(max_price) } },
        seen,
      ),
    stored: {
      call: prices.edit,
      object: rupeesOfPair(price.pair),
      valuesOf: fieldsOf,
      objectOf: ({ data }) => data,
    },
    fallback: t('prices.edit.failed'),
    onSaved: ({ message }) => {
      toastDone(message, 3);
      onSaved();
      redirect(placeOf('/view-dailyprices', { date }), 2);
    },
  });
  const { min_price: min, max_price: max } = form.inner.getValues();
  const { warnings } = judgeEntry({ last: last && { ...last, date } }, { min, max, isNotAvailable: false });
  return (
    <Stack maw={640}>
      <Form form={form} saveLabel={t('prices.edit.save')} cancelTo={placeOf('/view-dailyprices', { date })}>
        <Group gap="md" align="flex-start" grow>
          <TextInput
            label={t('prices.edit.min', { unit: price.unit })}
            inputMode="decimal"
            autoComplete="off"
            {...form.field('min_price')}
          />
          <TextInput
            label={t('prices.edit.max', { unit: price.unit })}
            inputMode="decimal"
            autoComplete="off"
            {...form.field('max_price')}
          />
        </Group>
        <div role="status">
          {warnings.map((warning) => (
            <Alert key={warning} color="turmeric" py="xs">
              {warning}
            </Alert>
          ))}
        </div>
      </Form>
    </Stack>
  );
}

function fieldsOf(stored: RupeesOfPair): Fields {
  const { min, max } = entryOf(pairOf(stored));
  return { min_price: min, max_price: max };
}

function findFaults({ min_price, max_price }: Fields): Partial<Fields> {
  if (min_price.trim() === '' && max_price.trim() === '') return { min_price: t('prices.fault.bothNeeded') };
  const { fault } = judgeEntry({ last: null }, { min: min_price, max: max_price, isNotAvailable: false });
  return fault ? { [FIELDS[fault.side]]: fault.message } : {};
}

function rupeesOf(text: string): number {
  const read = readPrice(text);
  return read.kind === 'price' ? toRupees(read.cents) : Number.NaN;
}
