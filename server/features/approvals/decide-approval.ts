import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { couldSignInAs } from './account-changes.ts';
import { auditApproval } from './audit-approval.ts';
import { stateOf } from './present.ts';
import { type ApprovalRow, changeApproval, lockApproval } from './queries.ts';

interface Decision {
  caller: Caller;
  id: number;
}

export async function giveApproval(tx: Writer, context: ActionContext, { caller, id }: Decision): Promise<void> {
  const { state, reason } = await lockOthers(tx, context, { caller, id });
  if (state !== 'pending') throw ended(state);
  const decided = { decided_by: context.actor, decided_at: context.now };
  const row = await changeApproval(tx, id, { state: 'approved', ...decided });
  await auditApproval(tx, context, { type: 'Approval Given', row, reason });
}

export async function declineApproval(
  tx: Writer,
  context: ActionContext,
  { caller, id, reason }: Decision & { reason: string },
): Promise<void> {
  const { state } = await lockOthers(tx, context, { caller, id });
  if (state !== 'pending' && state !== 'approved') throw ended(state);
  const decided = { decided_by: context.actor, decided_at: context.now, decline_reason: reason };
  const row = await changeApproval(tx, id, { state: 'declined', ...decided });
  await auditApproval(tx, context, { type: 'Approval Declined', row, reason });
}

async function lockOthers(tx: Writer, context: ActionContext, { caller, id }: Decision): Promise<ApprovalRow> {
  const row = await lockApproval(tx, id);
  if (!row) throw new Refusal('approval_not_found');
  if (row.account_id === caller.accountId) throw new Refusal('own_approval');
  if (await couldSignInAs(tx, caller.accountId, { byAccountId: row.account_id, now: context.now }))
    throw new Refusal('own_approval', {
      message: apiMessage('refusals.own_approval.by_account', { email: row.requested_by }),
    });
  if (stateOf(row, context.now) === 'expired') throw ended('expired');
  return row;
}

function ended(state: ReturnType<typeof stateOf>): Refusal {
  return new Refusal('approval_ended', { message: apiMessage('refusals.approval_ended.of', { state }) });
}
