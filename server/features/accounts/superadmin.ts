import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import { ConfigFault } from '../../config.ts';
import type { Database } from '../../db/connect.ts';
import { lockHead } from '../audit/queries.ts';
import { drawCode } from '../factors/draw-code.ts';
import { removeFactors } from '../factors/remove-factor.ts';
import { hashPassword, isWeakPassword } from '../session/hash-password.ts';
import { storeOneTimePassword } from './change-account.ts';
import { type AccountRow, hasSuperadmin, listAccounts, lockAccountById, updateAccount } from './queries.ts';
import { registerAccount } from './register-account.ts';

const FIRST_EMAIL = 'superadmin@pola.example';

/** Creates a superadmin if none exists. If the password was generated, returns it with the email, to be printed. */
export async function ensureSuperadmin(
  database: Database,
  context: ActionContext,
  configured: { email: string; password: string } | undefined,
): Promise<{ email: string; password: string } | undefined> {
  if (await hasSuperadmin(database.reader)) return undefined;
  if (configured && (await isWeakPassword(configured.password, configured.email))) {
    throw new ConfigFault(['SUPERADMIN_PASSWORD is too easy to guess']);
  }
  const login = configured ?? { email: FIRST_EMAIL, password: drawCode(20) };
  const passwordHash = await hashPassword(login.password);
  const made = await database.write(async (tx) => {
    // Servers that start at the same time wait here, so that only one creates the account.
    await lockHead(tx);
    if (await hasSuperadmin(tx)) return false;
    await registerAccount(tx, context, {
      username: 'superadmin',
      email: login.email,
      role: 'superadmin',
      passwordHash,
      mustChangePassword: !configured,
    });
    return true;
  });
  return made && !configured ? login : undefined;
}

/**
 * Sets a one-time password for a superadmin, removes the second factor and enables the account. If no email is passed,
 * chooses the oldest active superadmin, otherwise the oldest. If there is none, creates one.
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
