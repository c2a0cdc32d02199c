import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { addMonths, firstDayOf, type Month, monthOf } from '#billing/calendar.ts';
import type { OtherChargeKind } from '#contract/other-charges.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import { localName } from '../local-name.ts';
import { type ChargeTarget, type ChargeValues, describeUnits, findFaults, saveCharge } from './save-charge.ts';

const MONTHS = 12;

export function ChargeForm(props: ChargeTarget & { kinds: readonly OtherChargeKind[] }) {
  const { tenancyId, nextMonth, lastReadings, kinds, onClose, onDone } = props;
  const recordOnce = useRecordOnce();
  const kindOf = ({ kind_id }: ChargeValues) => kinds.find((kind) => String(kind.kind_id) === kind_id);
  const form: OfficeForm<ChargeValues> = useOfficeForm({
    initialValues: {
      kind_id: '',
      amount: '',
      reading: '',
      previous_reading: '',
      note: '',
      month_year: nextMonth,
      last_month: '',
    } as ChargeValues,
    check: (values) => findFaults(values, kindOf(values)?.basis),
    save: (values) => recordOnce((options) => saveCharge({ tenancyId, values, kind: kindOf(values) }, options)),
    fallback: t('other-charges.form.failed'),
    onSaved: ({ message }) => {
      toastDone(message, 5);
      onDone();
    },
  });
  const { values } = form.inner;
  const kind = kindOf(values);
  const choose = (chosen: string) => {
    const last = lastReadings.find(({ kind_id }) => String(kind_id) === chosen)?.reading;
    form.inner.setValues({ kind_id: chosen, previous_reading: last ?? '' });
  };
  return (
    <Form form={form} saveLabel={t('other-charges.panel.add')} onCancel={onClose} withoutHint>
      <ChoiceField
        label={t('other-charges.form.kind')}
        placeholder={t('other-charges.form.kindPlaceholder')}
        required
        data-autofocus
        data={kinds.map((one) => ({
          value: String(one.kind_id),
          label: `${localName(one)} (${word('basis', one.basis)})`,
        }))}
        {...form.field('kind_id')}
        onChange={choose}
      />
      {kind?.basis === 'meter' && <MeterFields form={form} kind={kind} />}
      {kind && kind.basis !== 'meter' && (
        <AmountField label={t('other-charges.form.amount')} required {...form.field('amount')} />
      )}
      <SimpleGrid cols={{ base: 1, xs: kind?.basis === 'recurring' ? 2 : 1 }}>
        <ChoiceField
          label={t(kind?.basis === 'recurring' ? 'other-charges.form.firstMonth' : 'other-charges.form.month')}
          required
          data={monthsFrom(nextMonth)}
          {...form.field('month_year')}
        />
        {kind?.basis === 'recurring' && (
          <ChoiceField
            label={t('other-charges.form.lastMonth')}
            none={t('other-charges.form.noLastMonth')}
            data={monthsFrom(values.month_year)}
            {...form.field('last_month')}
          />
        )}
      </SimpleGrid>
      <TextInput label={t('other-charges.form.note')} autoComplete="off" {...form.field('note')} />
    </Form>
  );
}

function MeterFields({ form, kind }: { form: OfficeForm<ChargeValues>; kind: OtherChargeKind }) {
  const { unit } = kind;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: 'start' }}>
        <AmountField
          decimals={3}
          label={t('other-charges.form.previous', { unit })}
          required
          {...form.field('previous_reading')}
        />
        <AmountField
          decimals={3}
          label={t('other-charges.form.reading', { unit })}
          required
          {...form.field('reading')}
        />
      </SimpleGrid>
      <Text size="sm" role="status" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {describeUnits(form.inner.values, kind)}
      </Text>
    </>
  );
}

function monthsFrom(first: Month): { value: Month; label: string }[] {
  return Array.from({ length: MONTHS }, (_, at) => {
    const value = monthOf(addMonths(firstDayOf(first), at));
    return { value, label: formatMonth(value) };
  });
}
