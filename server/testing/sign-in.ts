import { randomUUID } from 'node:crypto';
import type { Instant } from '#billing/calendar.ts';
import type { Role } from '#contract/roles.ts';
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
  { at, verifiedAt = null, email = emailOf(role) }: { at: Instant; verifiedAt?: Instant | null; email?: string },
): Promise<string> {
  const sessionId = randomUUID();
  const account = await database.write(async (tx) => {
    const person = tx.selectFrom('accounts').select(['id', 'email']).where('email', '=', email);
    const found = await person.executeTakeFirstOrThrow();
    const times = { created_at: at, last_seen_at: at, verified_at: verifiedAt, ended_at: null };
    await insertSession(tx, { id: sessionId, account_id: found.id, ...times, address: '', agent: '' });
    return found;
  });
  return issuer.issue({ sessionId, adminId: account.id, email: account.email, role }, at, DAY_SECONDS);
}
