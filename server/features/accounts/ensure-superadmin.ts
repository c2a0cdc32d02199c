import type { Act } from '../../act.ts';
import type { Database } from '../../db/connect.ts';
import { hashPassword, oneTimePassword } from '../../passwords.ts';
import { hasSuperadmin } from './queries.ts';
import { registerAccount } from './register-account.ts';

const FIRST_EMAIL = 'superadmin@pola.example';

/**
 * Sees to it that somebody can enter: where there is no superadmin, makes the configured one, or one with a random
 * password that must be changed at the first login. Gives that password's login, to be shown once; else undefined.
 */
export async function ensureSuperadmin(
  database: Database,
  act: Act,
  configured: { email: string; password: string } | undefined,
): Promise<{ email: string; password: string } | undefined> {
  if (await hasSuperadmin(database.reader)) return undefined;
  const login = configured ?? { email: FIRST_EMAIL, password: oneTimePassword() };
  const passwordHash = await hashPassword(login.password);
  const made = await database.write(async (tx) => {
    if (await hasSuperadmin(tx)) return false;
    await registerAccount(tx, act, {
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
