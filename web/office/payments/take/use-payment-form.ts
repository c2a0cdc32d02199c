import { useRef, useState } from 'react';
import type { Day } from '#billing/calendar.ts';
import { isPaymentReference } from '#billing/tax/payment-reference.ts';
import { amountOf } from '#contract/amount-text.ts';
import type { Answer, Sending } from '#contract/call.ts';
import { isTooOld, latestChequeDay } from '#contract/cheques.ts';
import { checkInput, wordInput } from '#contract/messages/input-message.ts';
import { payments } from '#contract/payments.ts';
import { invoiceOrReferenceIn, shopIdIn } from '#contract/scalars.ts';
import { isCheque, type PaymentMethod } from '#contract/words.ts';
import { type CallOptions, isAnswerLost } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { WHOLE_FORM } from '#web/ui/form/use-plain-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { api } from '../../api.ts';
import { confirmEffect, type DryRun, waiverIn } from '../effect.tsx';

export type PaymentScreen = 'make' | 'record' | 'summary';

export interface PaymentTarget {
  type: 'shop' | 'invoice';
  /** For a shop, its id; for an invoice, its id or its payment reference. Empty while none is chosen. */
  reference: string;
  /** The id of a tenancy of the shop; undefined for the current one. */
  tenancyId?: number | undefined;
}

export type PaymentValues = {
  /** The payment reference; only the form “Record payment” has this field. */
  referenceId: string;
  type: PaymentTarget['type'];
  /** The amount in rupees; a string until it is a valid number. */
  amountPaid: number | string;
  paymentMethod: PaymentMethod;
  paymentDate: Day | null;
  /**
   * The details of a cheque are sent only if the payment method is a cheque. They remain in the form while another
   * method is selected.
   */
  chequeNumber: string;
  chequeBank: string;
  chequeDate: Day | null;
  note: string;
  do_not_charge: string[];
  waive_reason?: string;
  /** The equal payment that the user saw (contract/payments.ts). */
  equal_payment_id?: number | null;
};

export type PaymentAnswer = Answer<typeof payments.byShop>;

type PaymentInput = Sending<typeof payments.byShop>['body'];

interface PaymentFormOptions {
  screen: PaymentScreen;
  /** The form “Record payment” asks for a reference instead. */
  target?: PaymentTarget;
  onPaid: (answer: PaymentAnswer) => void;
}

export interface PaymentFormState {
  screen: PaymentScreen;
  form: OfficeForm<PaymentValues>;
  target: PaymentTarget;
  dryRun: DryRun;
  isConfirming: boolean;
  /** The reference that another type cleared; empty if none was. */
  cleared: { reference: string; set: (reference: string) => void };
}

export function usePaymentForm({ screen, target: chosen, onPaid }: PaymentFormOptions): PaymentFormState {
  const recordOnce = useRecordOnce();
  const [isConfirming, setIsConfirming] = useState(false);
  const [clearedReference, setClearedReference] = useState('');
  const unanswered = useUnanswered();
  const targetOf = (values: PaymentValues): PaymentTarget => chosen ?? typedTarget(values);
  const form: OfficeForm<PaymentValues> = useOfficeForm({
    initialValues: newPayment(screen),
    // Bound to the day and the payer, so that an amount is never restored for another one.
    restoreKey: `payment ${screen} ${browserToday()} ${JSON.stringify(chosen ?? null)}`,
    schema: payments.byShop.body,
    toBody: (values) => ({ ...values, ...chequeOf(values) }),
    check: (values) => validatePayment(screen, values, targetOf(values)),
    ask: async (values) => {
      setIsConfirming(true);
      const before = unanswered.find(targetOf(values), values);
      const consent = await confirmPayment(targetOf(values), values, before !== undefined).finally(() =>
        setIsConfirming(false),
      );
      return consent && { ...waiverIn(consent), equal_payment_id: (before ?? consent).equal ?? null };
    },
    save: (values) =>
      unanswered.watch(targetOf(values), values, () =>
        recordOnce((options) => sendPayment(targetOf(values), toPaymentInput(values), { query: {}, options })),
      ),
    lost: t('payments.form.lost'),
    fallback: screen === 'make' ? t('payments.form.failedTryAgain') : t('payments.form.failed'),
    ...(screen === 'record'
      ? { failureSeconds: 4 as const }
      : {
          fieldOfRefusal: {
            payment_in_future: 'paymentDate',
            payment_day_too_early: 'paymentDate',
            cheque_too_late: 'chequeDate',
          },
        }),
    onSaved: (answer) => {
      onPaid(answer);
      form.clear();
      setClearedReference('');
    },
  });
  const { values } = form.inner;
  const target = targetOf(values);
  const cleared = { reference: clearedReference, set: setClearedReference };
  return { screen, form, target, dryRun: dryRunOf(target, values), isConfirming, cleared };
}

/**
 * Remembers a payment whose answer was lost. If it is sent again, it is the same request with the same key, and an equal
 * payment that exists by then is probably itself, so the user is not asked about that one.
 */
function useUnanswered() {
  const lost = useRef<{ input: string; equal: number | null }>(undefined);
  const inputOf = (target: PaymentTarget, values: PaymentValues) =>
    JSON.stringify([target, { ...values, do_not_charge: [], waive_reason: undefined, equal_payment_id: undefined }]);
  return {
    find(target: PaymentTarget, values: PaymentValues): { equal: number | null } | undefined {
      return lost.current?.input === inputOf(target, values) ? lost.current : undefined;
    },
    async watch<Saved>(target: PaymentTarget, values: PaymentValues, send: () => Promise<Saved>): Promise<Saved> {
      try {
        const saved = await send();
        lost.current = undefined;
        return saved;
      } catch (error) {
        const equal = values.equal_payment_id ?? null;
        lost.current = isAnswerLost(error) ? { input: inputOf(target, values), equal } : undefined;
        throw error;
      }
    },
  };
}

/** A payment reference always means an invoice, whatever type is selected. */
function typedTarget({ type, referenceId }: PaymentValues): PaymentTarget {
  const reference = referenceId.trim();
  return { type: isPaymentReference(reference) ? 'invoice' : type, reference };
}

function newPayment(screen: PaymentScreen): PaymentValues {
  return {
    referenceId: '',
    type: 'shop',
    amountPaid: '',
    paymentMethod: 'Cash',
    paymentDate: screen === 'record' ? null : browserToday(),
    chequeNumber: '',
    chequeBank: '',
    chequeDate: null,
    note: '',
    do_not_charge: [],
  };
}

function toPaymentInput(values: PaymentValues): PaymentInput {
  const { amountPaid, paymentMethod, paymentDate, note, do_not_charge, waive_reason, equal_payment_id } = values;
  return {
    amountPaid: amountOf(amountPaid),
    paymentMethod,
    paymentDate: paymentDate ?? browserToday(),
    ...named(chequeOf(values)),
    ...(note !== '' && { note }),
    do_not_charge,
    ...(waive_reason !== undefined && { waive_reason }),
    ...(equal_payment_id !== undefined && { equal_payment_id }),
  };
}

/** Returns the details of the cheque; empty texts if the payment method is not a cheque. */
function chequeOf({ paymentMethod, chequeNumber, chequeBank, chequeDate }: PaymentValues) {
  if (!isCheque(paymentMethod)) return { chequeNumber: '', chequeBank: '', chequeDate: '' };
  return { chequeNumber: chequeNumber.trim(), chequeBank: chequeBank.trim(), chequeDate: chequeDate ?? '' };
}

function named(texts: Record<string, string>): Partial<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
}

function confirmPayment(target: PaymentTarget, values: PaymentValues, isRepeat: boolean) {
  const { type, reference } = target;
  const { amountPaid: amount, paymentMethod: method } = values;
  return confirmEffect({
    title: t('payments.form.confirm.title', { amount: formatMoney(amountOf(amount)), method: word('method', method) }),
    sentence: t('payments.form.confirm.sentence', { type, reference }),
    confirmLabel: t('payments.form.confirm.action'),
    dryRun: async (waived) => {
      const effect = await dryRunOf(target, values)(waived);
      return isRepeat ? { ...effect, equal_payment: undefined } : effect;
    },
  });
}

function dryRunOf(target: PaymentTarget, values: PaymentValues): DryRun {
  return async (waived) => {
    const input = toPaymentInput({ ...values, do_not_charge: [...waived] });
    const { payment, ...effect } = await sendPayment(target, input, { query: { dry_run: 'true' } });
    const { tenant_name: tenant, shop_id: shop, amount_paid: amount, payment_method: method, counts_from } = payment;
    return { ...effect, counts_from, payer: { tenant, shop, amount, method }, old_cheque: oldChequeIn(values) };
  };
}

function oldChequeIn({ paymentMethod, chequeDate, paymentDate }: PaymentValues): Day | undefined {
  if (chequeDate === null || !isCheque(paymentMethod)) return undefined;
  return isTooOld(chequeDate, paymentDate ?? browserToday()) ? chequeDate : undefined;
}

function sendPayment(
  { type, reference, tenancyId }: PaymentTarget,
  input: PaymentInput,
  { query, options }: { query: { dry_run?: 'true' }; options?: CallOptions },
): Promise<PaymentAnswer> {
  const body = { ...input, ...(tenancyId !== undefined && { tenancy_id: tenancyId }) };
  if (type === 'shop') return api(payments.byShop, { params: { shopId: reference }, query, body }, options);
  return api(payments.byInvoice, { params: { reference }, query, body }, options);
}

type Faults = Partial<Record<keyof PaymentValues | typeof WHOLE_FORM, string>>;

/** Returns the error messages for a payment's fields (specification 1, section 5). */
export function validatePayment(screen: PaymentScreen, values: PaymentValues, target: PaymentTarget): Faults {
  if (screen === 'record') return validateRecord(values, target);
  if (target.reference === '') return { [WHOLE_FORM]: t('payments.form.shop.missing') };
  const { amountPaid, paymentDate } = values;
  return {
    ...validateCheque(values),
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

function validateRecord(values: PaymentValues, target: PaymentTarget): Faults {
  const { amountPaid, paymentDate } = values;
  const missing: Faults = {
    ...(target.reference === '' && { referenceId: t('payments.form.missing') }),
    ...(amountPaid === '' && { amountPaid: t('payments.form.missing') }),
    ...(paymentDate === null && { paymentDate: t('payments.form.missing') }),
  };
  if (Object.keys(missing).length > 0) return { [WHOLE_FORM]: t('payments.form.allMissing'), ...missing };
  if (isInFuture(paymentDate))
    return { [WHOLE_FORM]: t('payments.form.date.future'), paymentDate: t('payments.form.date.earlier') };
  const fault = validateReference(target);
  return { ...validateCheque(values), ...(fault !== undefined && { referenceId: fault }) };
}

function validateCheque({ paymentMethod, chequeNumber, chequeDate }: PaymentValues): Faults {
  if (!isCheque(paymentMethod)) return {};
  const isLate = chequeDate !== null && chequeDate > latestChequeDay(browserToday());
  return {
    ...(chequeNumber.trim() === '' && { chequeNumber: t('payments.form.cheque.number.missing') }),
    ...(isLate && { chequeDate: t('payments.form.cheque.date.tooLate') }),
  };
}

export function validateReference({ type, reference }: PaymentTarget): string | undefined {
  const [schema, field] =
    type === 'shop' ? ([shopIdIn, 'shop_id'] as const) : ([invoiceOrReferenceIn, 'invoice_id'] as const);
  const [fault] = checkInput(schema, reference).faults;
  return fault && wordInput(fault.message, field, t);
}

function isInFuture(day: Day | null): boolean {
  return day !== null && day > browserToday();
}
