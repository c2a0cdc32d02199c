import { randomUUID } from 'node:crypto';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database, Writer } from '../../db/connect.ts';
import { isUnavailable } from '../../db/transaction.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { hashPassword, verifyPassword } from './hash-password.ts';
import { limitSignIns } from './limit-attempts.ts';
import { type AccountWithPassword, findAccount, insertSession, lockPasswordHash } from './queries.ts';
import { recordFailure } from './record-failure.ts';

/** For an unknown email, so that the answer takes as long as for a wrong password. */
const fallbackHash = hashPassword('no account has this password');

interface SignIn {
  email: string;
  password: string;
  address: string;
  agent: string;
  /** The audit entry could not be written in time. */
  onUnrecorded: (error: unknown) => void;
}

/** The same refusal for an unknown email and a wrong password. */
export async function startSession(
  database: Database,
  context: ActionContext,
  { onUnrecorded, ...tried }: SignIn,
): Promise<{ sessionId: string; account: AccountWithPassword }> {
  const clearFailures = await limitSignIns(database, { email: tried.email, address: tried.address, now: context.now });
  const account = await findAccount(database.reader, tried.email);
  const matches = await verifyPassword(account?.password_hash ?? (await fallbackHash), tried.password);
  if (!account || !matches || account.disabled_at !== null) {
    await recordFailure(database, context, { ...tried, hasAccount: account !== undefined, onUnrecorded });
    throw new Refusal(account && matches ? 'account_disabled' : 'invalid_credentials');
  }
  await clearFailures();
  const open = async (tx: Writer): Promise<string> => {
    const id = randomUUID();
    // The password was changed during the check.
    if ((await lockPasswordHash(tx, account.id)) !== account.password_hash) throw new Refusal('invalid_credentials');
    await insertSession(tx, {
      id,
      account_id: account.id,
      created_at: context.now,
      last_seen_at: context.now,
      verified_at: null,
      ended_at: null,
      address: tried.address,
      agent: tried.agent,
    });
    return id;
  };
  const actor = { ...context, actor: account.email };
  const description = apiMessage('session.audit.signed_in', { email: account.email });
  try {
    const sessionId = await database.writeSession(async (tx) => {
      const id = await open(tx);
      await writeAudit(tx, actor, { type: 'Signed In', description });
      return id;
    });
    return { sessionId, account };
  } catch (error) {
    // A transaction that holds the audit log for long must not keep everybody out.
    if (!isUnavailable(error)) throw error;
    const sessionId = await database.writeSession(open);
    onUnrecorded(error);
    return { sessionId, account };
  }
}
