import type { Instant } from '#billing/calendar.ts';
import type { Proof } from '#contract/factors.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal, type RefusalCode } from '#contract/refusals.ts';
import { passwordChosen } from '#contract/session.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import { countEvent } from '../../db/rate-limits.ts';
import { isUnavailable } from '../../db/transaction.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { networkOf } from '../../http/core/client-address.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { hasFactor } from '../factors/add-factor.ts';
import { askForFactor } from '../factors/ask-for-factor.ts';
import { acceptProof, auditRecoveryCode, checkProof, type FactorContext } from '../factors/check-proof.ts';
import { endChallenge, takeChallenge } from '../factors/open-challenge.ts';
import { findPasskey, listFactors } from '../factors/queries.ts';
import { type HashPassword, isWeakPassword, verifyPassword } from './hash-password.ts';
import { FAILED_SIGN_INS, limitAddress, limitSignIns } from './limit-attempts.ts';
import { type OpenedSession, openSession, type SignInOrigin } from './open-session.ts';
import {
  type AccountWithPassword,
  findAccount,
  findAccountById,
  lockPasswordHash,
  replaceImportedHash,
} from './queries.ts';
import { isBcrypt } from './verify-bcrypt.ts';

/**
 * Finishes a sign-in, with a second factor after the password, or with a passkey instead of a password. A passkey is
 * enough, because its device has verified the user.
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
      // The account has since been disabled or has a new password.
      if ((await lockPasswordHash(tx, account.id)) !== account.password_hash)
        throw new Refusal('invalid_second_factor');
      await endChallenge(tx, challenge);
      if (!(await acceptProof(tx, checked, now))) throw new Refusal('invalid_second_factor');
      if (checked.factor.kind === 'recovery') await auditRecoveryCode(tx, context, email);
    },
  });
}

/**
 * Returns the id of the account that owns the passkey; null if the passkey is unknown. A code identifies no account,
 * because it proves nothing without the password.
 */
async function findOwner({ database }: FactorContext, { passkey }: Proof): Promise<number | null> {
  const found = passkey && (await findPasskey(database.reader, passkey.id));
  return found?.account_id ?? null;
}

interface SignInContext extends FactorContext, Pick<AppContext, 'hashPassword'> {
  fallbackHash: Promise<string>;
}

/** Makes the hash that is checked for an unknown email, so that the answer takes as long as for a wrong password. */
export function makeFallbackHash(hashPassword: HashPassword): Promise<string> {
  return hashPassword('no account has this password');
}

/**
 * An unknown email and a wrong password have the same refusal. An account with a second factor continues with
 * `finishSignIn`.
 */
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
  const renewed = await renewImported(world, account, tried.password);
  return openSession(database, context, {
    account: { ...account, ...(renewed && { must_change_password: renewed.mustChange ? 1 : 0 }) },
    origin,
    async claim(tx) {
      // The password was changed during the check.
      if ((await lockPasswordHash(tx, account.id)) !== account.password_hash) throw new Refusal('invalid_credentials');
      if (renewed) await replaceImportedHash(tx, account, { ...renewed, at: context.now });
    },
  });
}

/**
 * Returns a new hash for a password whose stored hash was imported from another system; undefined for other hashes. A
 * superadmin must then choose a new password, and so must a user whose password would be refused as a new one.
 */
async function renewImported(
  { hashPassword }: Pick<AppContext, 'hashPassword'>,
  { password_hash, role, email }: AccountWithPassword,
  password: string,
): Promise<{ passwordHash: string; mustChange: boolean } | undefined> {
  if (!isBcrypt(password_hash)) return undefined;
  const isRefused = !passwordChosen.safeParse(password).success || (await isWeakPassword(password, email));
  return { passwordHash: await hashPassword(password), mustChange: role === 'superadmin' || isRefused };
}

/**
 * Returns the reason to refuse a sign-in; undefined if there is none. An unknown account and a wrong password have the
 * same reason, so that nobody can find out which accounts exist.
 */
function refusalOf(
  account: AccountWithPassword | undefined,
  { matches, now }: { matches: boolean; now: Instant },
): RefusalCode | undefined {
  if (!account || !matches) return 'invalid_credentials';
  if (account.disabled_at !== null) return 'account_disabled';
  return account.one_time_until !== null && account.one_time_until <= now ? 'password_expired' : undefined;
}

const RECORDED_EACH = 10;
/**
 * The maximum number of failed sign-ins with unknown email addresses that are recorded in an hour, so that invented
 * addresses do not fill the log.
 */
const MOST_UNKNOWN = 100;
const UNKNOWN = 'unknown emails of failed sign-ins';

interface Failure {
  email: string;
  address: string;
  hasAccount: boolean;
  onUnrecorded: (error: unknown) => void;
}

/** Of the failed sign-ins with one email from one network in an hour, records the first and every tenth. */
async function recordFailure(
  database: Database,
  context: ActionContext,
  { email, address, hasAccount, onUnrecorded }: Failure,
): Promise<void> {
  const subject = `${FAILED_SIGN_INS} ${email} from ${networkOf(address)}`;
  const count = await countEvent(database, subject, context.now);
  if (count !== 1 && count % RECORDED_EACH !== 0) return;
  if (!hasAccount && (await countEvent(database, UNKNOWN, context.now)) > MOST_UNKNOWN) return;
  const description = apiMessage('session.audit.sign_in_failed', { email, address, count });
  try {
    await database.writeSession((tx) =>
      writeAudit(tx, { ...context, actor: email }, { type: 'Sign-In Failed', description }),
    );
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    onUnrecorded(error);
  }
}
