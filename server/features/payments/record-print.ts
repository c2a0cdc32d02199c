import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { findPayment, incrementReceiptPrints } from './queries.ts';

/** Returns the new number of prints; from the second on it is a copy. */
export async function recordReceiptPrint(tx: Writer, context: ActionContext, paymentId: number): Promise<number> {
  const payment = await findPayment(tx, paymentId);
  if (payment?.kind !== 'payment') throw new Refusal('payment_not_found');
  const times = await incrementReceiptPrints(tx, paymentId);
  await writeAudit(tx, context, {
    type: 'Receipt Printed',
    description: times === 1 ? `Receipt ${paymentId} printed` : `Receipt ${paymentId} printed again, as a copy`,
    shopId: payment.shop_id,
    newValue: String(times),
  });
  return times;
}
