import type { ActionContext } from '../../action-context.ts';
import { ConfigFault } from '../../config.ts';
import type { Database } from '../../db/connect.ts';
import { lockHead } from '../audit/queries.ts';
import { drawCode } from '../factors/draw-code.ts';
import { hashPassword, isWeakPassword } from '../session/hash-password.ts';
import { hasSuperadmin } from './queries.ts';
import { registerAccount } from './register-account.ts';

const FIRST_EMAIL = 'superadmin@pola.example';

/** Returns the sign-in to print once if it created a superadmin with a random password. */
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
    // Servers that start together wait here, so that only one creates it.
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
