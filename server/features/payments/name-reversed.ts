import { cents } from '#billing/money.ts';
import type { ApprovalKind } from '#contract/approvals.ts';
import type { Call } from '#contract/call.ts';
import type { Writer } from '../../db/connect.ts';
import type { RequestContext } from '../../http/core/read-request.ts';
import { nameGiving } from '../approvals/name-giving.ts';
import type { ReversedPayment } from './void-payment.ts';

export function nameReversed<C extends Call>(
  tx: Writer,
  ask: RequestContext<C>,
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
