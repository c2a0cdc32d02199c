import type { Instant } from '#billing/calendar.ts';
import type { Language } from '#contract/languages.ts';
import { writeInstant } from '#contract/messages/day-words.ts';
import { type ApiMessage, apiMessage, message } from '#contract/messages/message.ts';
import { may } from '#contract/permissions.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Role } from '#contract/roles.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database, Writer } from '../../db/connect.ts';
import type { AppContext, Caller } from '../../http/core/app-context.ts';
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
import {
  type AccountWithPassword,
  endSessionsOf,
  findAccountById,
  lockPasswordHash,
  setPassword,
} from '../session/queries.ts';
import { lockForChange, refuseRole } from './change-account.ts';
import { type AccountRow, updateAccount } from './queries.ts';
import { registerAccount } from './register-account.ts';

/**
 * Emails the link to the owner on request, and always if the account may decide approvals. If email is set up, such a
 * link is not returned to the caller.
 */
export async function handOver(
  app: AppContext,
  context: ActionContext,
  { byMail, ...made }: MadeLink & { language: Language; byMail: boolean },
) {
  const isMailed = byMail || may(made.account.role, 'approvals.decide');
  const mail = isMailed ? await mailLink(app, context, made) : null;
  return { link: mail?.isSetUp ? null : made.link, expires_at: made.expiresAt, mail: mail?.message ?? null };
}

interface MadeLink {
  account: AccountRow;
  /** The link with the token. The token is in the fragment, which browsers do not send to servers. */
  link: string;
  expiresAt: Instant;
}

export async function inviteAccount(
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

export async function resetByLink(
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

export async function cancelLink(
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

export async function readLink(database: Database, token: string, now: Instant): Promise<AccountWithPassword> {
  return (await requireLink(database, token, now)).account;
}

export async function acceptLink(
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

/** The refusal is the same whether the link is unknown, used, replaced or expired, or the account is disabled. */
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
