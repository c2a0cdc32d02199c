import { Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { payments, summaryMethods } from '#contract/payments.ts';
import type { ShopSummary } from '#contract/shops.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { AmountField } from '../../ui/form/amount-field.tsx';
import { OwedLine } from '../payments/owed-line.tsx';
import { PaymentPreview } from '../payments/effect-panel.tsx';
import { confirmPayment, usePay } from '../payments/take/use-payment-form.ts';
import type { Notice } from './notice.ts';
import { findFaults, handedOf, newPayment } from './payment-values.ts';

interface PaymentDialogProps {
  shop: ShopSummary;
  onClose: () => void;
  onPaid: (notice: Notice) => void;
}

/** Takes a payment of the shop (specification 1, section 5, Make Payment), and shows what it will settle meanwhile. */
export function PaymentDialog({ shop, onClose, onPaid }: PaymentDialogProps) {
  const { shop_id, total_owed } = shop;
  const [isAsking, setIsAsking] = useState(false);
  const form = usePayment(shop_id, setIsAsking, (notice) => {
    onPaid(notice);
    onClose();
  });
  const close = async () => {
    if (form.state === 'saving') return;
    if (!form.inner.isDirty() || (await askWith(setIsAsking, () => confirm(CLOSE)))) onClose();
  };
  const { amountPaid, paymentDate } = form.inner.values;
  return (
    <Modal
      opened
      onClose={() => void close()}
      title={<Text fw={600}>Make Payment</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
      closeOnClickOutside={false}
      // Escape is the question's while one is asked above this dialog.
      closeOnEscape={!isAsking}
    >
      <Stack gap="md">
        <OwedLine shopId={shop_id} owed={total_owed} form={form.inner} />
        <Form form={form} saveLabel="Make Payment" withoutHint>
          <AmountField label="Amount, LKR" required min={0} data-autofocus {...form.field('amountPaid')} />
          <Select
            label="Payment method"
            required
            data={[...summaryMethods]}
            allowDeselect={false}
            {...form.field('paymentMethod')}
          />
          <DayField
            label="Payment date"
            required
            latest={browserToday()}
            {...form.field('paymentDate')}
            value={paymentDate}
          />
          <TextInput label="Note" maxLength={200} autoComplete="off" {...form.field('note')} />
          <PaymentPreview shopId={shop_id} amount={amountPaid} date={paymentDate} />
        </Form>
      </Stack>
    </Modal>
  );
}

const CLOSE = {
  title: 'Close without paying?',
  body: 'What you have entered here is lost. No payment is taken.',
  action: 'Close',
  refrain: 'Stay here',
  isDangerous: true,
};

function usePayment(shopId: string, setIsAsking: (isAsking: boolean) => void, onPaid: (notice: Notice) => void) {
  const pay = usePay();
  const to = { type: 'shop', reference: shopId } as const;
  return useOfficeForm({
    initialValues: newPayment(),
    schema: payments.byShop.body,
    check: findFaults,
    ask: async (values) => {
      const consent = await askWith(setIsAsking, () => confirmPayment(to, handedOf(values)));
      return consent && { do_not_charge: consent.spared };
    },
    save: (values) => pay(to, { ...handedOf(values), do_not_charge: values.do_not_charge }),
    fallback: 'Payment failed.',
    fieldOfRefusal: { payment_in_future: 'paymentDate' },
    onSaved: (answer) =>
      onPaid({
        sentence: 'Payment processed successfully!',
        effect: answer,
        receiptOf: answer.payment.payment_id,
      }),
  });
}

/** Notes that a question stands above the dialog while it is asked. */
async function askWith<Given>(setIsAsking: (isAsking: boolean) => void, ask: () => Promise<Given>): Promise<Given> {
  setIsAsking(true);
  try {
    return await ask();
  } finally {
    setIsAsking(false);
  }
}
