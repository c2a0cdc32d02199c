import type { Day } from '#billing/calendar.ts';
import { amountOf } from '#contract/amount-text.ts';
import { checkInput, wordInput } from '#contract/messages/input-message.ts';
import { invoiceIdIn, shopIdIn } from '#contract/scalars.ts';
import type { PaymentMethod } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { WHOLE_FORM } from '#web/ui/form/use-office-form.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';

export type PaymentScreen = 'make' | 'record' | 'summary';

export interface PaymentTarget {
  type: 'shop' | 'invoice';
  reference: string;
}

export type PaymentValues = {
  /** A field of the record payment form only. */
  referenceId: string;
  type: PaymentTarget['type'];
  /** Rupees; text while not a number. */
  amountPaid: number | string;
  paymentMethod: PaymentMethod;
  paymentDate: Day | null;
  note: string;
  /** A tenancy of the shop; undefined for the current one. */
  tenancy_id?: number;
  do_not_charge: string[];
  waive_reason?: string;
};

type Faults = Partial<Record<keyof PaymentValues | typeof WHOLE_FORM, string>>;

/** Specification 1, section 5. */
export function validatePayment(screen: PaymentScreen, values: PaymentValues, target: PaymentTarget): Faults {
  if (screen === 'record') return validateRecord(values, target);
  if (target.reference === '') return { [WHOLE_FORM]: t('payments.form.shop.missing') };
  const { amountPaid, paymentDate } = values;
  return {
    ...(amountPaid === '' && {
      amountPaid: screen === 'make' ? t('payments.form.amount.missing') : t('payments.form.amountAndMethod.missing'),
    }),
    ...(screen === 'make' &&
      amountPaid !== '' &&
      amountOf(amountPaid) < 1 && { amountPaid: t('payments.form.amount.min') }),
    ...(paymentDate === null && { paymentDate: t('payments.form.date.missing') }),
    ...(isInFuture(paymentDate) && { paymentDate: t('payments.form.date.future') }),
  };
}

function validateRecord({ amountPaid, paymentDate }: PaymentValues, target: PaymentTarget): Faults {
  const missing: Faults = {
    ...(target.reference === '' && { referenceId: t('payments.form.missing') }),
    ...(amountPaid === '' && { amountPaid: t('payments.form.missing') }),
    ...(paymentDate === null && { paymentDate: t('payments.form.missing') }),
  };
  if (Object.keys(missing).length > 0) return { [WHOLE_FORM]: t('payments.form.allMissing'), ...missing };
  if (isInFuture(paymentDate))
    return { [WHOLE_FORM]: t('payments.form.date.future'), paymentDate: t('payments.form.date.earlier') };
  const fault = validateReference(target);
  return fault === undefined ? {} : { referenceId: fault };
}

export function validateReference({ type, reference }: PaymentTarget): string | undefined {
  const [schema, field] = type === 'shop' ? ([shopIdIn, 'shop_id'] as const) : ([invoiceIdIn, 'invoice_id'] as const);
  const [fault] = checkInput(schema, reference).faults;
  return fault && wordInput(fault.message, field, t);
}

function isInFuture(day: Day | null): boolean {
  return day !== null && day > browserToday();
}
