import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { AppContext, Caller } from '../../http/core/app-context.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { deleteChallengesOf } from '../factors/queries.ts';
import { isWeakPassword, verifyPassword } from './hash-password.ts';
import { limitSessionProofs } from './limit-attempts.ts';
import { endOtherSessions, findAccountById, holdSession, lockPasswordHash, setPassword } from './queries.ts';

/** Changes the password and ends the account's other sessions. */
export async function changePassword(
  { database, hashPassword }: Pick<AppContext, 'database' | 'hashPassword'>,
  context: ActionContext,
  { caller, ...asked }: { caller: Caller; currentPassword: string; newPassword: string },
): Promise<void> {
  const clearFailures = await limitSessionProofs(database, {
    sessionId: caller.sessionId,
    now: context.now,
  });
  const account = await findAccountById(database.reader, caller.accountId);
  // The account may have been deleted in the meantime.
  if (!account) throw new Refusal('unauthorized');
  if (!(await verifyPassword(account.password_hash, asked.currentPassword)))
    throw new Refusal('wrong_current_password');
  await clearFailures();
  if (await isWeakPassword(asked.newPassword, account.email)) throw new Refusal('weak_password');
  if (asked.newPassword === asked.currentPassword) {
    throw new Refusal('weak_password', { message: apiMessage('session.change_password.same') });
  }
  const passwordHash = await hashPassword(asked.newPassword);
  await database.writeRescue(async (tx) => {
    const existing = await lockPasswordHash(tx, account.id);
    if (!(await holdSession(tx, caller.sessionId))) throw new Refusal('unauthorized');
    if (existing !== account.password_hash) throw new Refusal('wrong_current_password');
    await setPassword(tx, account.id, { passwordHash, at: context.now });
    await deleteChallengesOf(tx, account.id, 'sign-in', 'password link');
    await endOtherSessions(tx, account.id, { keptId: caller.sessionId, at: context.now });
    const description = apiMessage('session.audit.password_changed', { email: account.email });
    await writeAudit(tx, context, { type: 'Password Changed', description });
  });
}
