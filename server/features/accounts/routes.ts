import type { Instant } from '#billing/calendar.ts';
import { type Account, accounts, type ListedAccount, type OpenSession } from '#contract/accounts.ts';
import { writeInstant } from '#contract/figures.ts';
import type { Language } from '#contract/languages.ts';
import { type ApiMessage, apiMessage, message } from '#contract/messages/message.ts';
import { wordKey } from '#contract/messages/word.ts';
import { may } from '#contract/permissions.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Role } from '#contract/roles.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database, Writer } from '../../db/connect.ts';
import type { AppContext, Caller } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { storeAccountChange } from '../approvals/account-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { drawCode } from '../factors/draw-code.ts';
import { endChallenge, findLink, openChallenge } from '../factors/open-challenge.ts';
import { type ChallengeRow, deleteChallengesOf, deleteLiveChallenges } from '../factors/queries.ts';
import { buildMail, messageIdOf } from '../mail/build-mail.ts';
import { deliverMail } from '../mail/deliver-mail.ts';
import { MailConnection } from '../mail/open-connection.ts';
import { readMailServer } from '../mail/read-mail-server.ts';
import { LIMITS } from '../mail/send-mails.ts';
import { isWeakPassword } from '../session/hash-password.ts';
import { limitAddress } from '../session/limit-attempts.ts';
import { boundsAt } from '../session/limit-sessions.ts';
import {
  type AccountWithPassword,
  endSessionsOf,
  findAccountById,
  listOpenSessions,
  lockPasswordHash,
  type SessionRow,
  setPassword,
} from '../session/queries.ts';
import {
  addAccount,
  editAccount,
  endSessionOfAccount,
  lockForChange,
  refuseRole,
  removeAccount,
  removeSecondFactor,
  resetPassword,
} from './change-account.ts';
import {
  type AccountRow,
  type ListedAccountRow,
  listAllNames,
  listManagedAccounts,
  lockAccountById,
  updateAccount,
} from './queries.ts';
import { registerAccount } from './register-account.ts';

/**
 * Registers the calls of accounts. Calls with a password or a link accept no Idempotency-Key, because the idempotency
 * table would store the answer and a hash of the request.
 */
export function accountRoutes(app: AppContext): void {
  links(app);
  sessions(app);
  const { database } = app;
  endpoint(app, accounts.list, async ({ context }) => ({
    admins: (await listManagedAccounts(database.reader, context.now)).map(presentListedAccount),
  }));
  endpoint(app, accounts.names, async () => ({
    names: Object.fromEntries((await listAllNames(database.reader)).map(({ email, username }) => [email, username])),
  }));
  endpoint(app, accounts.register, async ({ body, context, caller }) => {
    const admin = presentAccount(await addAccount(app, context, { caller, ...body }));
    return {
      message: apiMessage('accounts.register.done', {
        name: admin.username,
        role: apiMessage(wordKey('role', admin.role)),
      }),
      admin,
    };
  });
  endpoint(app, accounts.removeFactors, async ({ params, context, caller }) => {
    await database.write((tx) => removeSecondFactor(tx, context, { caller, id: params.id }));
    return { message: apiMessage('accounts.remove_factors.done') };
  });
  endpoint(app, accounts.edit, {
    async current({ params }, tx) {
      const account = await lockAccountById(tx, params.id);
      return account && presentAccount(account);
    },
    async record({ params, body, context, caller }, tx) {
      const admin = presentAccount(await editAccount(tx, context, { caller, id: params.id, ...body }));
      return { message: apiMessage('accounts.edit.done'), admin };
    },
  });
  endpoint(app, accounts.resetPassword, async ({ params, context, caller }) => {
    const { password, expiresAt } = await resetPassword(app, context, { caller, id: params.id });
    return { message: apiMessage('accounts.reset_password.done'), password, expires_at: expiresAt };
  });
  endpoint(app, accounts.remove, async ({ body, context }) => {
    await removeAccount(database, context, body.email);
    return { message: apiMessage('accounts.remove.done') };
  });
}

function links(app: AppContext): void {
  const { database } = app;
  endpoint(app, accounts.invite, async ({ body: { by_mail, ...asked }, context, caller }) => {
    const { account, ...link } = await inviteAccount(app, context, { caller, ...asked });
    return {
      message: apiMessage('accounts.invite.done', {
        name: account.username,
        role: apiMessage(wordKey('role', account.role)),
      }),
      admin: presentAccount(account),
      ...(await handOver(app, context, { ...link, account, language: asked.language, byMail: by_mail })),
    };
  });
  endpoint(app, accounts.resetByLink, async ({ params, body, context, caller }) => {
    const made = await resetByLink(app, context, { caller, id: params.id });
    return {
      message: apiMessage('accounts.reset_link.done'),
      ...(await handOver(app, context, { ...made, language: body.language, byMail: body.by_mail })),
    };
  });
  endpoint(app, accounts.cancelLink, async ({ params, context, caller }) => {
    await database.write((tx) => cancelLink(tx, context, { caller, id: params.id }));
    return { message: apiMessage('accounts.cancel_link.done') };
  });
  endpoint(app, accounts.readLink, async ({ body, context: { now }, address }) => {
    await limitAddress(database, { address, now });
    const { username, email, language } = await readLink(database, body.token, now);
    return { username, email, language };
  });
  endpoint(app, accounts.useLink, async ({ body, context, address }) => {
    await limitAddress(database, { address, now: context.now });
    const { email } = await acceptLink(app, context, body);
    return { message: apiMessage('session.change_password.done'), email };
  });
}

/**
 * Emails the link to the owner on request, and always if the account may decide approvals. If email is set up, such a
 * link is not returned to the caller.
 */
async function handOver(
  app: AppContext,
  context: ActionContext,
  { byMail, ...made }: MadeLink & { language: Language; byMail: boolean },
) {
  const isMailed = byMail || may(made.account.role, 'approvals.decide');
  const mail = isMailed ? await mailLink(app, context, made) : null;
  return { link: mail?.isSetUp ? null : made.link, expires_at: made.expiresAt, mail: mail?.message ?? null };
}

function sessions(app: AppContext): void {
  const { database } = app;
  endpoint(app, accounts.sessions, async ({ context, caller }) => {
    const open = await listOpenSessions(database.reader, boundsAt(context.now));
    return open.map((row) => presentOpenSession(row, caller.sessionId));
  });
  endpoint(app, accounts.ownSessions, async ({ context, caller }) => {
    const open = await listOpenSessions(database.reader, boundsAt(context.now));
    return open
      .filter(({ account_id }) => account_id === caller.accountId)
      .map((row) => presentOpenSession(row, caller.sessionId));
  });
  endpoint(app, accounts.endOwnSession, async ({ params, context, caller }) => {
    const { accountId } = caller;
    const name = await endSessionOfAccount(database, context, { caller, id: params.id, accountId });
    return { message: apiMessage('accounts.end_session.done', { name }) };
  });
  endpoint(app, accounts.endSession, async ({ params, context, caller }) => {
    const username = await endSessionOfAccount(database, context, { caller, id: params.id });
    return { message: apiMessage('accounts.end_session.done', { name: username }) };
  });
}

function presentAccount(row: AccountRow): Account {
  return {
    admin_id: row.id,
    username: row.username,
    email: row.email,
    role: row.role,
    is_disabled: row.disabled_at !== null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function presentListedAccount(row: ListedAccountRow): ListedAccount {
  return {
    ...presentAccount(row),
    has_second_factor: Number(row.factors) > 0,
    link_expires_at: row.link_expires_at,
  };
}

function presentOpenSession(row: SessionRow, ownId: string): OpenSession {
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    role: row.role,
    created_at: row.created_at,
    last_seen_at: row.last_seen_at,
    address: row.address,
    agent: row.agent,
    is_own: row.id === ownId,
  };
}

interface MadeLink {
  account: AccountRow;
  /** The link with the token. The token is in the fragment, which browsers do not send to servers. */
  link: string;
  expiresAt: Instant;
}

async function inviteAccount(
  { database, hashPassword }: Pick<AppContext, 'database' | 'hashPassword'>,
  context: ActionContext,
  { caller, ...asked }: { caller: Caller; username: string; email: string; role: Role; language: Language },
): Promise<MadeLink> {
  const passwordHash = await hashPassword(drawCode(20));
  return database.write(async (tx) => {
    await refuseRole(tx, caller, asked.role);
    const account = await registerAccount(tx, context, { ...asked, passwordHash, mustChangePassword: false });
    await storeAccountChange(tx, context, { accountId: account.id, byAccountId: caller.accountId });
    return makeLink(tx, context, account);
  });
}

async function resetByLink(
  { database, hashPassword }: Pick<AppContext, 'database' | 'hashPassword'>,
  context: ActionContext,
  { caller, id }: { caller: Caller; id: number },
): Promise<MadeLink> {
  if (id === caller.accountId) throw new Refusal('own_password');
  const passwordHash = await hashPassword(drawCode(20));
  return database.write(async (tx) => {
    const account = await lockForChange(tx, caller, id);
    const change = {
      password_hash: passwordHash,
      must_change_password: 0,
      one_time_until: null,
      updated_at: context.now,
    };
    await updateAccount(tx, id, change);
    await endSessionsOf(tx, id, context.now);
    await storeAccountChange(tx, context, { accountId: id, byAccountId: caller.accountId });
    return makeLink(tx, context, account);
  });
}

async function makeLink(tx: Writer, context: ActionContext, account: AccountRow): Promise<MadeLink> {
  const asked = { purpose: 'password link', accountId: account.id, now: context.now } as const;
  const { token, expiresAt } = await openChallenge(tx, asked);
  const description = apiMessage('accounts.audit.link_made', { email: account.email });
  await writeAudit(tx, context, { type: 'Password Link Made', description });
  return { account, link: `/password-link#${token}`, expiresAt };
}

async function cancelLink(
  tx: Writer,
  context: ActionContext,
  { caller, id }: { caller: Caller; id: number },
): Promise<void> {
  const account = await lockForChange(tx, caller, id);
  if (!(await deleteLiveChallenges(tx, id, { purpose: 'password link', now: context.now })))
    throw new Refusal('link_not_found', { message: apiMessage('accounts.cancel_link.none') });
  const description = apiMessage('accounts.audit.link_cancelled', { email: account.email });
  await writeAudit(tx, context, { type: 'Password Link Cancelled', description });
}

/**
 * Emails the link. It is sent immediately instead of queued: a queued email would store the token, of which the
 * database stores only the hash.
 */
async function mailLink(
  { config, database, centre: { facts } }: Pick<AppContext, 'config' | 'database' | 'centre'>,
  { now, requestId }: ActionContext,
  { account, link, expiresAt, language }: MadeLink & { language: Language },
): Promise<{ message: ApiMessage; isSetUp: boolean }> {
  const { publicUrl } = config;
  const { address, sender } = await readMailServer(database.reader, { config, auditKeys: database.auditKeys });
  if (address === undefined || publicUrl === undefined)
    return { message: apiMessage('accounts.link.no_mail'), isSetUp: false };
  const values = {
    name: account.username,
    email: account.email,
    market: facts.name[language],
    link: `${publicUrl}${link}`,
    time: writeInstant(expiresAt, language),
  };
  const letter = await buildMail(
    {
      sender,
      recipient: { name: account.username, address: account.email },
      messageId: messageIdOf(`link-${requestId}`, sender),
      subject: message('accounts.link.subject', values, language),
      text: [
        message('accounts.link.greeting', values, language),
        message('accounts.link.open', values, language),
        values.link,
        message('accounts.link.once', values, language),
        '',
      ].join('\n\n'),
    },
    now,
  );
  const line = new MailConnection(address);
  try {
    const { outcome } = await deliverMail(
      line,
      { to: account.email, ...letter },
      { signal: AbortSignal.timeout(LIMITS.answerMs), beforeHandOver: async () => undefined, pausesMs: [] },
    );
    const key = outcome === 'sent' ? 'accounts.link.mailed' : 'accounts.link.not_mailed';
    return { message: apiMessage(key, values), isSetUp: true };
  } finally {
    line.close();
  }
}

async function readLink(database: Database, token: string, now: Instant): Promise<AccountWithPassword> {
  return (await requireLink(database, token, now)).account;
}

async function acceptLink(
  { database, hashPassword }: Pick<AppContext, 'database' | 'hashPassword'>,
  context: ActionContext,
  { token, password }: { token: string; password: string },
): Promise<AccountWithPassword> {
  const { link, account } = await requireLink(database, token, context.now);
  if (await isWeakPassword(password, account.email)) throw new Refusal('weak_password');
  const passwordHash = await hashPassword(password);
  const actor = { ...context, actor: account.email };
  await database.write(async (tx) => {
    if ((await lockPasswordHash(tx, account.id)) === undefined) throw new Refusal('link_not_found');
    await endChallenge(tx, link, 'link_not_found');
    await deleteChallengesOf(tx, account.id, 'sign-in');
    await setPassword(tx, account.id, { passwordHash, at: context.now });
    await endSessionsOf(tx, account.id, context.now);
    const description = apiMessage('accounts.audit.link_used', { email: account.email });
    await writeAudit(tx, actor, { type: 'Password Changed', description });
  });
  return account;
}

/**
 * Returns the account of a link. The refusal is the same whether the link is unknown, used, replaced or expired, or the
 * account is disabled.
 */
async function requireLink(
  { reader }: Database,
  token: string,
  now: Instant,
): Promise<{ link: ChallengeRow; account: AccountWithPassword }> {
  const link = await findLink(reader, token, now);
  const account = link && (await findAccountById(reader, link.account_id ?? 0));
  if (!link || !account || account.disabled_at !== null) throw new Refusal('link_not_found');
  return { link, account };
}
