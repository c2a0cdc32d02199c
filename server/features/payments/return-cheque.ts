import { writeDecimal } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { numberOfPayment } from '../ledger/load-ledger.ts';
import { recomputeLedger } from '../ledger/recompute-ledger.ts';
import type { VoidedPaymentLedger, VoidInput } from './remove-payment.ts';
import { loadPaymentForUpdate, voidPayment } from './void-payment.ts';

export async function returnCheque(
  tx: Writer,
  context: ActionContext,
  { id, reason, waiver }: VoidInput,
): Promise<VoidedPaymentLedger> {
  const { opened, entry } = await loadPaymentForUpdate(tx, id);
  if (entry.kind !== 'payment') throw new Refusal('payment_not_found');
  if (entry.method !== 'Cheque') throw new Refusal('not_a_cheque');
  const { taken } = await voidPayment(tx, context, { opened, entry, reason });
  const recomputed = await recomputeLedger(tx, context, { before: opened, waiver });
  await writeAudit(tx, context, {
    type: 'Cheque Returned',
    description: apiMessage('payments.audit.cheque_returned', { id: String(id) }),
    shopId: opened.shop.shop_id,
    ...numberOfPayment(opened, entry),
    oldValue: writeDecimal(taken.cents),
    reason,
  });
  return { ...recomputed, taken };
}
