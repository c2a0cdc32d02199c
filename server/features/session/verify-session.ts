import type { Proof } from '#contract/factors.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database, Writer } from '../../db/connect.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { acceptProof, checkProof, type FactorContext } from '../factors/check-proof.ts';
import { endChallenge, takeChallenge } from '../factors/open-challenge.ts';
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
  await database.write((tx) => confirmIdentity(tx, context, caller));
}

/** With a code of the app or a passkey. A recovery code is only for signing in. */
export async function verifyByFactor(
  world: FactorContext,
  context: ActionContext,
  { caller, proof }: { caller: Caller; proof: Proof },
): Promise<void> {
  const { database } = world;
  const { now } = context;
  const { accountId, sessionId } = caller;
  const clearFailures = await limitSessionProofs(database, { sessionId, now });
  const expected = { purposes: ['passkey proof'] as const, accountId, now };
  const challenge = proof.passkey && (await takeChallenge(database, proof.challenge ?? '', expected));
  const checked = await checkProof(world, proof, { accountId, mayRecover: false, now });
  const wrong = new Refusal('verification_failed', { message: apiMessage('factors.proof.wrong') });
  if (!checked) throw wrong;
  await clearFailures();
  await database.write(async (tx) => {
    if (challenge) await endChallenge(tx, challenge);
    if (!(await acceptProof(tx, checked, now))) throw wrong;
    await confirmIdentity(tx, context, caller);
  });
}

async function confirmIdentity(tx: Writer, context: ActionContext, caller: Caller): Promise<void> {
  if (!(await markVerified(tx, caller.sessionId, context.now))) throw new Refusal('unauthorized');
  await writeAudit(tx, context, {
    type: 'Identity Verified',
    description: apiMessage('session.audit.verified', { email: caller.email }),
  });
}
