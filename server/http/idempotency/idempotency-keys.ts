import { createHash } from 'node:crypto';
import { addDays, dayOf, type Instant, instantOf, startOfDay } from '#billing/calendar.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { preparedWrite } from '../../db/prepared.ts';

/** The time within which an identical request without a key counts as a repetition. */
const REPEAT_WINDOW_MS = 10_000;
/** The number of days for which keys are stored: one more than the seven that clients can rely on. */
const RETENTION_DAYS = 8;

export interface IdempotentRequest {
  accountId: number;
  path: string;
  key: string;
  requestHash: string;
  /** True when the client sent no key and `derivedKey` made this one. */
  isDerived: boolean;
}

export function hashRequest(parts: unknown, file: Buffer | undefined): string {
  return createHash('sha256')
    .update(JSON.stringify(parts) ?? '')
    .update(file ?? '')
    .digest('hex');
}

/**
 * Returns the key for a request that was sent without one. It contains a space, which a client's key cannot contain, so
 * the two never collide.
 */
export function derivedKey(requestHash: string): string {
  return `same ${requestHash}`;
}

type KeyColumns = Pick<IdempotentRequest, 'accountId' | 'path' | 'key'>;

/** Inserts a key, or replaces one that was made before `oldest`. */
const insertKey = preparedWrite<KeyColumns & { requestHash: string; at: Instant; oldest: Instant }>(
  (tx, { accountId, path, key, requestHash, at, oldest }) => {
    const claimed = { request_hash: requestHash, answer: '', created_at: at };
    return tx
      .insertInto('kept_answers')
      .values({ account_id: accountId, path, key, ...claimed })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'path', 'key'])
          .doUpdateSet(claimed)
          .where('kept_answers.created_at', '<', oldest),
      );
  },
);

const updateAnswer = preparedWrite<KeyColumns & { answer: string; at: Instant }>(
  (tx, { accountId, path, key, answer, at }) =>
    tx
      .updateTable('kept_answers')
      .set({ answer, created_at: at })
      .where('account_id', '=', accountId)
      .where('path', '=', path)
      .where('key', '=', key),
);

/**
 * Returns the answer stored under the key, or undefined for a new one. On PostgreSQL it waits for a transaction that
 * claimed the same key. Throws a Refusal for a key that was used with another request.
 */
export async function claimKey(tx: Writer, keyed: IdempotentRequest, at: Instant): Promise<string | undefined> {
  const { accountId, path, key, requestHash } = keyed;
  const { numAffectedRows } = await insertKey(tx, { accountId, path, key, requestHash, at, oldest: oldestKeyAt(at) });
  if (numAffectedRows === 1n) return undefined;
  if (keyed.isDerived && (await renewOldKey(tx, keyed, at))) return undefined;
  const stored = await tx
    .selectFrom('kept_answers')
    .select(['request_hash', 'answer'])
    .where('account_id', '=', keyed.accountId)
    .where('path', '=', keyed.path)
    .where('key', '=', keyed.key)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (stored.request_hash !== keyed.requestHash) throw new Refusal('key_reused');
  return stored.answer;
}

/**
 * Renews a derived key if it is older than REPEAT_WINDOW_MS. If several requests find an old key at the same time, only
 * the first to lock the row renews it.
 */
async function renewOldKey(tx: Writer, keyed: IdempotentRequest, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('kept_answers')
    .set({ answer: '', created_at: at })
    .where('account_id', '=', keyed.accountId)
    .where('path', '=', keyed.path)
    .where('key', '=', keyed.key)
    // A key whose time is slightly in the future is not old, because the clocks of servers differ a little. A key
    // further in the future is renewed: after a clock was set back, the old answer would otherwise be repeated for
    // hours.
    .where((is) =>
      is.or([
        is('created_at', '<', instantOf(Date.parse(at) - REPEAT_WINDOW_MS)),
        is('created_at', '>', instantOf(Date.parse(at) + REPEAT_WINDOW_MS)),
      ]),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Stores the answer under a key claimed by this transaction. */
export async function storeAnswer(
  tx: Writer,
  { accountId, path, key }: IdempotentRequest,
  { answer, at }: { answer: string; at: Instant },
): Promise<void> {
  await updateAnswer(tx, { accountId, path, key, answer, at });
}

function oldestKeyAt(now: Instant): Instant {
  return startOfDay(addDays(dayOf(now), -RETENTION_DAYS));
}

export async function hasOldKeys(db: Reader, now: Instant): Promise<boolean> {
  const old = db.selectFrom('kept_answers').select('key').where('created_at', '<', oldestKeyAt(now)).limit(1);
  return (await old.executeTakeFirst()) !== undefined;
}

/** Deletes expired keys, the oldest first, at most `most` of them. */
export async function deleteOldKeys(tx: Writer, now: Instant, most: number): Promise<void> {
  const before = oldestKeyAt(now);
  await tx
    .deleteFrom('kept_answers')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('account_id', 'path', 'key'),
        'in',
        selectFrom('kept_answers')
          .select(['account_id', 'path', 'key'])
          .where('created_at', '<', before)
          .orderBy('created_at')
          .limit(most)
          .$asTuple('account_id', 'path', 'key'),
      ),
    )
    .execute();
}
