import { dayOf, type Instant, instantOf } from '#billing/calendar.ts';
import { MOST_TOKEN_REQUESTS } from '#contract/program-tokens.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Database } from '../../db/connect.ts';
import { countVisit } from '../../db/rate-limits.ts';
import { isUnavailable } from '../../db/transaction.ts';
import type { Program } from '../../http/core/app-context.ts';
import { hashProgramToken } from './program-secret.ts';
import { findTokenByHash, touchToken } from './queries.ts';
import { scopesOf, tokenStateOf } from './token-state.ts';

/** The minimum time between two writes of a token's last use. */
const TOUCH_EVERY_MS = 60_000;

/**
 * Returns the program that a token belongs to; undefined if the token is unknown, revoked, ended, or its maker may no
 * longer make one. Throws the refusal `too_many_tries` for a program that asks too often.
 */
export async function findProgram(database: Database, token: string, now: Instant): Promise<Program | undefined> {
  const found = await findTokenByHash(database.reader, hashProgramToken(token));
  if (!found || found.made_by_id === null || found.role === null) return undefined;
  if (tokenStateOf(found, dayOf(now)) !== 'valid') return undefined;
  await limitRequests(database, found.id, now);
  if (found.used_at === null || found.used_at < instantOf(Date.parse(now) - TOUCH_EVERY_MS))
    await unlessUnavailable(() => database.writeSession((tx) => touchToken(tx, found.id, now)));
  return {
    tokenId: found.id,
    scopes: scopesOf(found),
    caller: {
      accountId: found.made_by_id,
      sessionId: '',
      email: found.email ?? found.made_by,
      name: found.label,
      role: found.role,
      mustChangePassword: false,
      mustAddFactor: false,
      signedInAt: found.made_at,
      verifiedAt: null,
      language: null,
    },
  };
}

async function limitRequests(database: Database, tokenId: number, now: Instant): Promise<void> {
  const subject = `program-token ${tokenId}`;
  const count = () => countVisit(database, { subject, most: MOST_TOKEN_REQUESTS, now });
  const retryAfterSeconds = await unlessUnavailable(count);
  if (retryAfterSeconds !== undefined) throw new Refusal('too_many_tries', { retryAfterSeconds });
}

/** A full disk must not prevent a program from reading. */
async function unlessUnavailable<Value>(write: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await write();
  } catch (error) {
    if (isUnavailable(error)) return undefined;
    throw error;
  }
}
