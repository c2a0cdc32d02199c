import { Refusal } from '#contract/refusals.ts';
import type { Role } from '#contract/words.ts';
import type { ActionContext } from '../../action-context.ts';
import type { AppContext, Caller } from '../../http/core/app-context.ts';
import { storeAccountChange } from '../approvals/account-changes.ts';
import { isWeakPassword } from '../session/hash-password.ts';
import { holdSession } from '../session/queries.ts';
import type { AccountRow } from './queries.ts';
import { refuseRole } from './refuse-higher-role.ts';
import { registerAccount } from './register-account.ts';

/** The password need not be changed, because a gate app of the specification has no page for it. */
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
  await refuseRole(database.reader, caller, role);
  if (await isWeakPassword(password, email)) throw new Refusal('weak_password');
  const passwordHash = await hashPassword(password);
  return database.write(async (tx) => {
    // Hashing takes long enough for the caller's session to end meanwhile.
    if (!(await holdSession(tx, caller.sessionId))) throw new Refusal('unauthorized');
    await refuseRole(tx, caller, role);
    const made = { username, email, role, passwordHash, mustChangePassword: false };
    const account = await registerAccount(tx, context, made);
    await storeAccountChange(tx, context, { accountId: account.id, byAccountId: caller.accountId });
    return account;
  });
}
