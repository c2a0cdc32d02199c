import { instantOf } from '#billing/calendar.ts';
import { type Role, roles } from '#contract/roles.ts';
import type { Database } from '../db/connect.ts';
import { registerAccount } from '../features/accounts/register-account.ts';
import { hashAtCost } from '../features/session/hash-password.ts';

export const PASSWORD = 'mango-river-42-lantern';
/** A cheap hash, because real hashes would take most of the time of a test that signs in. */
export const quickHash = hashAtCost({ memory: 8, passes: 1 });
export const START = instantOf(Date.parse('2026-11-20T03:00:00.000Z'));

export async function registerEveryRole(database: Database): Promise<void> {
  const passwordHash = await quickHash(PASSWORD);
  await database.write(async (tx) => {
    for (const role of roles) {
      const account = { username: role, email: emailOf(role), role, passwordHash, mustChangePassword: false };
      await registerAccount(tx, { actor: 'test', now: START, requestId: 'test' }, account);
    }
  });
}

export function emailOf(role: Role): string {
  return `${role}@example.com`;
}
