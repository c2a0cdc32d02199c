import { useState } from 'react';
import { amountOf } from '#contract/amount-text.ts';
import type { Answer, Sending } from '#contract/call.ts';
import { payments } from '#contract/payments.ts';
import type { CallOptions } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { api } from '../../api.ts';
import { confirmEffect, type DryRun, waiverIn } from '../effect.tsx';
import { type PaymentScreen, type PaymentTarget, type PaymentValues, validatePayment } from './validate-payment.ts';

export type PaymentAnswer = Answer<typeof payments.byShop>;

type PaymentInput = Sending<typeof payments.byShop>['body'];

interface PaymentFormOptions {
  screen: PaymentScreen;
  /** Empty while none is chosen; the record payment form asks for a reference instead. */
  shopId?: string;
  /** A tenancy of the shop; by default the current one. */
  tenancyId?: number | undefined;
  onPaid: (answer: PaymentAnswer) => void;
}

export interface PaymentFormState {
  screen: PaymentScreen;
  form: OfficeForm<PaymentValues>;
  target: PaymentTarget;
  dryRun: DryRun;
  isConfirming: boolean;
}

export function usePaymentForm({ screen, shopId = '', tenancyId, onPaid }: PaymentFormOptions): PaymentFormState {
  const recordOnce = useRecordOnce();
  const [isConfirming, setIsConfirming] = useState(false);
  const targetOf = ({ type, referenceId }: PaymentValues): PaymentTarget =>
    screen === 'record' ? { type, reference: referenceId.trim() } : { type: 'shop', reference: shopId };
  const form: OfficeForm<PaymentValues> = useOfficeForm({
    initialValues: { ...newPayment(screen), ...(tenancyId !== undefined && { tenancy_id: tenancyId }) },
    schema: payments.byShop.body,
    check: (values) => validatePayment(screen, values, targetOf(values)),
    ask: async (values) => {
      setIsConfirming(true);
      const consent = await confirmPayment(targetOf(values), values).finally(() => setIsConfirming(false));
      return consent && waiverIn(consent);
    },
    save: (values) =>
      recordOnce((options) => sendPayment(targetOf(values), toPaymentInput(values), { query: {}, options })),
    fallback: screen === 'make' ? t('payments.form.failedTryAgain') : t('payments.form.failed'),
    ...(screen === 'record'
      ? { failureSeconds: 4 as const }
      : { fieldOfRefusal: { payment_in_future: 'paymentDate' } }),
    onSaved: (answer) => {
      if (screen !== 'summary') toastDone(t('payments.form.done'), 4);
      onPaid(answer);
      form.clear();
    },
  });
  const { values } = form.inner;
  const target = targetOf(values);
  return { screen, form, target, dryRun: dryRunOf(target, values), isConfirming };
}

function newPayment(screen: PaymentScreen): PaymentValues {
  return {
    referenceId: '',
    type: 'shop',
    amountPaid: '',
    paymentMethod: 'Cash',
    paymentDate: screen === 'record' ? null : browserToday(),
    note: '',
    do_not_charge: [],
  };
}

function toPaymentInput(values: PaymentValues): PaymentInput {
  const { amountPaid, paymentMethod, paymentDate, note, tenancy_id, do_not_charge, waive_reason } = values;
  return {
    amountPaid: amountOf(amountPaid),
    paymentMethod,
    paymentDate: paymentDate ?? browserToday(),
    ...(note !== '' && { note }),
    ...(tenancy_id !== undefined && { tenancy_id }),
    do_not_charge,
    ...(waive_reason !== undefined && { waive_reason }),
  };
}

function confirmPayment(target: PaymentTarget, values: PaymentValues) {
  const { amountPaid: amount, paymentMethod: method } = values;
  return confirmEffect({
    title: t('payments.form.confirm.title', { amount: formatMoney(amountOf(amount)), method: word('method', method) }),
    sentence: t('payments.form.confirm.sentence', { ...target }),
    confirmLabel: t('payments.form.confirm.action'),
    dryRun: dryRunOf(target, values),
  });
}

function dryRunOf(target: PaymentTarget, values: PaymentValues): DryRun {
  return async (waived) => {
    const input = toPaymentInput({ ...values, do_not_charge: [...waived] });
    const { payment, ...effect } = await sendPayment(target, input, { query: { dry_run: 'true' } });
    const { tenant_name: tenant, shop_id: shop, amount_paid: amount } = payment;
    return { ...effect, payer: { tenant, shop, amount } };
  };
}

function sendPayment(
  { type, reference }: PaymentTarget,
  body: PaymentInput,
  { query, options }: { query: { dry_run?: 'true' }; options?: CallOptions },
): Promise<PaymentAnswer> {
  if (type === 'shop') return api(payments.byShop, { params: { shopId: reference }, query, body }, options);
  return api(payments.byInvoice, { params: { reference }, query, body }, options);
}
