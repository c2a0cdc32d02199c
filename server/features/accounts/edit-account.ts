import type { accounts } from '#contract/accounts.ts';
import type { Body } from '#contract/call.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { storeAccountChange } from '../approvals/account-changes.ts';
import { describeChanges } from '../audit/describe-changes.ts';
import { lockHead } from '../audit/queries.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { endSessionsOf } from '../session/queries.ts';
import { claimNames } from './claim-names.ts';
import { describeAccount } from './describe-account.ts';
import { lockForChange } from './lock-for-change.ts';
import { type AccountRow, listAccounts, updateAccount } from './queries.ts';
import { refuseRole } from './refuse-higher-role.ts';

export async function editAccount(
  tx: Writer,
  context: ActionContext,
  { caller, id, is_disabled, ...names }: Body<typeof accounts.edit> & { caller: Caller; id: number },
): Promise<AccountRow> {
  const before = await lockForChange(tx, caller, id);
  await refuseRole(tx, caller, names.role);
  const change = { ...names, disabled_at: is_disabled ? (before.disabled_at ?? context.now) : null };
  const changes = describeChanges(describe(before), describe({ ...before, ...change }));
  if (!changes) return before;
  // Sessions are locked before the head of the audit log.
  if (is_disabled) await endSessionsOf(tx, id, context.now);
  // Two changes at once wait here for each other.
  await lockHead(tx);
  const others = (await listAccounts(tx)).filter((one) => one.id !== id);
  if (isActiveSuperadmin(before) && !isActiveSuperadmin({ ...before, ...change }) && !others.some(isActiveSuperadmin))
    throw new Refusal('last_superadmin');
  claimNames(others, names);
  const edited = await updateAccount(tx, id, { ...change, updated_at: context.now });
  const isTheirs =
    before.email !== edited.email || before.role !== edited.role || before.disabled_at !== edited.disabled_at;
  if (isTheirs) await storeAccountChange(tx, context, { accountId: id, byAccountId: caller.accountId });
  const description = apiMessage('accounts.audit.changed', { email: before.email });
  await writeAudit(tx, context, { type: 'Account Changed', description, ...changes });
  return edited;
}

function describe(account: AccountRow) {
  return { ...describeAccount(account), disabled: account.disabled_at };
}

function isActiveSuperadmin({ role, disabled_at }: AccountRow): boolean {
  return role === 'superadmin' && disabled_at === null;
}
