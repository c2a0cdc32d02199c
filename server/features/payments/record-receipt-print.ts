import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { findPayment, incrementReceiptPrints } from './queries.ts';

export async function recordReceiptPrint(tx: Writer, context: ActionContext, paymentId: number): Promise<number> {
  const payment = await findPayment(tx, paymentId);
  if (payment?.kind !== 'payment') throw new Refusal('payment_not_found');
  const times = await incrementReceiptPrints(tx, paymentId);
  await writeAudit(tx, context, {
    type: 'Receipt Printed',
    description: apiMessage(times === 1 ? 'payments.audit.receipt_printed' : 'payments.audit.copy_printed', {
      id: String(paymentId),
    }),
    subject: { shopId: payment.shop_id, tenancyId: payment.tenancy_id },
    newValue: String(times),
  });
  return times;
}
