import { cents } from '#billing/money.ts';
import type { ApprovalKind } from '#contract/approvals.ts';
import type { Writer } from '../../db/connect.ts';
import { type NamingRequest, nameGiving } from '../approvals/name-giving.ts';
import type { ReversedPayment } from './void-payment.ts';

export function nameReversed(
  tx: Writer,
  ask: NamingRequest,
  { kind, reversed, reason }: { kind: ApprovalKind; reversed: ReversedPayment; reason: string },
): void {
  const { shopId, tenant, paymentId } = reversed;
  nameGiving(tx, ask, {
    kind,
    cents: cents(Math.max(0, reversed.cents)),
    reason,
    isSensitive: false,
    shopId,
    tenant,
    subject: String(paymentId),
  });
}
