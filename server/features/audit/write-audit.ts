import { createHash } from 'node:crypto';
import { dayOf } from '#billing/calendar.ts';
import type { AuditEventType } from '#contract/audit.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { type AuditRow, insertEntries, lockHead, moveHead, raiseCount } from './queries.ts';

/** The order is part of the hash. */
const HASHED = [
  'event_date',
  'event_type',
  'event_description',
  'shop_id',
  'invoice_id',
  'old_value',
  'new_value',
  'edit_reason',
  'user_actioned',
  'request_id',
  'previous_hash',
] as const;

export interface AuditEvent {
  type: AuditEventType;
  description: string;
  shopId?: string;
  invoiceId?: string;
  oldValue?: string;
  newValue?: string;
  reason?: string;
}

/** The last step of an action's transaction. Each hash covers the entry and the hash before it. */
export async function writeAudit(tx: Writer, context: ActionContext, event: AuditEvent): Promise<void> {
  const batch = batches.get(tx);
  const entry = {
    event_date: context.now,
    event_type: event.type,
    event_description: event.description,
    shop_id: event.shopId ?? null,
    invoice_id: event.invoiceId ?? null,
    old_value: event.oldValue ?? null,
    new_value: event.newValue ?? null,
    edit_reason: event.reason ?? null,
    user_actioned: context.actor,
    request_id: context.requestId,
    previous_hash: batch?.head ?? (await lockHead(tx)),
  };
  const stored = wellFormed(entry);
  const hash = hashEntry(stored);
  if (batch) {
    batch.entries.push({ ...stored, hash });
    batch.head = hash;
    if (batch.entries.length === BATCH_ENTRIES) await insertBatch(tx, batch);
    return;
  }
  await insertEntries(tx, [{ ...stored, hash }]);
  await raiseCount(tx, { day: dayOf(context.now), eventType: event.type, by: 1 });
  await moveHead(tx, hash);
}

/** SQLite takes 32,766 values in a statement, an entry has 12. */
const BATCH_ENTRIES = 500;

interface Batch {
  head: string;
  entries: Omit<AuditRow, 'id'>[];
}

const batches = new WeakMap<Writer, Batch>();

/**
 * Inserts the entries of thousands of actions in groups. For a transaction that excludes every other writer and reads no
 * entry, such as the fill of the demo.
 */
export async function batchAudit(tx: Writer, runActions: () => Promise<void>): Promise<void> {
  const batch: Batch = { head: await lockHead(tx), entries: [] };
  batches.set(tx, batch);
  await runActions();
  batches.delete(tx);
  await insertBatch(tx, batch);
}

async function insertBatch(tx: Writer, { head, entries }: Batch): Promise<void> {
  const written = entries.splice(0);
  if (written.length === 0) return;
  await insertEntries(tx, written);
  for (const [day, ofDay] of Map.groupBy(written, ({ event_date }) => dayOf(event_date))) {
    for (const [eventType, { length }] of Map.groupBy(ofDay, ({ event_type }) => event_type)) {
      await raiseCount(tx, { day, eventType, by: length });
    }
  }
  await moveHead(tx, head);
}

/** PostgreSQL replaces lone surrogates; the hash must be of what is read back. */
function wellFormed<Entry extends Record<keyof Entry, string | null>>(entry: Entry): Entry {
  const pairs = Object.entries<string | null>(entry).map(([column, text]) => [column, text?.toWellFormed() ?? null]);
  return Object.fromEntries(pairs) as Entry;
}

export function hashEntry(entry: Omit<AuditRow, 'id' | 'hash'>): string {
  return createHash('sha256')
    .update(JSON.stringify(HASHED.map((column) => entry[column])))
    .digest('hex');
}
