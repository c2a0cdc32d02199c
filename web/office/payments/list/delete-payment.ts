import { dayOf } from '#billing/calendar.ts';
import { type ListedPayment, payments } from '#contract/payments.ts';
import { CallError } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone, toastFailed, toastWhile } from '#web/ui/dialog/toast.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { api } from '../../api.ts';
import { confirmEffect } from '../effect-dialog.tsx';
import { describePayment } from './payment-table.tsx';

/** Returns true when it is deleted. */
export async function deletePayment(payment: ListedPayment): Promise<boolean> {
  const params = { id: String(payment.payment_id) };
  const consent = await confirmEffect({
    title: t('payments.delete.title', { payment: describePayment(payment) }),
    sentence: describeDeletion(payment),
    confirmLabel: t('payments.delete.action'),
    isDangerous: true,
    asksReason: true,
    dryRun: (waived) =>
      api(payments.remove, { params, query: { dry_run: 'true' }, body: { do_not_charge: [...waived] } }),
  });
  if (!consent) return false;
  try {
    const { waived, reason } = consent;
    const removal = api(payments.remove, { params, query: {}, body: { reason, do_not_charge: waived } });
    await toastWhile(t('payments.effect.saving'), removal);
    toastDone(t('payments.delete.done'), 3);
    return true;
  } catch (error) {
    const reason = error instanceof CallError ? error.message : '';
    toastFailed([t('payments.delete.failed'), reason].filter(Boolean).join(' '), 4);
    return false;
  }
}

function describeDeletion(payment: ListedPayment): string {
  const { amount_paid, shop_id, shop_name, payment_date, payment_method, corrects_payment_id } = payment;
  return t(corrects_payment_id === null ? 'payments.delete.payment' : 'payments.delete.correction', {
    amount: formatMoney(amount_paid),
    shop: shop_id,
    name: shop_name,
    date: formatOfficeDay(dayOf(payment_date)),
    method: payment_method,
  });
}
