import type { Instant } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import { type ApprovalKind, approvableCalls } from '#contract/approvals.ts';
import type { Call } from '#contract/call.ts';
import { type ApiMessage, apiMessage, inWords } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { lockDataVersion } from '../../db/data-version.ts';
import { refuseUnproven } from '../../http/core/auth.ts';
import { isDryRun, type RequestContext } from '../../http/core/read-request.ts';
import { RecordedRefusal } from '../../http/idempotency/answer-write.ts';
import { storeMessage } from '../audit/stored-message.ts';
import { auditApproval } from './audit-approval.ts';
import { describeRequest } from './describe-request.ts';
import { giveWithinLimit } from './given-money.ts';
import { insertApproval, listPendingOf, takeApproval } from './queries.ts';
import { readApprovalLimit } from './read-limit.ts';

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

/**
 * Requires an approval where needed. Call it as the last step of an action, so that the action's own refusals come
 * first.
 */
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

const MOST_PENDING = 20;

interface WantedApproval {
  accountId: number;
  requestHash: string;
  cents: Cents;
  at: Instant;
  request: string;
  what: ApiMessage;
  shopId: string;
  reason: string;
}

class ApprovalRequired extends RecordedRefusal {
  readonly #context: ActionContext;
  readonly #wanted: WantedApproval;

  constructor(context: ActionContext, wanted: WantedApproval) {
    super('approval_required');
    this.#context = context;
    this.#wanted = wanted;
  }

  async record(tx: Writer): Promise<void> {
    const { accountId, requestHash, cents, at, request, what, shopId, reason } = this.#wanted;
    // Without this lock, the second of two equal concurrent requests would not find the first.
    await lockDataVersion(tx);
    const pending = await listPendingOf(tx, accountId, at);
    if (pending.some((row) => row.request_hash === requestHash && row.cents === cents)) return;
    if (pending.length >= MOST_PENDING) throw new Refusal('too_many_approvals');
    const row = await insertApproval(tx, {
      account_id: accountId,
      requested_by: this.#context.actor,
      requested_at: at,
      request_hash: requestHash,
      request,
      shop_id: shopId,
      cents,
      reason,
      state: 'pending',
      description: inWords(what, 'en'),
      sentence: storeMessage(what),
    });
    await auditApproval(tx, this.#context, { type: 'Approval Requested', row, reason });
  }
}
