import type { Proof } from '#contract/factors.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import { acceptProof, auditRecoveryCode, checkProof, type FactorContext } from '../factors/check-proof.ts';
import { endChallenge, takeChallenge } from '../factors/open-challenge.ts';
import { findPasskey } from '../factors/queries.ts';
import { limitAddress, limitSignIns } from './limit-attempts.ts';
import { type OpenedSession, openSession, type SignInOrigin } from './open-session.ts';
import { findAccountById, lockPasswordHash } from './queries.ts';
import { recordFailure } from './record-failure.ts';

/**
 * Finishes a sign-in after a password with any second factor; without a password with a passkey, whose device has
 * verified its user.
 */
export async function finishSignIn(
  world: FactorContext,
  context: ActionContext,
  { proof, origin }: { proof: Proof & { challenge: string }; origin: SignInOrigin },
): Promise<OpenedSession> {
  const { database } = world;
  const { now } = context;
  await limitAddress(database, { address: origin.address, now });
  const challenge = await takeChallenge(database, proof.challenge, { purposes: ['sign-in', 'passkey sign-in'], now });
  const isPasskeyOnly = challenge.purpose === 'passkey sign-in';
  const accountId = isPasskeyOnly ? await findOwner(world, proof) : challenge.account_id;
  const account = accountId === null ? undefined : await findAccountById(database.reader, accountId);
  if (!account) throw new Refusal('invalid_second_factor');
  const { email } = account;
  const clearFailures = await limitSignIns(database, { email, address: origin.address, now, step: 'code' });
  const checked = await checkProof(world, proof, { accountId: account.id, now });
  if (!checked || account.disabled_at !== null) {
    await recordFailure(database, context, { email, ...origin, hasAccount: true });
    throw new Refusal(checked ? 'account_disabled' : 'invalid_second_factor');
  }
  await clearFailures();
  return openSession(database, context, {
    account,
    origin,
    async claim(tx) {
      // Disabled, or given a new password, since.
      if ((await lockPasswordHash(tx, account.id)) !== account.password_hash)
        throw new Refusal('invalid_second_factor');
      await endChallenge(tx, challenge);
      if (!(await acceptProof(tx, checked, now))) throw new Refusal('invalid_second_factor');
      if (checked.factor.kind === 'recovery') await auditRecoveryCode(tx, context, email);
    },
  });
}

/** A code proves nothing without the password. */
async function findOwner({ database }: FactorContext, { passkey }: Proof): Promise<number | null> {
  const found = passkey && (await findPasskey(database.reader, passkey.id));
  return found?.account_id ?? null;
}
