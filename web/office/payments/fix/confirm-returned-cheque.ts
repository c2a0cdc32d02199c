import { payments } from '#contract/payments.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone, toastFailed, toastWhile } from '#web/ui/dialog/toast.ts';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { api } from '../../api.ts';
import { confirmEffect } from '../effect-dialog.tsx';
import { describeFixable, type FixablePayment } from './fixable-payment.ts';

export async function confirmReturnedCheque(payment: FixablePayment): Promise<boolean> {
  const params = { id: String(payment.payment_id) };
  const label = t('payments.fix.cheque.title');
  const consent = await confirmEffect({
    title: t('payments.fix.cheque.question', params),
    sentence: [describeFixable(payment), t('payments.fix.cheque.sentence')].join(' '),
    confirmLabel: t('payments.fix.cheque.action'),
    isDangerous: true,
    needsReason: true,
    // The reason is typed later.
    dryRun: (waived) =>
      api(payments.returnCheque, {
        params,
        query: { dry_run: 'true' },
        body: { reason: label, do_not_charge: [...waived] },
      }),
  });
  if (!consent) return false;
  try {
    const { waived, reason = label } = consent;
    const body = { reason, do_not_charge: waived };
    const sending = api(payments.returnCheque, { params, query: {}, body }, { idempotencyKey: newKey() });
    toastDone((await toastWhile(t('payments.effect.saving'), sending)).message, 3);
    return true;
  } catch (error) {
    toastFailed(sentenceOf(error, t('payments.fix.failed')), 4);
    return false;
  }
}
