import type { Role } from '#contract/permissions.ts';
import type { Act } from '../../act.ts';
import type { Writer } from '../../db/connect.ts';
import { noteEvent } from '../audit/note-event.ts';
import { insertAccount } from './queries.ts';

/** Makes an account. The password comes hashed, for hashing is slow and must not hold a transaction open. */
export async function registerAccount(
  tx: Writer,
  act: Act,
  account: { username: string; email: string; role: Role; passwordHash: string; mustChangePassword: boolean },
): Promise<void> {
  await insertAccount(tx, {
    username: account.username,
    email: account.email,
    role: account.role,
    password_hash: account.passwordHash,
    must_change_password: account.mustChangePassword ? 1 : 0,
    created_at: act.at,
    updated_at: act.at,
  });
  await noteEvent(tx, act, {
    type: 'Account Registered',
    description: `${account.email} registered as ${account.role}`,
  });
}
