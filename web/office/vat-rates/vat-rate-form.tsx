import { Card, NumberInput, Text, Title } from '@mantine/core';
import { type Day, dayInMonth, monthOf } from '#billing/calendar.ts';
import { type VatRate, vatRates } from '#contract/vat-rates.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatNumber } from '#web/ui/format/money.ts';
import { api } from '../api.ts';

type Values = { newVatRate: number | string; valid_from: Day | null };

/** The specification's sentence (2, section 5). */
const ABOVE_ZERO = 'Please enter a valid VAT rate greater than 0.';

interface VatRateFormProps {
  /** Those that stand, to say which one is replaced. */
  rates: readonly VatRate[];
  /** The list is worth reading again. */
  onTried: () => void;
}

/** Sets the rate of every shop, from this month's first or a day to come. */
export function VatRateForm({ rates, onTried }: VatRateFormProps) {
  const form: OfficeForm<Values> = useOfficeForm({
    initialValues: { newVatRate: '', valid_from: firstDay() } as Values,
    schema: vatRates.set.body,
    check: findFaults,
    ask: async (values) => ((await confirm(questionOf(values, rates))) ? {} : undefined),
    // Whatever comes of it: the answer may have been lost on its way.
    save: (values) => api(vatRates.set, { body: bodyOf(values) }).finally(onTried),
    fallback: 'Failed to update VAT rate. Please try again.',
    onSaved: ({ message }) => {
      toastDone(message, 5);
      form.clear();
    },
  });
  return (
    <Card component="section" aria-labelledby="new-rate" withBorder padding="md">
      <Title order={2} size="h4" id="new-rate" mb="sm">
        New VAT rate
      </Title>
      <Form form={form} saveLabel="Update VAT rate" withoutHint>
        <NumberInput
          label="VAT rate"
          required
          rightSection={
            <Text size="sm" c="dimmed" aria-hidden>
              %
            </Text>
          }
          hideControls
          clampBehavior="none"
          autoComplete="off"
          autoFocus
          {...form.field('newVatRate')}
        />
        <DayField
          label="Holds from"
          description="This month at the earliest"
          required
          earliest={firstDay()}
          {...form.field('valid_from')}
          value={form.inner.values.valid_from}
        />
      </Form>
    </Card>
  );
}

function firstDay(): Day {
  return dayInMonth(monthOf(browserToday()), 1);
}

function findFaults({ newVatRate, valid_from }: Values): Partial<Record<keyof Values, string>> {
  return {
    ...(!(Number(newVatRate) > 0) && { newVatRate: ABOVE_ZERO }),
    ...(valid_from === null && { valid_from: 'Choose the day from which it holds.' }),
    ...(valid_from !== null &&
      valid_from < firstDay() && { valid_from: `Choose ${formatOfficeDay(firstDay())} or a later day.` }),
  };
}

function bodyOf({ newVatRate, valid_from }: Values) {
  return { newVatRate, ...(valid_from !== null && { valid_from }) };
}

function questionOf({ newVatRate, valid_from }: Values, rates: readonly VatRate[]) {
  const rate = `${formatNumber(Number(newVatRate))} %`;
  const isToCome = valid_from !== null && valid_from > browserToday();
  const replaced = rates.find((one) => one.applied_at === null && one.valid_from === valid_from);
  const sentences = [
    isToCome
      ? `On ${formatOfficeDay(valid_from)} every shop's VAT rate becomes ${rate}.`
      : `At once every shop's VAT rate is ${rate}. It stands in the list as valid from ${formatOfficeDay(valid_from ?? browserToday())}.`,
    replaced ? `The ${formatNumber(replaced.vat_rate)} % that was to come on that day is replaced.` : '',
    'Shops that have a rate of their own get this one too.',
  ];
  return {
    title: `Set the VAT rate to ${rate}?`,
    body: sentences.filter(Boolean).join(' '),
    action: 'Update VAT rate',
  };
}
