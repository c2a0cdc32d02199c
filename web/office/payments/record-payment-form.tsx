import { Group, Select, TextInput } from '@mantine/core';
import type { Answer } from '#contract/call.ts';
import { paymentMethods, payments } from '#contract/payments.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { AmountField } from '../../ui/form/amount-field.tsx';
import { PaymentPreview } from './effect-panel.tsx';
import { findFaults, handedOf, newRecord, payToOf, type RecordValues } from './take/validate-payment.ts';
import { shopOfReference } from './reference.ts';
import { confirmPayment, usePay } from './take/use-payment-form.ts';

const TYPES: { value: RecordValues['type']; label: string }[] = [
  { value: 'shop', label: 'Shop' },
  { value: 'invoice', label: 'Invoice' },
];

/** Reference, amount, method, type and date; messages stay for 4 seconds (specification 1, section 4). */
export function RecordPaymentForm({ onPaid }: { onPaid: (answer: Answer<typeof payments.byShop>) => void }) {
  const pay = usePay();
  const form = useOfficeForm({
    initialValues: newRecord,
    schema: payments.byShop.body,
    check: findFaults,
    ask: async (values) => {
      const consent = await confirmPayment(payToOf(values), handedOf(values));
      return consent && { do_not_charge: consent.spared };
    },
    save: (values) => pay(payToOf(values), { ...handedOf(values), do_not_charge: values.do_not_charge }),
    fallback: 'Payment failed.',
    failureSeconds: 4,
    onSaved: (answer) => {
      toastDone('Payment processed successfully!', 4);
      onPaid(answer);
      form.clear();
    },
  });
  const { field, inner } = form;
  const { type, amountPaid, paymentDate } = inner.values;
  const chooseType = (chosen: string | null) => {
    const { referenceId, amountPaid: none, paymentDate: noDay } = newRecord;
    const next = TYPES.find(({ value }) => value === chosen)?.value ?? newRecord.type;
    inner.setValues({ type: next, referenceId, amountPaid: none, paymentDate: noDay });
    inner.clearErrors();
  };
  return (
    <Form form={form} saveLabel="Record payment">
      <TextInput
        label="Reference ID"
        description={
          type === 'shop' ? 'The ID of the shop, such as A12' : 'The ID of the invoice, such as INV-A12-202611'
        }
        required
        autoFocus
        autoComplete="off"
        {...field('referenceId')}
      />
      <Group grow gap="md" align="flex-start">
        <AmountField label="Amount paid, LKR" required {...field('amountPaid')} />
        <Select
          label="Payment method"
          required
          data={[...paymentMethods]}
          allowDeselect={false}
          {...field('paymentMethod')}
        />
      </Group>
      <Group grow gap="md" align="flex-start">
        <Select label="Type" data={TYPES} allowDeselect={false} {...field('type')} onChange={chooseType} />
        <DayField label="Payment date" required {...field('paymentDate')} value={paymentDate} />
      </Group>
      <PaymentPreview shopId={shopOfReference(payToOf(inner.values))} amount={amountPaid} date={paymentDate} />
    </Form>
  );
}
