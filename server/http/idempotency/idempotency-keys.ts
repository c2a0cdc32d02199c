import { createHash } from 'node:crypto';
import { addDays, dayOf, type Instant, startOfDay } from '#billing/calendar.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Writer } from '../../db/connect.ts';

/** More than the seven days that clients can rely on. Older keys are deleted when the next one arrives. */
const RETENTION_DAYS = 8;

/** A request that may have only one effect: its account, path and key, and a hash of its content. */
export interface IdempotentRequest {
  accountId: number;
  path: string;
  key: string;
  requestHash: string;
}

export function hashRequest(parts: unknown, file: Buffer | undefined): string {
  return createHash('sha256')
    .update(JSON.stringify(parts) ?? '')
    .update(file ?? '')
    .digest('hex');
}

/**
 * Claims a key in this transaction. Returns the answer stored under it, or undefined for a new key. On PostgreSQL it
 * waits for a transaction that claimed the same key. Throws a Refusal for a key that was used with another request.
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

/** Stores the answer under a key claimed by this transaction. */
export async function storeAnswer(tx: Writer, keyed: IdempotentRequest, answer: string): Promise<void> {
  await tx
    .updateTable('kept_answers')
    .set({ answer })
    .where('account_id', '=', keyed.accountId)
    .where('path', '=', keyed.path)
    .where('key', '=', keyed.key)
    .execute();
}
