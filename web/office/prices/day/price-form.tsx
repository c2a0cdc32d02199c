import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { Day } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import { prices } from '#contract/prices.ts';
import { versionOf } from '#contract/version.ts';
import { isChangedMeanwhile, sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { useRedirect } from '#web/ui/address/use-redirect.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { api } from '../../api.ts';
import { judgeEntry } from '../judge-entry.ts';
import { entryOf, type Pair, pairOf, type RupeesOfPair, readPrice, rupeesOfPair } from '../read-price.ts';

export interface EditedPrice {
  productId: string;
  productName: string;
  unit: string;
  date: Day;
  pair: Pair;
  last: Pair | null;
}

type Fields = { min_price: string; max_price: string };

const FIELDS = { min: 'min_price', max: 'max_price' } as const;

/** Works for a deleted product too, which the price sheet no longer lists. */
export function ClearPriceButton({ price, onStale }: { price: EditedPrice; onStale: () => void }) {
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
      redirect(`/view-dailyprices?date=${date}`, 2);
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

export function PriceForm({ price, onSaved }: { price: EditedPrice; onSaved: () => void }) {
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
      redirect(`/view-dailyprices?date=${date}`, 2);
    },
  });
  const { min_price: min, max_price: max } = form.inner.getValues();
  const { warnings } = judgeEntry({ last: last && { ...last, date } }, { min, max, isNotAvailable: false });
  return (
    <Stack maw={640}>
      <Form form={form} saveLabel={t('prices.edit.save')} cancelTo={`/view-dailyprices?date=${date}`}>
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
