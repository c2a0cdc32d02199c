import type { Proof } from '#contract/factors.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { hasFactor } from '../factors/add-factor.ts';
import { askForFactor } from '../factors/ask-for-factor.ts';
import { acceptProof, auditRecoveryCode, checkProof, type FactorContext } from '../factors/check-proof.ts';
import { endChallenge, takeChallenge } from '../factors/open-challenge.ts';
import { listFactors } from '../factors/queries.ts';
import { verifyPassword } from './hash-password.ts';
import { limitSessionProofs } from './limit-attempts.ts';
import { findAccountById, markVerified } from './queries.ts';

/** Verifies a session with the password. Throws a refusal that asks for a second factor if the account has one. */
export async function verifySession(
  world: FactorContext,
  context: ActionContext,
  { caller, ...tried }: { caller: Caller; email: string; password: string },
): Promise<void> {
  const { database } = world;
  const clearFailures = await limitSessionProofs(database, {
    sessionId: caller.sessionId,
    now: context.now,
  });
  const account = await findAccountById(database.reader, caller.accountId);
  // The account may have been deleted in the meantime.
  if (!account) throw new Refusal('unauthorized');
  const matches = await verifyPassword(account.password_hash, tried.password);
  if (!matches || tried.email !== account.email) throw new Refusal('verification_failed');
  await clearFailures();
  const factors = await listFactors(database.reader, caller.accountId);
  const message = apiMessage('factors.proof.needed');
  if (hasFactor(factors)) throw await askForFactor(world, context, { factors, purpose: 'passkey proof', message });
  await database.writeRescue((tx) => confirmIdentity(tx, context, caller));
}

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
  const checked = await checkProof(world, proof, { accountId, now });
  const wrong = new Refusal('verification_failed', { message: apiMessage('factors.proof.wrong') });
  if (!checked) throw wrong;
  await clearFailures();
  await database.writeRescue(async (tx) => {
    if (challenge) await endChallenge(tx, challenge);
    if (!(await acceptProof(tx, checked, now))) throw wrong;
    if (checked.factor.kind === 'recovery') await auditRecoveryCode(tx, context, caller.email);
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
