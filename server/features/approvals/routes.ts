import { approvals } from '#contract/approvals.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { may } from '#contract/permissions.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { AppContext, Caller } from '../../http/core/app-context.ts';
import { Paginated } from '../../http/core/paginated.ts';
import { endpoint } from '../../http/endpoint.ts';
import { accountsOpenTo, couldSignInAs } from './account-changes.ts';
import { auditApproval } from './audit-approval.ts';
import { presentApproval, stateOf } from './present.ts';
import { type ApprovalRow, changeApproval, countApprovals, listApprovals, lockApproval } from './queries.ts';
import { limitSetting, presentLimit, readApprovalLimit } from './read-limit.ts';

export function approvalRoutes(app: AppContext): void {
  const { database } = app;
  endpoint(app, approvals.list, ({ query, caller: { accountId, role }, context: { now } }) =>
    database.snapshot(async (db) => {
      const wanted = { ...query, accountId, now, isOwnOnly: !may(role, 'approvals.decide') };
      const rows = await listApprovals(db, wanted);
      const shown = rows.map((row) => presentApproval(row, wanted));
      return new Paginated(shown, await countApprovals(db, wanted));
    }),
  );
  endpoint(app, approvals.approve, {
    async record({ params, caller, context }, tx) {
      await giveApproval(tx, context, { caller, id: params.id });
      return { message: apiMessage('approvals.approve.done') };
    },
  });
  endpoint(app, approvals.decline, {
    async record({ params, body, caller, context }, tx) {
      await declineApproval(tx, context, { caller, id: params.id, reason: body.reason });
      return { message: apiMessage('approvals.decline.done') };
    },
  });
  endpoint(app, approvals.getLimit, async () => presentLimit(await readApprovalLimit(database.reader)));
  endpoint(app, approvals.setLimit, {
    current: async (_, tx) => presentLimit((await limitSetting.lock(tx)).cents),
    async record({ body, context }, tx) {
      await limitSetting.change(tx, context, { value: () => ({ cents: body.amount }) });
      return { message: apiMessage('approvals.limit.done'), settings: presentLimit(body.amount) };
    },
  });
}

interface Decision {
  caller: Caller;
  id: number;
}

async function giveApproval(tx: Writer, context: ActionContext, { caller, id }: Decision): Promise<void> {
  const { state, reason } = await lockOthers(tx, context, { caller, id });
  if (state !== 'pending') throw ended(state);
  const decided = { decided_by: context.actor, decided_at: context.now };
  const row = await changeApproval(tx, id, { state: 'approved', ...decided });
  await auditApproval(tx, context, { type: 'Approval Given', row, reason });
}

async function declineApproval(
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
  if ((await accountsOpenTo(tx, caller.accountId, context)).has(row.account_id))
    throw new Refusal('own_approval', {
      message: apiMessage('refusals.own_approval.of_account', { email: row.requested_by }),
    });
  if (stateOf(row, context.now) === 'expired') throw ended('expired');
  return row;
}

function ended(state: ReturnType<typeof stateOf>): Refusal {
  return new Refusal('approval_ended', { message: apiMessage('refusals.approval_ended.of', { state }) });
}
