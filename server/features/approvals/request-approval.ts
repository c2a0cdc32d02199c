import type { Instant } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import { type ApiMessage, inWords } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { lockDataVersion } from '../../db/data-version.ts';
import { RecordedRefusal } from '../../http/idempotency/answer-write.ts';
import { storeMessage } from '../audit/stored-message.ts';
import { auditApproval } from './audit-approval.ts';
import { insertApproval, listPendingOf } from './queries.ts';

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

export class ApprovalRequired extends RecordedRefusal {
  readonly #context: ActionContext;
  readonly #wanted: WantedApproval;

  constructor(context: ActionContext, wanted: WantedApproval) {
    super('approval_required');
    this.#context = context;
    this.#wanted = wanted;
  }

  async record(tx: Writer): Promise<void> {
    const { accountId, requestHash, cents, at, request, what, shopId, reason } = this.#wanted;
    // So that of two equal requests at once the second sees the first.
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
