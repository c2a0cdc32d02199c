import type { Instant } from '#billing/calendar.ts';
import type { accounts } from '#contract/accounts.ts';
import type { Body } from '#contract/call.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import { may } from '#contract/permissions.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Role } from '#contract/roles.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database, Reader, Writer } from '../../db/connect.ts';
import type { AppContext, Caller } from '../../http/core/app-context.ts';
import { storeAccountChange } from '../approvals/account-changes.ts';
import { readApprovalLimit } from '../approvals/read-limit.ts';
import { lockHead } from '../audit/queries.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { drawCode } from '../factors/draw-code.ts';
import { deleteChallengesOf } from '../factors/queries.ts';
import { removeFactors } from '../factors/remove-factor.ts';
import { isWeakPassword } from '../session/hash-password.ts';
import { isOpen } from '../session/limit-sessions.ts';
import { endSessionRow, endSessionsOf, findSession, holdSession } from '../session/queries.ts';
import { describeAccount, editedAccount, lockAccountToEdit } from './edited-account.ts';
import { type AccountRow, deleteAccountRow, listAccounts, lockAccount, updateAccount } from './queries.ts';
import { claimNames, oneTimeUntil, registerAccount } from './register-account.ts';

/** Refuses to change a superadmin, unless the caller is one. */
function refuseHigherRole(caller: Caller, role: Role): void {
  if (role === 'superadmin' && caller.role !== 'superadmin') throw new Refusal('role_too_high');
}

/**
 * Refuses a role above the caller's. If an approval limit is set, only a superadmin may assign or change a role that
 * decides approvals.
 */
export async function refuseRole(db: Reader, caller: Caller, role: Role): Promise<void> {
  refuseHigherRole(caller, role);
  if (caller.role === 'superadmin' || !may(role, 'approvals.decide')) return;
  if ((await readApprovalLimit(db)) !== null)
    throw new Refusal('role_too_high', { message: apiMessage('refusals.role_too_high.approver') });
}

/** Locks an account that the caller may change. Throws the refusal `account_not_found` or `role_too_high`. */
export async function lockForChange(tx: Writer, caller: Caller, id: number): Promise<AccountRow> {
  const account = await lockAccountToEdit(tx, id);
  await refuseRole(tx, caller, account.role);
  return account;
}

/**
 * The owner need not change the password at the first sign-in, because the gate app of the specification has no page
 * for that.
 */
export async function addAccount(
  { database, hashPassword }: Pick<AppContext, 'database' | 'hashPassword'>,
  context: ActionContext,
  {
    caller,
    username,
    email,
    password,
    role,
  }: { caller: Caller; username: string; email: string; password: string; role: Role },
): Promise<AccountRow> {
  await refuseRole(database.reader, caller, role);
  if (await isWeakPassword(password, email)) throw new Refusal('weak_password');
  const passwordHash = await hashPassword(password);
  return database.write(async (tx) => {
    // The session is checked again, because it can end while the password is hashed.
    if (!(await holdSession(tx, caller.sessionId))) throw new Refusal('unauthorized');
    await refuseRole(tx, caller, role);
    const made = { username, email, role, passwordHash, mustChangePassword: false };
    const account = await registerAccount(tx, context, made);
    await storeAccountChange(tx, context, { accountId: account.id, byAccountId: caller.accountId });
    return account;
  });
}

export async function editAccount(
  tx: Writer,
  context: ActionContext,
  { caller, id, is_disabled, ...names }: Body<typeof accounts.edit> & { caller: Caller; id: number },
): Promise<AccountRow> {
  const { row } = await editedAccount.edit(tx, context, {
    key: id,
    async terms(before) {
      await refuseRole(tx, caller, before.role);
      await refuseRole(tx, caller, names.role);
      return { ...names, disabled_at: is_disabled ? (before.disabled_at ?? context.now) : null };
    },
    async alongside(before, after) {
      // Sessions are ended at this point, because sessions are always locked before the head of the audit log.
      if (is_disabled) await endSessionsOf(tx, id, context.now);
      // The second of two concurrent changes waits here.
      await lockHead(tx);
      const others = (await listAccounts(tx)).filter((one) => one.id !== id);
      if (isActiveSuperadmin(before) && !isActiveSuperadmin(after) && !others.some(isActiveSuperadmin))
        throw new Refusal('last_superadmin');
      claimNames(others, names);
      const isTheirs =
        before.email !== after.email || before.role !== after.role || before.disabled_at !== after.disabled_at;
      if (isTheirs) await storeAccountChange(tx, context, { accountId: id, byAccountId: caller.accountId });
    },
  });
  return row;
}

function isActiveSuperadmin({ role, disabled_at }: Pick<AccountRow, 'role' | 'disabled_at'>): boolean {
  return role === 'superadmin' && disabled_at === null;
}

/** A superadmin cannot be deleted, so that one always exists (specification 2, section 6). */
export async function removeAccount(database: Database, context: ActionContext, email: string): Promise<void> {
  await database.write(async (tx) => {
    const account = await lockAccount(tx, email);
    if (!account) throw new Refusal('account_not_found');
    if (account.role === 'superadmin') throw new Refusal('superadmin_stays');
    await deleteAccountRow(tx, account.id);
    await writeAudit(tx, context, {
      type: 'Account Deleted',
      description: apiMessage('accounts.audit.deleted', { email: account.email }),
      oldValue: describeAccount(account),
    });
  });
}

export async function removeSecondFactor(
  tx: Writer,
  context: ActionContext,
  { caller, id }: { caller: Caller; id: number },
): Promise<void> {
  const account = await lockForChange(tx, caller, id);
  if (!(await removeFactors(tx, context, account)))
    throw new Refusal('factor_not_found', { message: apiMessage('accounts.remove_factors.none') });
  await storeAccountChange(tx, context, { accountId: id, byAccountId: caller.accountId });
}

export async function endSessionOfAccount(
  database: Database,
  context: ActionContext,
  { caller, id, accountId }: { caller: Caller; id: string; accountId?: number },
): Promise<string> {
  return database.write(async (tx) => {
    const session = await findSession(tx, id);
    if (!session || !isOpen(session, context.now)) throw new Refusal('session_not_found');
    if (accountId !== undefined && session.account_id !== accountId) throw new Refusal('session_not_found');
    refuseHigherRole(caller, session.role);
    if (!(await endSessionRow(tx, id, context.now))) throw new Refusal('session_not_found');
    await writeAudit(tx, context, {
      type: 'Session Ended',
      description: apiMessage('accounts.audit.session_ended', { email: session.email }),
      oldValue: message('accounts.audit.session', {
        time: session.created_at,
        address: session.address || message('audit.value.none'),
        agent: session.agent || message('audit.value.none'),
      }),
    });
    return session.username;
  });
}

export async function resetPassword(
  { database, hashPassword }: Pick<AppContext, 'database' | 'hashPassword'>,
  context: ActionContext,
  { caller, id }: { caller: Caller; id: number },
): Promise<{ password: string; expiresAt: Instant }> {
  if (id === caller.accountId) throw new Refusal('own_password');
  const password = drawCode(20);
  const passwordHash = await hashPassword(password);
  const expiresAt = await database.write(async (tx) => {
    const account = await lockForChange(tx, caller, id);
    if (!(await holdSession(tx, caller.sessionId))) throw new Refusal('unauthorized');
    await storeAccountChange(tx, context, { accountId: id, byAccountId: caller.accountId });
    return storeOneTimePassword(tx, context, { account, passwordHash });
  });
  return { password, expiresAt };
}

/** Stores a one-time password and returns when it expires. */
export async function storeOneTimePassword(
  tx: Writer,
  context: ActionContext,
  { account, passwordHash }: { account: AccountRow; passwordHash: string },
): Promise<Instant> {
  const until = oneTimeUntil(context.now);
  const change = { password_hash: passwordHash, must_change_password: 1, one_time_until: until };
  await updateAccount(tx, account.id, { ...change, updated_at: context.now });
  await endSessionsOf(tx, account.id, context.now);
  await deleteChallengesOf(tx, account.id, 'sign-in', 'password link');
  const description = apiMessage('accounts.audit.password_reset', { email: account.email });
  await writeAudit(tx, context, { type: 'Password Reset', description });
  return until;
}
