import type { Instant } from '#billing/calendar.ts';
import { Refusal, type RefusalCode } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import { hasFactor } from '../factors/add-factor.ts';
import { askForFactor } from '../factors/ask-for-factor.ts';
import type { FactorContext } from '../factors/check-proof.ts';
import { listFactors } from '../factors/queries.ts';
import { type HashPassword, verifyPassword } from './hash-password.ts';
import { limitSignIns } from './limit-attempts.ts';
import { type OpenedSession, openSession, type SignInOrigin } from './open-session.ts';
import { type AccountWithPassword, findAccount, lockPasswordHash } from './queries.ts';
import { recordFailure } from './record-failure.ts';

interface SignInContext extends FactorContext {
  fallbackHash: Promise<string>;
}

/** Returns the hash for an unknown email, so that the answer takes as long as for a wrong password. */
export function makeFallbackHash(hashPassword: HashPassword): Promise<string> {
  return hashPassword('no account has this password');
}

/** The same refusal for an unknown email and a wrong password. An account with a second factor goes on with `finishSignIn`. */
export async function startSession(
  world: SignInContext,
  context: ActionContext,
  { origin, ...tried }: { email: string; password: string; origin: SignInOrigin },
): Promise<OpenedSession> {
  const { database, fallbackHash } = world;
  const { email } = tried;
  const clearFailures = await limitSignIns(database, { email, address: origin.address, now: context.now });
  const account = await findAccount(database.reader, email);
  const matches = await verifyPassword(account?.password_hash ?? (await fallbackHash), tried.password);
  const refused = refusalOf(account, { matches, now: context.now });
  if (!account || refused) {
    await recordFailure(database, context, { email, ...origin, hasAccount: account !== undefined });
    throw new Refusal(refused ?? 'invalid_credentials');
  }
  const factors = await listFactors(database.reader, account.id);
  if (hasFactor(factors)) throw await askForFactor(world, context, { factors, purpose: 'sign-in' });
  await clearFailures();
  return openSession(database, context, {
    account,
    origin,
    async claim(tx) {
      // The password was changed during the check.
      if ((await lockPasswordHash(tx, account.id)) !== account.password_hash) throw new Refusal('invalid_credentials');
    },
  });
}

/** Tells only someone who knows the password more than that it was wrong. */
function refusalOf(
  account: AccountWithPassword | undefined,
  { matches, now }: { matches: boolean; now: Instant },
): RefusalCode | undefined {
  if (!account || !matches) return 'invalid_credentials';
  if (account.disabled_at !== null) return 'account_disabled';
  return account.one_time_until !== null && account.one_time_until <= now ? 'password_expired' : undefined;
}
