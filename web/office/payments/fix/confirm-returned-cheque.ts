import { payments } from '#contract/payments.ts';
import { t } from '#web/i18n/t.ts';
import { toastWhile } from '#web/ui/dialog/toast.ts';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { api } from '../../api.ts';
import { callAndTell } from '../../confirm-and-call.ts';
import { type Consent, confirmEffect, type EffectQuestion } from '../effect.tsx';
import { describeFixable, type FixablePayment } from './fixable-payment.ts';

export async function confirmReturnedCheque(payment: FixablePayment): Promise<boolean> {
  const params = { id: String(payment.payment_id) };
  const label = t('payments.fix.cheque.title');
  const question = {
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
  } as const satisfies EffectQuestion;
  return (await confirmEffect(question, (consent) => returnCheque(params, consent))) !== undefined;
}

function returnCheque(params: { id: string }, { waived, reason = '' }: Consent): Promise<boolean> {
  const request = { params, query: {}, body: { reason, do_not_charge: waived } };
  return callAndTell({
    call: () =>
      toastWhile(t('payments.effect.saving'), api(payments.returnCheque, request, { idempotencyKey: newKey() })),
    failed: t('payments.fix.failed'),
  });
}
