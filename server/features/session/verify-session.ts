import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { verifyPassword } from './hash-password.ts';
import { limitSessionProofs } from './limit-attempts.ts';
import { findAccountById, markVerified } from './queries.ts';

export async function verifySession(
  database: Database,
  context: ActionContext,
  { caller, ...tried }: { caller: Caller; email: string; password: string },
): Promise<void> {
  const clearFailures = await limitSessionProofs(database, {
    sessionId: caller.sessionId,
    now: context.now,
  });
  const account = await findAccountById(database.reader, caller.accountId);
  // Deleted meanwhile.
  if (!account) throw new Refusal('unauthorized');
  const matches = await verifyPassword(account.password_hash, tried.password);
  if (!matches || tried.email !== account.email) throw new Refusal('verification_failed');
  await clearFailures();
  await database.write(async (tx) => {
    if (!(await markVerified(tx, caller.sessionId, context.now))) throw new Refusal('unauthorized');
    await writeAudit(tx, context, {
      type: 'Identity Verified',
      description: apiMessage('session.audit.verified', { email: caller.email }),
    });
  });
}
