import type { Role } from '#contract/permissions.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { AppContext, Caller } from '../../http/core/app-context.ts';
import { isWeakPassword } from '../session/hash-password.ts';
import { holdSession } from '../session/queries.ts';
import type { AccountRow } from './queries.ts';
import { refuseHigherRole } from './refuse-higher-role.ts';
import { registerAccount } from './register-account.ts';

/** The password need not be changed, because older gate apps cannot. */
export async function addAccount(
  { database, hashPassword }: Pick<AppContext, 'database' | 'hashPassword'>,
  context: ActionContext,
  {
    caller,
    username,
    email,
    password,
    role,
  }: { caller: Caller; username: string; email: string; password: string; role: Role },
): Promise<AccountRow> {
  refuseHigherRole(caller, role);
  if (await isWeakPassword(password, email)) throw new Refusal('weak_password');
  const passwordHash = await hashPassword(password);
  return database.write(async (tx) => {
    // Hashing takes long enough for the caller's session to end meanwhile.
    if (!(await holdSession(tx, caller.sessionId))) throw new Refusal('unauthorized');
    return registerAccount(tx, context, { username, email, role, passwordHash, mustChangePassword: false });
  });
}
