import { randomUUID } from 'node:crypto';
import type { Instant } from '#billing/calendar.ts';
import type { Role } from '#contract/permissions.ts';
import type { Database } from '../db/connect.ts';
import { insertSession } from '../features/session/queries.ts';
import { TokenIssuer } from '../http/core/token.ts';
import { emailOf } from './accounts.ts';

export const TOKEN_SECRET = 'a secret for tests, long enough for anybody';
const issuer = new TokenIssuer(TOKEN_SECRET);
const DAY_SECONDS = 24 * 60 * 60;

export async function signInForTest(
  database: Database,
  role: Role,
  { at, verifiedAt = null }: { at: Instant; verifiedAt?: Instant | null },
): Promise<string> {
  const sessionId = randomUUID();
  const account = await database.write(async (tx) => {
    const accounts = tx.selectFrom('accounts').select(['id', 'email']).orderBy('id');
    const known = await accounts.where('email', '=', emailOf(role)).executeTakeFirst();
    // A made-up command may have changed its email.
    const found = known ?? (await accounts.where('role', '=', role).executeTakeFirstOrThrow());
    const times = { created_at: at, last_seen_at: at, verified_at: verifiedAt, ended_at: null };
    await insertSession(tx, { id: sessionId, account_id: found.id, ...times, address: '', agent: '' });
    return found;
  });
  return issuer.issue({ sessionId, adminId: account.id, email: account.email, role }, at, DAY_SECONDS);
}
