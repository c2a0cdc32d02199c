import { randomUUID } from 'node:crypto';
import { message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { hashPassword, verifyPassword } from './hash-password.ts';
import { limitAttempts } from './limit-attempts.ts';
import { type AccountWithPassword, findAccount, insertSession, lockPasswordHash } from './queries.ts';

/** For an unknown email, so that the answer takes as long as for a wrong password. */
const fallbackHash = hashPassword('no account has this password');

/** The same refusal for an unknown email and a wrong password. */
export async function startSession(
  database: Database,
  context: ActionContext,
  tried: { email: string; password: string; address: string; agent: string },
): Promise<{ sessionId: string; account: AccountWithPassword }> {
  const clearFailures = await limitAttempts(database, { email: tried.email, address: tried.address, now: context.now });
  const account = await findAccount(database.reader, tried.email);
  const matches = await verifyPassword(account?.password_hash ?? (await fallbackHash), tried.password);
  if (!account || !matches) throw new Refusal('invalid_credentials');
  await clearFailures();
  const sessionId = randomUUID();
  await database.write(async (tx) => {
    // The password was changed during the check.
    if ((await lockPasswordHash(tx, account.id)) !== account.password_hash) throw new Refusal('invalid_credentials');
    await insertSession(tx, {
      id: sessionId,
      account_id: account.id,
      created_at: context.now,
      last_seen_at: context.now,
      verified_at: null,
      ended_at: null,
      address: tried.address,
      agent: tried.agent,
    });
    await writeAudit(
      tx,
      { ...context, actor: account.email },
      { type: 'Signed In', description: message('session.audit.signed_in', { email: account.email }) },
    );
  });
  return { sessionId, account };
}
