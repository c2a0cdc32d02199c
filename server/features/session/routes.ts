import type { Instant } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { type ChosenColumns, chosenColumns, invoiceColumnNames } from '#contract/columns.ts';
import type { Proof } from '#contract/factors.ts';
import type { Language } from '#contract/languages.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal, type RefusalCode } from '#contract/refusals.ts';
import { passwordChosen, session } from '#contract/session.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import { countEvent } from '../../db/rate-limits.ts';
import { isUnavailable } from '../../db/transaction.ts';
import type { AppContext, Caller } from '../../http/core/app-context.ts';
import { networkOf } from '../../http/core/client-address.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { endpoint } from '../../http/endpoint.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { hasFactor } from '../factors/add-factor.ts';
import { askForFactor } from '../factors/ask-for-factor.ts';
import { acceptProof, auditRecoveryCode, checkProof, type FactorContext } from '../factors/check-proof.ts';
import { endChallenge, openChallenge, takeChallenge } from '../factors/open-challenge.ts';
import { deleteChallengesOf, findPasskey, listFactors } from '../factors/queries.ts';
import { requestPasskey } from '../factors/request-passkey.ts';
import { findCaller } from './find-caller.ts';
import { type HashPassword, isWeakPassword, verifyPassword } from './hash-password.ts';
import { FAILED_SIGN_INS, limitAddress, limitSessionProofs, limitSignIns } from './limit-attempts.ts';
import { SESSION_LIFETIME_SECONDS } from './limit-sessions.ts';
import { type OpenedSession, openSession, type SignInOrigin } from './open-session.ts';
import {
  type AccountWithPassword,
  endOtherSessions,
  endSessionRow,
  findAccount,
  findAccountById,
  findChosenColumns,
  holdSession,
  lockPasswordHash,
  replaceImportedHash,
  setAccountLanguage,
  setChosenColumns,
  setPassword,
} from './queries.ts';
import { isBcrypt } from './verify-bcrypt.ts';
import { verifyByFactor, verifySession } from './verify-session.ts';

export function sessionRoutes(app: AppContext): void {
  proofs(app);
  ownSettings(app);
  const { database, config, tokens } = app;
  const fallbackHash = makeFallbackHash(app.hashPassword);
  const originOf = (ask: { address: string; agent: string; context: ActionContext }, email?: string): SignInOrigin => ({
    address: ask.address,
    agent: ask.agent,
    onUnrecorded: (error) =>
      app.fastify.log.error(
        { err: error, email, address: ask.address, requestId: ask.context.requestId },
        'a sign-in, or a failed one, is missing in the audit log',
      ),
  });
  const welcome = async ({ sessionId, account }: OpenedSession, { now }: ActionContext) => {
    const claims = { sessionId, adminId: account.id, email: account.email, role: account.role };
    const token = await tokens.issue(claims, now, SESSION_LIFETIME_SECONDS);
    const mustAddFactor = (await findCaller(database, sessionId, now))?.mustAddFactor ?? false;
    return presentLogin(account, { token, mustAddFactor });
  };
  endpoint(app, session.login, async ({ body, context, ...ask }) => {
    const origin = originOf({ ...ask, context }, body.email);
    return welcome(await startSession({ ...app, fallbackHash }, context, { ...body, origin }), context);
  });
  endpoint(app, session.finishLogin, async ({ body, context, ...ask }) => {
    const origin = originOf({ ...ask, context });
    return welcome(await finishSignIn(app, context, { proof: body, origin }), context);
  });
  endpoint(app, session.passkeyChallenge, async ({ context: { now }, address }) => {
    await limitAddress(database, { address, now });
    const { token } = await database.writeSession((tx) =>
      openChallenge(tx, { purpose: 'passkey sign-in', accountId: null, now }),
    );
    return requestPasskey(config, token);
  });
  endpoint(app, session.logout, async ({ context, caller }) => {
    await endOwnSession(database, context, caller);
    return { message: apiMessage('session.logout.done') };
  });
  endpoint(app, session.current, async ({ caller }) => presentCaller(caller));
}

function proofs(app: AppContext): void {
  const { database, config } = app;
  endpoint(app, session.verify, async ({ body, context, caller }) => {
    await verifySession(app, context, { caller, ...body });
    return { success: true as const, message: apiMessage('session.verify.done') };
  });
  endpoint(app, session.proofChallenge, async ({ context: { now }, caller: { accountId } }) => {
    const rows = await listFactors(database.reader, accountId);
    const { token } = await database.writeSession((tx) =>
      openChallenge(tx, { purpose: 'passkey proof', accountId, now }),
    );
    return { ...requestPasskey(config, token, rows), has_app: rows.some(({ kind }) => kind === 'app') };
  });
  endpoint(app, session.verifyFactor, async ({ body, context, caller }) => {
    await verifyByFactor(app, context, { caller, proof: body });
    return { success: true as const, message: apiMessage('session.verify.done') };
  });
}

function ownSettings(app: AppContext): void {
  const { database } = app;
  endpoint(app, session.setLanguage, async ({ body, context, caller }) => {
    await setLanguage(database, context, { caller, ...body });
    return { message: apiMessage('session.set_language.done'), ...body };
  });
  endpoint(app, session.columns, async ({ caller: { accountId } }) => ({
    columns: await readChosenColumns(database, accountId),
  }));
  endpoint(app, session.setColumns, async ({ body: { table, columns }, caller: { accountId } }) => ({
    message: apiMessage('session.set_columns.done'),
    columns: await chooseColumns(database, { accountId, columns: { [table]: columns } }),
  }));
  endpoint(app, session.changePassword, async ({ body, context, caller }) => {
    await changePassword(app, context, { caller, ...body });
    return { message: apiMessage('session.change_password.done') };
  });
}

async function endOwnSession(database: Database, context: ActionContext, caller: Caller): Promise<void> {
  await database.writeRescue(async (tx) => {
    await endSessionRow(tx, caller.sessionId, context.now);
    const description = apiMessage('session.audit.signed_out', { email: caller.email });
    await writeAudit(tx, context, { type: 'Signed Out', description });
  });
}

async function readChosenColumns(database: Database, accountId: number): Promise<ChosenColumns> {
  const stored = await findChosenColumns(database.reader, accountId);
  return stored === null ? { invoices: null } : withoutRemoved(JSON.parse(stored));
}

/** Stores the columns that an account has chosen. The request contains no version, because the last choice wins. */
async function chooseColumns(
  database: Database,
  { accountId, columns }: { accountId: number; columns: ChosenColumns },
): Promise<ChosenColumns> {
  await database.write((tx) => setChosenColumns(tx, accountId, JSON.stringify(columns)));
  return columns;
}

/** Returns the chosen columns that still exist. A later release may have removed some of them. */
function withoutRemoved({ invoices }: { invoices: readonly string[] | null }): ChosenColumns {
  const left = invoiceColumnNames.filter((name) => invoices?.includes(name));
  return chosenColumns.parse({ invoices: left.length === 0 ? null : left });
}

function setLanguage(
  database: Database,
  context: ActionContext,
  { caller, language }: { caller: Caller; language: Language },
): Promise<void> {
  return database.write(async (tx) => {
    await setAccountLanguage(tx, caller.accountId, { language, at: context.now });
    await writeAudit(tx, context, {
      type: 'Language Set',
      description: apiMessage('session.audit.language_set', { email: caller.email, language }),
      newValue: language,
      ...(caller.language && { oldValue: caller.language }),
    });
  });
}

function presentLogin(
  account: AccountWithPassword,
  { token, mustAddFactor }: { token: string; mustAddFactor: boolean },
): Unworded<Answer<typeof session.login>> {
  return {
    message: apiMessage('session.login.done'),
    token,
    account_id: account.id,
    role: account.role,
    name: account.username,
    email: account.email,
    must_change_password: account.must_change_password === 1,
    must_add_factor: mustAddFactor,
    language: account.language,
  };
}

function presentCaller(caller: Caller): Answer<typeof session.current> {
  const { name, email, role, mustChangePassword, mustAddFactor, language } = caller;
  return { name, email, role, must_change_password: mustChangePassword, must_add_factor: mustAddFactor, language };
}

/** Changes the password and ends the account's other sessions. */
async function changePassword(
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

/**
 * Finishes a sign-in, with a second factor after the password, or with a passkey instead of a password. A passkey is
 * enough, because its device has verified the user.
 */
async function finishSignIn(
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
function makeFallbackHash(hashPassword: HashPassword): Promise<string> {
  return hashPassword('no account has this password');
}

/**
 * Starts a sign-in. An unknown email and a wrong password have the same refusal. An account with a second factor
 * continues with `finishSignIn`.
 */
async function startSession(
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
