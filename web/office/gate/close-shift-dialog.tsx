import { Text, TextInput } from '@mantine/core';
import { amountOf } from '#contract/amount-text.ts';
import { centsOf } from '#contract/figures.ts';
import { gate, type ListedShift } from '#contract/gate.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { AmountField, type TypedAmount } from '#web/ui/form/amount-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { personName } from '#web/ui/format/person.tsx';
import { api } from '../api.ts';

interface CountValues {
  counted_cash: TypedAmount;
  reason: string;
  last_number: string;
  [further: string]: unknown;
}

interface CloseShiftDialogProps {
  shift: ListedShift;
  onClose: () => void;
  onClosed: () => void;
}

/** Closes the shift of another person who cannot, as after the loss of a phone. A difference needs a reason. */
export function CloseShiftDialog({ shift, onClose, onClosed }: CloseShiftDialogProps) {
  const recordOnce = useRecordOnce();
  const { id, byWhom, opened_at, expected_cash, device } = shift;
  const form: OfficeForm<CountValues> = useOfficeForm({
    initialValues: { counted_cash: '' as TypedAmount, reason: '', last_number: '' } as CountValues,
    schema: gate.closeShift.body,
    toBody,
    check: (values): Record<string, string> =>
      hasDifference(values, expected_cash) && values.reason.trim() === ''
        ? { reason: t('gate.receive.reasonMissing') }
        : {},
    save: (values) => recordOnce((options) => api(gate.closeShift, { params: { id }, body: toBody(values) }, options)),
    fallback: t('gate.close.failed'),
    lost: t('gate.close.lost'),
    onSaved: ({ message }) => {
      toastDone(message, 4);
      onClose();
      onClosed();
    },
  });
  return (
    <FormDialog form={form} title={t('gate.close.title', { person: personName(byWhom) })} onClose={onClose}>
      {(close) => (
        <Form form={form} saveLabel={t('gate.close.open')} onCancel={close}>
          <Text size="sm">{t('gate.close.about', { time: formatInstant(opened_at) })}</Text>
          {device !== null && <Text size="sm">{t('gate.close.unsent', { code: device })}</Text>}
          <AmountField label={t('gate.close.counted')} required maw={240} {...form.field('counted_cash')} />
          {device !== null && (
            <TextInput
              label={t('gate.close.last')}
              description={t('gate.close.lastHint')}
              maw={240}
              {...form.field('last_number')}
            />
          )}
          <TextInput label={t('gate.receive.reason')} {...form.field('reason')} />
        </Form>
      )}
    </FormDialog>
  );
}

function toBody({ counted_cash, reason, last_number }: CountValues) {
  const number = last_number.trim();
  return { counted_cash, reason, ...(number !== '' && { last_number: number }) };
}

/** An amount that cannot be read is named at its field. */
function hasDifference({ counted_cash }: CountValues, expected: number | null): boolean {
  const counted = amountOf(counted_cash);
  return expected !== null && !Number.isNaN(counted) && centsOf(counted) !== centsOf(expected);
}
