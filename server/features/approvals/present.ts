import { type Instant, instantOf } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import type { Approval } from '#contract/approvals.ts';
import { type ApiMessage, apiMessage, isMessageKey } from '#contract/messages/message.ts';
import type { ApprovalState } from '#contract/words.ts';
import type { Caller } from '../../http/core/app-context.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { describeEntry } from '../audit/stored-message.ts';
import type { StoredRequest } from './describe-request.ts';
import { APPROVED_MS, type ApprovalRow, PENDING_MS } from './queries.ts';

/** Characters of one sent value that are shown. */
const MOST_SHOWN = 200;

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
  const request = JSON.parse(row.request) as StoredRequest;
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
    sent: presentSent(request),
    request: isOwn ? request : null,
  };
}

/** The reason is a value of the approval itself. A password is not shown to anybody. */
function presentSent({ body }: StoredRequest): Unworded<Approval>['sent'] {
  return Object.entries(body)
    .filter(([name, value]) => name !== 'reason' && !/password/i.test(name) && value !== null && value !== '')
    .map(([name, value]) => {
      const label = `fields.${name}`;
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      return {
        field: apiMessage(isMessageKey(label) ? label : 'fields.other'),
        value: text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text,
      };
    });
}
