import { createHash, randomBytes } from 'node:crypto';
import { type Instant, instantOf } from '#billing/calendar.ts';
import { Refusal, type RefusalCode } from '#contract/refusals.ts';
import type { Database, Reader, Writer } from '../../db/connect.ts';
import {
  type ChallengeRow,
  deleteChallenge,
  deleteChallengesOf,
  deleteExpiredChallenges,
  findChallenge,
  insertChallenge,
  spendTry,
} from './queries.ts';

type Purpose = ChallengeRow['purpose'];

const MINUTE_MS = 60_000;
/** A code may be mistyped, so it has several tries; a passkey has one. */
const LIMITS: Record<Purpose, { tries: number; minutes: number }> = {
  'sign-in': { tries: 5, minutes: 5 },
  'passkey sign-in': { tries: 1, minutes: 5 },
  'passkey proof': { tries: 1, minutes: 5 },
  'new passkey': { tries: 1, minutes: 10 },
  'new app': { tries: 10, minutes: 10 },
  'password link': { tries: 1, minutes: 7 * 24 * 60 },
};

interface NewChallenge {
  purpose: Purpose;
  accountId: number | null;
  secret?: string;
  now: Instant;
}

/**
 * Opens a challenge and returns its token, of which only the hash is stored; a passkey signs the token itself. An
 * earlier challenge for the same account and purpose is deleted, except a sign-in: otherwise anybody could end another
 * person's sign-in by starting one.
 */
export async function openChallenge(
  tx: Writer,
  { purpose, accountId, secret = '', now }: NewChallenge,
): Promise<{ token: string; expiresAt: Instant }> {
  const token = randomBytes(32).toString('base64url');
  const { tries, minutes } = LIMITS[purpose];
  const expiresAt = instantOf(Date.parse(now) + minutes * MINUTE_MS);
  await deleteExpiredChallenges(tx, now);
  if (accountId !== null && purpose !== 'sign-in') await deleteChallengesOf(tx, accountId, purpose);
  await insertChallenge(tx, {
    hash: hashOf(token),
    purpose,
    account_id: accountId,
    secret,
    tries_left: tries,
    expires_at: expiresAt,
  });
  return { token, expiresAt };
}

interface Expected {
  purposes: readonly Purpose[];
  /** The account; undefined until somebody has signed in. */
  accountId?: number;
  now: Instant;
}

/**
 * Uses up one attempt, in a separate transaction, and returns the challenge. Throws a Refusal for a token that is
 * unknown, used up or of another purpose.
 */
export async function takeChallenge(
  database: Database,
  token: string,
  { now, ...expected }: Expected,
): Promise<ChallengeRow> {
  const row = await database.writeSession((tx) => spendTry(tx, hashOf(token), now));
  return requireFitting(row, expected);
}

export async function findLink(db: Reader, token: string, now: Instant): Promise<ChallengeRow | undefined> {
  const row = await findChallenge(db, hashOf(token), now);
  return row?.purpose === 'password link' ? row : undefined;
}

/** Ends a challenge in the transaction that uses it, so that of two concurrent requests one is refused. */
export async function endChallenge(
  tx: Writer,
  { hash }: ChallengeRow,
  code: RefusalCode = 'challenge_not_found',
): Promise<void> {
  if (!(await deleteChallenge(tx, hash))) throw new Refusal(code);
}

function requireFitting(row: ChallengeRow | undefined, { purposes, accountId }: Omit<Expected, 'now'>): ChallengeRow {
  if (!row || !purposes.includes(row.purpose)) throw new Refusal('challenge_not_found');
  if (accountId !== undefined && row.account_id !== accountId) throw new Refusal('challenge_not_found');
  return row;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
