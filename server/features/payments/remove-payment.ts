import { writeDecimal } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { subjectOf, writeAudit } from '../audit/write-audit.ts';
import { reopenBankDay } from '../cash/record-bank-day.ts';
import { numberOfPayment } from '../ledger/load-ledger.ts';
import { type RecomputedLedger, recomputeLedger, type Waiver } from '../ledger/recompute-ledger.ts';
import { loadPaymentForUpdate, type ReversedPayment, voidPayment } from './void-payment.ts';

export interface VoidInput {
  id: number;
  reason: string;
  waiver?: Waiver | undefined;
}

export interface VoidedPaymentLedger extends RecomputedLedger {
  reversed: ReversedPayment;
}

export async function removePayment(
  tx: Writer,
  context: ActionContext,
  { id, reason, waiver }: VoidInput,
): Promise<VoidedPaymentLedger> {
  const { opened, entry } = await loadPaymentForUpdate(tx, id);
  const isCorrection = entry.kind === 'correction';
  const isNewest = opened.rows.findLast((row) => row.payment_id === entry.payment_id)?.id === entry.id;
  if (isCorrection && !isNewest) throw new Refusal('newer_correction');
  const { reversed, corrections } = await voidPayment(tx, context, { opened, entry, reason });
  if (entry.payment_id !== null) await reopenBankDay(tx, context, entry.payment_id);
  const recomputed = await recomputeLedger(tx, context, { before: opened, waiver });
  await writeAudit(tx, context, {
    type: 'Payment Deleted',
    description: isCorrection
      ? apiMessage('payments.audit.correction_deleted', { id: String(entry.id), payment: String(entry.payment_id) })
      : apiMessage('payments.audit.deleted', { id: String(entry.id), corrections }),
    subject: subjectOf(opened),
    ...numberOfPayment(opened, entry),
    oldValue: writeDecimal(reversed.cents),
    ...(reason !== '' && { reason }),
  });
  return { ...recomputed, reversed };
}
