import type { Cents } from '#billing/money.ts';
import { type ApprovalKind, approvableCalls } from '#contract/approvals.ts';
import type { Call } from '#contract/call.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { Writer } from '../../db/connect.ts';
import { refuseUnproven } from '../../http/core/auth.ts';
import { isDryRun, type RequestContext } from '../../http/core/read-request.ts';
import { auditApproval } from './audit-approval.ts';
import { describeRequest } from './describe-request.ts';
import { giveWithinLimit } from './given-money.ts';
import { takeApproval } from './queries.ts';
import { readApprovalLimit } from './read-limit.ts';
import { ApprovalRequired } from './request-approval.ts';

export interface GuardedMoney<C extends Call> {
  entry: C;
  kind: ApprovalKind;
  cents: Cents;
  shopId: string;
  tenant: string;
  subject: string;
  reason: string;
  isSensitive: boolean;
}

/** The last step of an action, so that its own refusals come first. */
export async function guardMoney<C extends Call>(
  tx: Writer,
  ask: RequestContext<C>,
  money: GuardedMoney<C>,
): Promise<void> {
  const { caller, context, query } = ask;
  if (!caller || !approvableCalls.includes(money.entry)) throw new Error(`${money.entry.path} cannot be approved`);
  if (isDryRun(query)) return;
  if (money.isSensitive) refuseUnproven(caller, context.now);
  const limit = await readApprovalLimit(tx);
  const { kind, cents, shopId, tenant, subject, reason } = money;
  const giving = { accountId: caller.accountId, shopId, cents, at: context.now };
  if (limit === null || (await giveWithinLimit(tx, { ...giving, limit }))) return;
  const request = describeRequest(money.entry, ask);
  const wanted = { accountId: caller.accountId, requestHash: request.hash, cents, at: context.now };
  const taken = await takeApproval(tx, wanted);
  const what = apiMessage(`approvals.what.${kind}`, { tenant, shop: shopId, subject });
  if (!taken) throw new ApprovalRequired(context, { ...wanted, request: request.text, what, shopId, reason });
  await auditApproval(tx, context, { type: 'Approval Used', row: taken, reason });
}
