import { Anchor, Modal, SimpleGrid, Text, TextInput } from '@mantine/core';
import { Link } from 'react-router';
import { addMonths, firstDayOf, type Month, monthOf } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import { meteredAmount, toUnits } from '#billing/other-charges.ts';
import { amountOf } from '#contract/amount-text.ts';
import { centsOf, writeNumber } from '#contract/figures.ts';
import { type OtherChargeKind, otherCharges, parseUnits } from '#contract/other-charges.ts';
import type { ChargeBasis } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { localName } from '../local-name.ts';
import { placeOf } from '../place-of.ts';

export function ChargeDialog(props: ChargeTarget) {
  const load = useLoad('charge kinds', (signal) => api(otherCharges.listKinds, {}, { signal }));
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={<Text fw={700}>{t('other-charges.panel.add')}</Text>}
      closeButtonProps={{ 'aria-label': t('ui.dialog.close') }}
      closeOnClickOutside={false}
    >
      <AsyncState load={load} failure={t('other-charges.kinds.failed')}>
        {(kinds) => {
          const current = kinds.filter(({ is_archived }) => !is_archived);
          if (current.length > 0) return <ChargeForm {...props} kinds={current} />;
          return (
            <Anchor component={Link} to={placeOf('/charge-kinds')}>
              {t('other-charges.form.none')}
            </Anchor>
          );
        }}
      </AsyncState>
    </Modal>
  );
}

const MONTHS = 12;

function ChargeForm(props: ChargeTarget & { kinds: readonly OtherChargeKind[] }) {
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

interface ChargeTarget {
  tenancyId: number;
  nextMonth: Month;
  lastReadings: readonly { kind_id: number; reading: number }[];
  onClose: () => void;
  onDone: () => void;
}

type ChargeValues = {
  /** The id of the kind; empty until one is chosen. */
  kind_id: string;
  amount: number | string;
  reading: number | string;
  previous_reading: number | string;
  month_year: Month;
  last_month: Month | '';
  note: string;
};

function findFaults(
  { amount, reading, previous_reading }: ChargeValues,
  basis: ChargeBasis | undefined,
): Partial<Record<keyof ChargeValues, string>> {
  if (basis === undefined) return { kind_id: t('other-charges.form.kindMissing') };
  if (basis !== 'meter') return amountOf(amount) > 0 ? {} : { amount: t('other-charges.form.amountMissing') };
  return {
    ...(previous_reading === '' && { previous_reading: t('other-charges.form.readingMissing') }),
    ...(reading === '' && { reading: t('other-charges.form.readingMissing') }),
  };
}

function saveCharge(
  { tenancyId, values, kind }: { tenancyId: number; values: ChargeValues; kind: OtherChargeKind | undefined },
  options: { idempotencyKey: string },
): Promise<{ message: string }> {
  const params = { id: String(tenancyId) };
  const { amount, reading, previous_reading, month_year, last_month, note } = values;
  const shared = { kind_id: kind?.kind_id ?? 0, month_year, note };
  switch (kind?.basis) {
    case 'meter':
      return api(otherCharges.recordReading, { params, body: { ...shared, reading, previous_reading } }, options);
    case 'recurring': {
      const body = { ...shared, amount, ...(last_month !== '' && { last_month }) };
      return api(otherCharges.setRecurring, { params, body }, options);
    }
    default:
      return api(otherCharges.add, { params, body: { ...shared, amount } }, options);
  }
}

function describeUnits({ reading, previous_reading }: ChargeValues, { unit, rate }: OtherChargeKind): string {
  const from = parseUnits(String(previous_reading));
  const to = parseUnits(String(reading));
  if (from === undefined || to === undefined || to < from) return '';
  return t('other-charges.form.units', {
    quantity: writeNumber(toUnits(to - from)),
    unit,
    rate: formatMoney(rate),
    amount: formatMoney(toRupees(meteredAmount(to - from, centsOf(rate)))),
  });
}
