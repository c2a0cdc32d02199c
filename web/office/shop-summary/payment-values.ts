import type { Day } from '#billing/calendar.ts';
import type { PaymentMethod } from '#contract/payments.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import type { Handed } from '../payments/take/use-payment-form.ts';

/** The fields of Make Payment, and what its confirmation adds. */
export type PaymentValues = {
  amountPaid: number | string;
  paymentMethod: PaymentMethod;
  paymentDate: Day | null;
  note: string;
  do_not_charge: string[];
};

/** Cash, today, and nothing entered yet. */
export function newPayment(): PaymentValues {
  return { amountPaid: '', paymentMethod: 'Cash', paymentDate: browserToday(), note: '', do_not_charge: [] };
}

/** The specification's sentence for what is missing, and a date that the server would refuse. */
export function findFaults({ amountPaid, paymentDate }: PaymentValues): Partial<Record<keyof PaymentValues, string>> {
  return {
    ...(amountPaid === '' && { amountPaid: 'Amount and payment method are required.' }),
    ...(paymentDate === null && { paymentDate: 'Choose the payment date.' }),
    ...(paymentDate !== null &&
      paymentDate > browserToday() && { paymentDate: 'Payment date cannot be in the future.' }),
  };
}

/** The values as checked, with the note. */
export function handedOf({ amountPaid, paymentMethod, paymentDate, note }: PaymentValues): Handed & { note: string } {
  return { amountPaid: Number(amountPaid), paymentMethod, paymentDate: paymentDate ?? browserToday(), note };
}
