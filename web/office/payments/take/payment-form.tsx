import { Group, Select } from '@mantine/core';
import type { Day } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { type PaymentMethod, pageMethods, payments } from '#contract/payments.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { useOfficeForm, WHOLE_FORM } from '#web/ui/form/use-office-form.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { OwedLine } from '../owed-line.tsx';
import { PaymentPreview } from '../effect-panel.tsx';
import { confirmPayment, type Handed, usePay } from './use-payment-form.ts';
import { ShopSelect } from '../shop-select.tsx';

type Values = {
  amountPaid: number | string;
  paymentMethod: PaymentMethod;
  paymentDate: Day | null;
  do_not_charge: string[];
};

interface MakePaymentFormProps {
  /** Empty until one is chosen. */
  shopId: string;
  chooseShop: (shopId: string | null) => void;
  /** What the shop owes, in rupees; undefined while it is not known. */
  owed: number | undefined;
  onPaid: (answer: Answer<typeof payments.byShop>) => void;
}

/** Shop, amount, method and date of the payment page (specification 1, section 5). */
export function MakePaymentForm({ shopId, chooseShop, owed, onPaid }: MakePaymentFormProps) {
  const pay = usePay();
  const to = { type: 'shop', reference: shopId } as const;
  const form = useOfficeForm({
    initialValues: newPayment(),
    schema: payments.byShop.body,
    check: (values) => (shopId === '' ? { [WHOLE_FORM]: 'Choose a shop first.' } : findFaults(values)),
    ask: async (values) => {
      const consent = await confirmPayment(to, handedOf(values));
      return consent && { do_not_charge: consent.spared };
    },
    save: (values) => pay(to, { ...handedOf(values), do_not_charge: values.do_not_charge }),
    fallback: 'Failed to process payment. Please try again.',
    onSaved: (answer) => {
      toastDone('Payment processed successfully!', 4);
      onPaid(answer);
      form.clear();
    },
  });
  const isOff = shopId === '';
  const { amountPaid, paymentDate } = form.inner.values;
  return (
    <Form form={form} saveLabel="Make payment">
      <ShopSelect value={shopId} onChange={chooseShop} />
      {!isOff && <OwedLine shopId={shopId} owed={owed} form={form.inner} />}
      <Group grow gap="md" align="flex-start">
        <AmountField
          key={shopId}
          label="Amount, LKR"
          required
          min={1}
          disabled={isOff}
          autoFocus={!isOff}
          {...form.field('amountPaid')}
        />
        <Select
          label="Payment method"
          required
          data={[...pageMethods]}
          allowDeselect={false}
          disabled={isOff}
          {...form.field('paymentMethod')}
        />
      </Group>
      <DayField
        label="Payment date"
        required
        latest={browserToday()}
        disabled={isOff}
        {...form.field('paymentDate')}
        value={paymentDate}
      />
      <PaymentPreview shopId={shopId} amount={amountPaid} date={paymentDate} />
    </Form>
  );
}

function newPayment(): Values {
  return { amountPaid: '', paymentMethod: 'Cash', paymentDate: browserToday(), do_not_charge: [] };
}

function findFaults({ amountPaid, paymentDate }: Values): { amountPaid?: string; paymentDate?: string } {
  return {
    ...(amountPaid === '' && { amountPaid: 'Enter the amount.' }),
    ...(amountPaid !== '' && Number(amountPaid) < 1 && { amountPaid: 'The amount must be at least LKR 1.00.' }),
    ...(paymentDate === null && { paymentDate: 'Choose the payment date.' }),
    ...(paymentDate !== null &&
      paymentDate > browserToday() && { paymentDate: 'Payment date cannot be in the future.' }),
  };
}

/** The values as checked. */
function handedOf({ amountPaid, paymentMethod, paymentDate }: Values): Handed {
  return { amountPaid: Number(amountPaid), paymentMethod, paymentDate: paymentDate ?? browserToday() };
}
