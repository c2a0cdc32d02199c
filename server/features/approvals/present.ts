import { type Instant, instantOf } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import type { Approval } from '#contract/approvals.ts';
import type { ApiMessage } from '#contract/messages/message.ts';
import type { ApprovalState } from '#contract/words.ts';
import type { Caller } from '../../http/core/app-context.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { describeEntry } from '../audit/stored-message.ts';
import type { StoredRequest } from './describe-request.ts';
import { APPROVED_MS, type ApprovalRow, PENDING_MS } from './queries.ts';

export function describeApproval({ description, sentence }: ApprovalRow): ApiMessage | string {
  return describeEntry({ event_description: description, event_message: sentence });
}

export function stateOf(row: ApprovalRow, now: Instant): ApprovalState {
  const end = expiryOf(row);
  return end !== null && end < now ? 'expired' : row.state;
}

function expiryOf({ state, requested_at, decided_at }: ApprovalRow): Instant | null {
  if (state === 'pending') return instantOf(Date.parse(requested_at) + PENDING_MS);
  return state === 'approved' && decided_at !== null ? instantOf(Date.parse(decided_at) + APPROVED_MS) : null;
}

export function presentApproval(
  row: ApprovalRow,
  { now, accountId }: { now: Instant; accountId: Caller['accountId'] },
): Unworded<Approval> {
  const { id, cents, reason, shop_id, requested_by, requested_at, decided_by, decided_at, decline_reason, used_at } =
    row;
  const isOwn = row.account_id === accountId;
  return {
    id,
    state: stateOf(row, now),
    what: describeApproval(row),
    amount: toRupees(cents),
    reason,
    shop_id,
    requested_by,
    requested_at,
    expires_at: expiryOf(row),
    decided_by,
    decided_at,
    decline_reason,
    used_at,
    is_own: isOwn,
    request: isOwn ? (JSON.parse(row.request) as StoredRequest) : null,
  };
}
