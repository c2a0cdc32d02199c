import { dayOf } from '#billing/calendar.ts';
import { payments } from '#contract/payments.ts';
import { CallError } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone, toastFailed, toastWhile } from '#web/ui/dialog/toast.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { api } from '../../api.ts';
import { confirmEffect } from '../effect-dialog.tsx';
import { describePayment } from '../list/payment-table.tsx';
import type { FixablePayment } from './fixable-payment.ts';

export async function confirmVoiding(payment: FixablePayment): Promise<boolean> {
  const params = { id: String(payment.payment_id) };
  const isCorrection = payment.corrects_payment_id !== null;
  const consent = await confirmEffect({
    title: t('payments.void.title', { payment: describePayment(payment) }),
    sentence: describeVoiding(payment),
    confirmLabel: t(isCorrection ? 'payments.void.correctionAction' : 'payments.void.action'),
    isDangerous: true,
    needsReason: true,
    dryRun: (waived) =>
      api(payments.remove, { params, query: { dry_run: 'true' }, body: { do_not_charge: [...waived] } }),
  });
  if (!consent) return false;
  try {
    const { waived, reason } = consent;
    const removal = api(payments.remove, { params, query: {}, body: { reason, do_not_charge: waived } });
    await toastWhile(t('payments.effect.saving'), removal);
    toastDone(t('payments.void.done'), 3);
    return true;
  } catch (error) {
    const reason = error instanceof CallError ? error.message : '';
    toastFailed([t('payments.void.failed'), reason].filter(Boolean).join(' '), 4);
    return false;
  }
}

function describeVoiding(payment: FixablePayment): string {
  const { corrected_amount, tenant_name, shop_id, payment_date, payment_method, corrects_payment_id } = payment;
  return t(corrects_payment_id === null ? 'payments.void.payment' : 'payments.void.correction', {
    amount: formatMoney(corrected_amount),
    shop: shop_id,
    tenant: tenant_name,
    date: formatOfficeDay(dayOf(payment_date)),
    method: t(`stored.${payment_method}`),
  });
}
