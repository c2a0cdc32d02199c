import { Text, TextInput } from '@mantine/core';
import { sumCents } from '#billing/money.ts';
import { amountOf } from '#contract/amount-text.ts';
import { centsOf } from '#contract/figures.ts';
import { gateCash, type HeldCash } from '#contract/gate-cash.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { AmountField, type TypedAmount } from '#web/ui/form/amount-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { api } from '../api.ts';

interface ReceiveValues {
  received_cash: TypedAmount;
  left_cash: TypedAmount;
  reason: string;
  [further: string]: unknown;
}

interface ReceiveCashDialogProps {
  held: HeldCash;
  /** True if the user has an open cash session. */
  isIntoDrawer: boolean;
  onClose: () => void;
  onReceived: () => void;
}

/** Records that the user counted and received what a person holds. A difference needs a reason. */
export function ReceiveCashDialog({ held, isIntoDrawer, onClose, onReceived }: ReceiveCashDialogProps) {
  const recordOnce = useRecordOnce();
  const { account_id, name: person, amount } = held;
  const toBody = ({ received_cash, left_cash, reason }: ReceiveValues) => ({
    account_id,
    received_cash,
    left_cash: Number.isNaN(amountOf(left_cash)) ? 0 : left_cash,
    reason,
  });
  const form: OfficeForm<ReceiveValues> = useOfficeForm({
    initialValues: { received_cash: '' as TypedAmount, left_cash: '' as TypedAmount, reason: '' } as ReceiveValues,
    schema: gateCash.receive.body,
    toBody,
    check: (values): Record<string, string> =>
      hasDifference(values, amount) && values.reason.trim() === '' ? { reason: t('gate.receive.reasonMissing') } : {},
    save: (values) => recordOnce((options) => api(gateCash.receive, { body: toBody(values) }, options)),
    fallback: t('gate.receive.failed'),
    lost: t('gate.receive.lost'),
    onSaved: ({ message }) => {
      toastDone(message, 4);
      onClose();
      onReceived();
    },
  });
  return (
    <FormDialog form={form} title={t('gate.receive.title', { person })} onClose={onClose}>
      {(close) => (
        <Form form={form} saveLabel={t('gate.held.receive')} onCancel={close}>
          <Text size="sm">{t('gate.receive.about', { person, amount: formatMoney(amount) })}</Text>
          {isIntoDrawer && <Text size="sm">{t('gate.receive.intoDrawer')}</Text>}
          <AmountField label={t('gate.receive.received')} required maw={240} {...form.field('received_cash')} />
          <AmountField
            label={t('gate.receive.left')}
            description={t('gate.receive.leftHint')}
            maw={240}
            {...form.field('left_cash')}
          />
          <TextInput label={t('gate.receive.reason')} {...form.field('reason')} />
        </Form>
      )}
    </FormDialog>
  );
}

/** An amount that cannot be read is named at its field. */
function hasDifference({ received_cash, left_cash }: ReceiveValues, expected: number): boolean {
  const received = amountOf(received_cash);
  const left = amountOf(left_cash);
  if (Number.isNaN(received)) return false;
  return sumCents([centsOf(received), centsOf(Number.isNaN(left) ? 0 : left)]) !== centsOf(expected);
}
