import { useNavigate } from 'react-router';
import { payments } from '#contract/payments.ts';
import { t } from '#web/i18n/t.ts';
import { toastWhile } from '#web/ui/dialog/toast.ts';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { api } from '../../api.ts';
import { callAndTell } from '../../confirm-and-call.ts';
import { correctionAddress } from '../payment-table.tsx';
import { confirmReturnedCheque } from './confirm-returned-cheque.ts';
import { confirmVoiding } from './confirm-voiding.ts';
import { chooseFix } from './fix-choice-dialog.tsx';
import type { FixablePayment } from './fixable-payment.ts';
import { chooseReplacement, type Replacement } from './replace-dialog.tsx';

export function useFixPayment(onFixed: () => void): (payment: FixablePayment) => Promise<void> {
  const navigate = useNavigate();
  return async (payment) => {
    const choice = await chooseFix(payment);
    if (choice === undefined) return;
    if (choice === 'amount') return void navigate(correctionAddress(payment));
    if (choice === 'void') return (await confirmVoiding(payment)) ? onFixed() : undefined;
    if (choice === 'cheque') return (await confirmReturnedCheque(payment)) ? onFixed() : undefined;
    if (await chooseReplacement(payment, choice, (body) => replacePayment(payment, body))) onFixed();
  };
}

function replacePayment(payment: FixablePayment, body: Replacement): Promise<boolean> {
  const request = { params: { id: String(payment.payment_id) }, query: {}, body };
  return callAndTell({
    call: () => toastWhile(t('payments.effect.saving'), api(payments.replace, request, { idempotencyKey: newKey() })),
    doneSeconds: 5,
    failed: t('payments.fix.failed'),
  });
}
