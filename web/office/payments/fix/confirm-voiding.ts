import { dayOf } from '#billing/calendar.ts';
import { payments } from '#contract/payments.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone, toastWhile } from '#web/ui/dialog/toast.ts';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { api } from '../../api.ts';
import { callAndTell } from '../../confirm-and-call.ts';
import { type Consent, confirmEffect, type EffectQuestion } from '../effect.tsx';
import { describePayment, methodOf } from '../payment-table.tsx';
import type { FixablePayment } from './fixable-payment.ts';

export async function confirmVoiding(payment: FixablePayment): Promise<boolean> {
  const params = { id: String(payment.payment_id) };
  const idempotencyKey = newKey();
  const isCorrection = payment.corrects_payment_id !== null;
  const question = {
    title: t('payments.void.title', { payment: describePayment(payment) }),
    sentence: describeVoiding(payment),
    confirmLabel: t(isCorrection ? 'payments.void.correctionAction' : 'payments.void.action'),
    isDangerous: true,
    needsReason: true,
    dryRun: (waived) =>
      api(payments.remove, { params, query: { dry_run: 'true' }, body: { do_not_charge: [...waived] } }),
  } as const satisfies EffectQuestion;
  return (await confirmEffect(question, (consent) => voidPayment(params, consent, idempotencyKey))) !== undefined;
}

function voidPayment(params: { id: string }, { waived, reason }: Consent, idempotencyKey: string): Promise<boolean> {
  const request = { params, query: {}, body: { reason, do_not_charge: waived } };
  return callAndTell({
    call: () => toastWhile(t('payments.effect.saving'), api(payments.remove, request, { idempotencyKey })),
    done: () => toastDone(t('payments.void.done', params), 3),
    failed: (refusal) => [t('payments.void.failed'), refusal].filter(Boolean).join(' '),
    failedSeconds: 4,
    lost: t('payments.void.lost'),
  });
}

function describeVoiding(payment: FixablePayment): string {
  const { corrected_amount, tenant_name, shop_id, payment_date, corrects_payment_id } = payment;
  return t(corrects_payment_id === null ? 'payments.void.payment' : 'payments.void.correction', {
    amount: formatMoney(corrected_amount),
    shop: shop_id,
    tenant: tenant_name,
    date: formatOfficeDay(dayOf(payment_date)),
    method: methodOf(payment),
  });
}
