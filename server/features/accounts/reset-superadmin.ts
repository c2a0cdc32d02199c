import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import { drawCode } from '../factors/draw-code.ts';
import { removeFactors } from '../factors/remove-factor.ts';
import { hashPassword } from '../session/hash-password.ts';
import { ensureSuperadmin } from './ensure-superadmin.ts';
import { type AccountRow, listAccounts, lockAccountById, updateAccount } from './queries.ts';
import { storeOneTimePassword } from './reset-password.ts';

/**
 * Sets a one-time password for a superadmin, removes the second factor and enables the account. Without an email it is
 * the oldest active one, else the oldest, else a new one.
 */
export async function resetSuperadmin(
  database: Database,
  context: ActionContext,
  email: string | undefined,
): Promise<{ email: string; password: string; hadFactor: boolean }> {
  const superadmins = (await listAccounts(database.reader)).filter(({ role }) => role === 'superadmin');
  const chosen = chooseSuperadmin(superadmins, email);
  if (!chosen) {
    if (email !== undefined) throw new Refusal('account_not_found');
    const made = await ensureSuperadmin(database, context, undefined);
    if (made) return { ...made, hadFactor: false };
    throw new Refusal('account_not_found', { message: apiMessage('accounts.edit.not_found') });
  }
  const password = drawCode(20);
  const passwordHash = await hashPassword(password);
  const hadFactor = await database.write(async (tx) => {
    const account = await lockAccountById(tx, chosen.id);
    if (account?.role !== 'superadmin') throw new Refusal('account_not_found');
    await updateAccount(tx, account.id, { disabled_at: null });
    await storeOneTimePassword(tx, context, { account, passwordHash });
    return removeFactors(tx, context, account);
  });
  return { email: chosen.email, password, hadFactor };
}

function chooseSuperadmin(superadmins: readonly AccountRow[], email: string | undefined): AccountRow | undefined {
  if (email !== undefined) return superadmins.find((one) => one.email === email.trim().toLowerCase());
  return superadmins.find(({ disabled_at }) => disabled_at === null) ?? superadmins[0];
}
