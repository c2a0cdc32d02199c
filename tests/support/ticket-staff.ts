import { instantOf } from '#billing/calendar.ts';
import { DEMO_PASSWORD } from '#scripts/demo/demo-password.ts';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { registerAccount } from '#server/features/accounts/register-account.ts';
import { hashPassword } from '#server/features/session/hash-password.ts';
import type { Market } from './start-market.ts';

export const NIMAL = 'nimal@example.com';
export const SUNITA = 'sunita@example.com';

export async function addTicketStaff(market: Market): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const database = connect(readConfig({ ...process.env, DATA_DIR: market.dataDir, DATABASE_URL: '' }));
  try {
    await database.write(async (tx) => {
      for (const email of [NIMAL, SUNITA]) {
        const act = { actor: 'superadmin@example.com', now: instantOf(Date.now()), requestId: `sample ${email}` };
        const [username = ''] = email.split('@');
        const account = { username, email, role: 'tiketing' as const, passwordHash, mustChangePassword: false };
        await registerAccount(tx, act, account);
      }
    });
  } finally {
    await database.close();
  }
}
