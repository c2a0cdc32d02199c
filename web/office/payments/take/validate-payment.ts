import type { Day } from '#billing/calendar.ts';
import type { PaymentMethod } from '#contract/payments.ts';
import { WHOLE_FORM } from '#web/ui/form/use-office-form.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { findReferenceFault } from '../reference.ts';
import type { Handed, PayTo } from './use-payment-form.ts';

/** The fields of the record payment form (specification 1, section 3), and what its dialog adds. */
export type RecordValues = {
  referenceId: string;
  amountPaid: number | string;
  paymentMethod: PaymentMethod;
  type: PayTo['type'];
  paymentDate: Day | null;
  do_not_charge: string[];
};

export const newRecord: RecordValues = {
  referenceId: '',
  amountPaid: '',
  paymentMethod: 'Cash',
  type: 'shop',
  paymentDate: null,
  do_not_charge: [],
};

/** Whom the payment is for. */
export function payToOf({ type, referenceId }: RecordValues): PayTo {
  return { type, reference: referenceId.trim() };
}

/** The values as checked. */
export function handedOf({ amountPaid, paymentMethod, paymentDate }: RecordValues): Handed {
  return { amountPaid: Number(amountPaid), paymentMethod, paymentDate: paymentDate ?? browserToday() };
}

type Faults = Partial<Record<keyof RecordValues | typeof WHOLE_FORM, string>>;

/** The specification's sentences for the form, and for each field what to do about it. */
export function findFaults(values: RecordValues): Faults {
  const { referenceId, amountPaid, paymentDate } = values;
  const missing: Faults = {
    ...(referenceId.trim() === '' && { referenceId: MISSING }),
    ...(amountPaid === '' && { amountPaid: MISSING }),
    ...(paymentDate === null && { paymentDate: MISSING }),
  };
  if (Object.keys(missing).length > 0)
    return { [WHOLE_FORM]: 'All fields are required. Please complete the form.', ...missing };
  if (paymentDate !== null && paymentDate > browserToday())
    return { [WHOLE_FORM]: 'Payment date cannot be in the future.', paymentDate: 'Choose today or an earlier day.' };
  const fault = findReferenceFault(payToOf(values));
  return fault === undefined ? {} : { referenceId: fault };
}

const MISSING = 'Please fill this in.';
