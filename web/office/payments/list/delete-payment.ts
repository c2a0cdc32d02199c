import { dayOf } from '#billing/calendar.ts';
import { type ListedPayment, payments } from '#contract/payments.ts';
import { CallError } from '#web/client.ts';
import { toastDone, toastFailed, toastWhile } from '#web/ui/dialog/toast.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { api } from '../../api.ts';
import { CHANGING, confirmEffect } from '../confirm-effect.tsx';

const FAILED = 'Failed to delete payment.';

/** Asks, with what the deletion does to the shop's money, and deletes; true when the payment is gone from the list. */
export async function deletePayment(payment: ListedPayment): Promise<boolean> {
  const params = { id: String(payment.payment_id) };
  const consent = await confirmEffect({
    title: `Delete ${nameOf(payment)}?`,
    sentence: sentenceAbout(payment),
    confirmLabel: 'Delete',
    isDangerous: true,
    asksReason: true,
    rehearse: (spared) =>
      api(payments.remove, { params, query: { dry_run: 'true' }, body: { do_not_charge: [...spared] } }),
  });
  if (!consent) return false;
  try {
    const { spared, reason } = consent;
    await toastWhile(CHANGING, api(payments.remove, { params, query: {}, body: { reason, do_not_charge: spared } }));
    toastDone('Payment deleted successfully.', 3);
    return true;
  } catch (error) {
    const why = error instanceof CallError ? error.message : '';
    toastFailed([FAILED, why].filter(Boolean).join(' '), 4);
    return false;
  }
}

function nameOf({ payment_id, corrects_payment_id }: ListedPayment): string {
  return corrects_payment_id === null ? `payment ${payment_id}` : `the correction of payment ${corrects_payment_id}`;
}

function sentenceAbout(payment: ListedPayment): string {
  const { amount_paid, shop_id, shop_name, payment_date, payment_method, corrects_payment_id } = payment;
  const day = formatOfficeDay(dayOf(payment_date));
  const facts = `${formatMoney(amount_paid)} of shop ${shop_id} (${shop_name}), ${day}, ${payment_method}.`;
  if (corrects_payment_id !== null) return `${facts} The payment is then what it was before this correction.`;
  return `${facts} Its corrections are deleted with it, and the books will stand as if it had never been taken.`;
}
