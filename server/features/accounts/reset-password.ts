import type { Instant } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { AppContext, Caller } from '../../http/core/app-context.ts';
import { storeAccountChange } from '../approvals/account-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { drawCode } from '../factors/draw-code.ts';
import { deleteChallengesOf } from '../factors/queries.ts';
import { endSessionsOf, holdSession } from '../session/queries.ts';
import { lockForChange } from './lock-for-change.ts';
import { type AccountRow, updateAccount } from './queries.ts';
import { oneTimeUntil } from './register-account.ts';

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

/** Returns when it expires. */
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
