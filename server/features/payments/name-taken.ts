import { cents } from '#billing/money.ts';
import type { ApprovalKind } from '#contract/approvals.ts';
import type { Call } from '#contract/call.ts';
import type { Writer } from '../../db/connect.ts';
import type { RequestContext } from '../../http/core/read-request.ts';
import { nameGiving } from '../approvals/name-giving.ts';
import type { TakenBack } from './void-payment.ts';

export function nameTaken<C extends Call>(
  tx: Writer,
  ask: RequestContext<C>,
  { kind, taken, reason }: { kind: ApprovalKind; taken: TakenBack; reason: string },
): void {
  const { shopId, tenant, paymentId } = taken;
  nameGiving(tx, ask, {
    kind,
    cents: cents(Math.max(0, taken.cents)),
    reason,
    isSensitive: false,
    shopId,
    tenant,
    subject: String(paymentId),
  });
}
