import { Alert, Group, Stack, TextInput } from '@mantine/core';
import type { Day } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import { prices } from '#contract/prices.ts';
import { useRedirect } from '#web/ui/address/use-redirect.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { api } from '../../api.ts';
import { BOTH_REQUIRED, judgeEntry } from '../judge-entry.ts';
import { entryOf, type Pair, readPrice } from '../read-price.ts';

/** A published price, as the form of its page needs it. */
export interface EditedPrice {
  productId: string;
  productName: string;
  unit: string;
  date: Day;
  pair: Pair;
  /** The last pair published before that day. */
  last: Pair | null;
}

type Fields = { min_price: string; max_price: string };

const FIELDS = { min: 'min_price', max: 'max_price' } as const;

/** Minimum and maximum to put right, by the same rules as the sheet. */
export function PriceForm({ price, onSaved }: { price: EditedPrice; onSaved: () => void }) {
  const { productId: id, date, last } = price;
  const redirect = useRedirect();
  const begin = entryOf(price.pair);
  const form = useOfficeForm({
    initialValues: { min_price: begin.min, max_price: begin.max },
    check: findFaults,
    save: (values: Fields) =>
      api(prices.edit, {
        params: { id, date },
        body: { min_price: plain(values.min_price), max_price: plain(values.max_price) },
      }),
    fallback: 'Failed to update daily price.',
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
      <Form form={form} saveLabel="Update" cancelTo={`/view-dailyprices?date=${date}`}>
        <Group gap="md" align="flex-start" grow>
          <TextInput
            label={`Minimum, Rs. per ${price.unit}`}
            inputMode="decimal"
            autoComplete="off"
            {...form.field('min_price')}
          />
          <TextInput
            label={`Maximum, Rs. per ${price.unit}`}
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

/** The specification's sentences, under the fields they are about. */
function findFaults({ min_price, max_price }: Fields): Partial<Fields> {
  if (min_price.trim() === '' && max_price.trim() === '') return { min_price: BOTH_REQUIRED };
  const { fault } = judgeEntry({ last: null }, { min: min_price, max: max_price, isNotAvailable: false });
  return fault ? { [FIELDS[fault.side]]: fault.message } : {};
}

/** A checked figure as the wire wants it. */
function plain(text: string): number {
  const read = readPrice(text);
  return read.kind === 'price' ? toRupees(read.cents) : Number.NaN;
}
