import { Refusal } from '#contract/refusals.ts';
import type { Act } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { noteEvent } from '../audit/write-audit.ts';
import { findPayment, raisePrints } from './queries.ts';

/** Notes that the receipt of a payment was printed, and gives how often that was; from the second on it is a copy. */
export async function noteReceipt(tx: Writer, act: Act, paymentId: number): Promise<number> {
  const payment = await findPayment(tx, paymentId);
  if (payment?.kind !== 'payment') throw new Refusal('payment_not_found');
  const times = await raisePrints(tx, paymentId);
  await noteEvent(tx, act, {
    type: 'Receipt Printed',
    description: times === 1 ? `Receipt ${paymentId} printed` : `Receipt ${paymentId} printed again, as a copy`,
    shopId: payment.shop_id,
    newValue: String(times),
  });
  return times;
}
