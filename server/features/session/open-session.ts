import { randomUUID } from 'node:crypto';
import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database, Writer } from '../../db/connect.ts';
import { isUnavailable } from '../../db/transaction.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { type AccountWithPassword, insertSession } from './queries.ts';

export interface SignInOrigin {
  address: string;
  agent: string;
  onUnrecorded: (error: unknown) => void;
}

export interface OpenedSession {
  sessionId: string;
  account: AccountWithPassword;
}

/**
 * `claim` runs in the same transaction, and throws if something has changed since the password or the second factor was
 * checked.
 */
export async function openSession(
  database: Database,
  context: ActionContext,
  {
    account,
    origin,
    claim,
  }: { account: AccountWithPassword; origin: SignInOrigin; claim: (tx: Writer) => Promise<void> },
): Promise<OpenedSession> {
  const open = async (tx: Writer): Promise<string> => {
    const id = randomUUID();
    await claim(tx);
    await insertSession(tx, {
      id,
      account_id: account.id,
      created_at: context.now,
      last_seen_at: context.now,
      verified_at: null,
      ended_at: null,
      address: origin.address,
      agent: origin.agent,
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
    // The audit log may be locked for a long time, which must not prevent everybody from signing in. The session is
    // then opened without an audit entry.
    if (!isUnavailable(error)) throw error;
    const sessionId = await database.writeSession(open);
    origin.onUnrecorded(error);
    return { sessionId, account };
  }
}
