import type { Role } from '#contract/permissions.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { hashPassword, isWeakPassword } from '../session/hash-password.ts';
import { holdSession } from '../session/queries.ts';
import type { AccountRow } from './queries.ts';
import { registerAccount } from './register-account.ts';

/**
 * Registers somebody with a role; they need not change the password, for the older apps at the gate cannot. Refuses a
 * superadmin unless a superadmin asks (wire.md, section 7), a weak password, and names that are taken.
 */
export async function addAccount(
  database: Database,
  context: ActionContext,
  caller: Caller,
  { username, email, password, role }: { username: string; email: string; password: string; role: Role },
): Promise<AccountRow> {
  if (role === 'superadmin' && caller.role !== 'superadmin') throw new Refusal('role_too_high');
  if (await isWeakPassword(password, email)) throw new Refusal('weak_password');
  const passwordHash = await hashPassword(password);
  return database.write(async (tx) => {
    // Hashing took long enough to be thrown out meanwhile, and whoever was lets nobody in.
    if (!(await holdSession(tx, caller.sessionId))) throw new Refusal('unauthorized');
    return registerAccount(tx, context, { username, email, role, passwordHash, mustChangePassword: false });
  });
}
