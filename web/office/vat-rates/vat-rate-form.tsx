import { Card, Text, Title } from '@mantine/core';
import { type Day, dayInMonth, monthOf } from '#billing/calendar.ts';
import { amountOf } from '#contract/amount-text.ts';
import { findNewestRate, type VatRate, vatRates } from '#contract/vat-rates.ts';
import { versionOf } from '#contract/version.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { api } from '../api.ts';
import { percentText } from './vat-rate-table.tsx';

type Values = { newVatRate: number | string; valid_from: Day | null };

interface VatRateFormProps {
  rates: readonly VatRate[];
  onTried: () => void;
}

export function VatRateForm({ rates, onTried }: VatRateFormProps) {
  const form: OfficeForm<Values> = useOfficeForm({
    initialValues: { newVatRate: '', valid_from: firstDay() } as Values,
    schema: vatRates.set.body,
    check: findFaults,
    ask: async (values) => ((await confirm(questionOf(values, rates))) ? {} : undefined),
    // Also after a failure: only the answer may have been lost.
    save: (values) => api(vatRates.set, { body: bodyOf(values) }, { ifMatch: versionOfRates(rates) }).finally(onTried),
    fallback: t('vat-rates.form.failed'),
    onSaved: ({ message }) => {
      toastDone(message, 5);
      form.clear();
    },
  });
  return (
    <Card component="section" aria-labelledby="new-rate" withBorder padding="md">
      <Title order={2} size="h4" id="new-rate" mb="sm">
        {t('vat-rates.form.title')}
      </Title>
      <Form form={form} saveLabel={t('vat-rates.form.save')} withoutHint>
        <AmountField
          label={t('vat-rates.form.rate')}
          required
          rightSection={
            <Text size="sm" c="dimmed" aria-hidden>
              %
            </Text>
          }
          autoFocus
          {...form.field('newVatRate')}
        />
        <DayField
          label={t('vat-rates.form.from')}
          description={t('vat-rates.form.fromHint')}
          required
          earliest={firstDay()}
          {...form.field('valid_from')}
          value={form.inner.values.valid_from}
        />
      </Form>
    </Card>
  );
}

/** Another rate set meanwhile is listed after the refusal. */
function versionOfRates(rates: readonly VatRate[]): string {
  return versionOf(vatRates.set, findNewestRate(rates) ?? {});
}

function firstDay(): Day {
  return dayInMonth(monthOf(browserToday()), 1);
}

function findFaults({ newVatRate, valid_from }: Values): Partial<Record<keyof Values, string>> {
  return {
    ...(!(amountOf(newVatRate) > 0) && { newVatRate: t('vat-rates.form.aboveZero') }),
    ...(valid_from === null && { valid_from: t('vat-rates.form.fromMissing') }),
    ...(valid_from !== null &&
      valid_from < firstDay() && {
        valid_from: t('vat-rates.form.fromTooEarly', { day: formatOfficeDay(firstDay()) }),
      }),
  };
}

function bodyOf({ newVatRate, valid_from }: Values) {
  return { newVatRate, ...(valid_from !== null && { valid_from }) };
}

function questionOf({ newVatRate, valid_from }: Values, rates: readonly VatRate[]) {
  const rate = percentText(amountOf(newVatRate));
  const day = formatOfficeDay(valid_from ?? browserToday());
  const isLater = valid_from !== null && valid_from > browserToday();
  const replaced = rates.find((one) => one.applied_at === null && one.valid_from === valid_from);
  const sentences = [
    t(isLater ? 'vat-rates.confirm.later' : 'vat-rates.confirm.now', { rate, day }),
    replaced ? t('vat-rates.confirm.replaced', { rate: percentText(replaced.vat_rate) }) : '',
    t('vat-rates.confirm.ownRates'),
  ];
  return {
    title: t('vat-rates.confirm.title', { rate }),
    body: sentences.filter(Boolean).join(' '),
    action: t('vat-rates.form.save'),
  };
}
