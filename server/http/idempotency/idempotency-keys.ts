import { createHash } from 'node:crypto';
import { addDays, dayOf, type Instant, startOfDay } from '#billing/calendar.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Writer } from '../../db/connect.ts';

/** At least seven days (books.md); what is older goes when the next key comes. */
const RETENTION_DAYS = 8;

/** One thing to be done once: whose, where, by which key, and what was asked. */
export interface IdempotentRequest {
  accountId: number;
  path: string;
  key: string;
  requestHash: string;
}

/** A request as a short text: the same parts give the same text. */
export function hashRequest(parts: unknown, file: Buffer | undefined): string {
  return createHash('sha256')
    .update(JSON.stringify(parts) ?? '')
    .update(file ?? '')
    .digest('hex');
}

/**
 * Takes a key for this transaction. Gives the answer that was kept for it, or undefined when it is new; on PostgreSQL it
 * waits for a transaction that has taken the same key. Refuses a key that was sent with another request.
 */
export async function claimKey(tx: Writer, keyed: IdempotentRequest, at: Instant): Promise<string | undefined> {
  const oldest = startOfDay(addDays(dayOf(at), -RETENTION_DAYS));
  await tx.deleteFrom('kept_answers').where('created_at', '<', oldest).execute();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('kept_answers')
    .values({
      account_id: keyed.accountId,
      path: keyed.path,
      key: keyed.key,
      request_hash: keyed.requestHash,
      answer: '',
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) return undefined;
  const stored = await tx
    .selectFrom('kept_answers')
    .select(['request_hash', 'answer'])
    .where('account_id', '=', keyed.accountId)
    .where('path', '=', keyed.path)
    .where('key', '=', keyed.key)
    .executeTakeFirstOrThrow();
  if (stored.request_hash !== keyed.requestHash) throw new Refusal('key_reused');
  return stored.answer;
}

/** Keeps the answer of a key that this transaction has taken. */
export async function storeAnswer(tx: Writer, keyed: IdempotentRequest, answer: string): Promise<void> {
  await tx
    .updateTable('kept_answers')
    .set({ answer })
    .where('account_id', '=', keyed.accountId)
    .where('path', '=', keyed.path)
    .where('key', '=', keyed.key)
    .execute();
}
