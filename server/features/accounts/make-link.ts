import type { Instant } from '#billing/calendar.ts';
import type { Language } from '#contract/languages.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Role } from '#contract/words.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { AppContext, Caller } from '../../http/core/app-context.ts';
import { storeAccountChange } from '../approvals/account-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { drawCode } from '../factors/draw-code.ts';
import { openChallenge } from '../factors/open-challenge.ts';
import { endSessionsOf } from '../session/queries.ts';
import { lockForChange } from './lock-for-change.ts';
import { type AccountRow, updateAccount } from './queries.ts';
import { refuseRole } from './refuse-higher-role.ts';
import { registerAccount } from './register-account.ts';

export interface MadeLink {
  account: AccountRow;
  /** The token is in the fragment, which browsers send to no server. */
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
