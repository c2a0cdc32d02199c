import type { Instant } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { endChallenge, findLink } from '../factors/open-challenge.ts';
import { type ChallengeRow, deleteChallengesOf } from '../factors/queries.ts';
import { isWeakPassword } from '../session/hash-password.ts';
import {
  type AccountWithPassword,
  endSessionsOf,
  findAccountById,
  lockPasswordHash,
  setPassword,
} from '../session/queries.ts';

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

/** The same refusal for a link that is unknown, used, replaced, expired, or of a disabled account. */
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
