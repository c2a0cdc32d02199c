import { createHash } from 'node:crypto';
import { dayOf } from '#billing/calendar.ts';
import type { AuditEventType } from '#contract/audit.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { type AuditRow, insertEntry, lockHead, moveHead, raiseCount } from './queries.ts';

/** The values an entry's hash covers, in this order. */
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

/**
 * Adds an audit entry as the last step of the action's transaction. Each hash covers the entry and the hash before it,
 * so that no entry can be changed or removed unnoticed.
 */
export async function writeAudit(tx: Writer, context: ActionContext, event: AuditEvent): Promise<void> {
  const previousHash = await lockHead(tx);
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
    previous_hash: previousHash,
  };
  const stored = wellFormed(entry);
  const hash = hashEntry(stored);
  await insertEntry(tx, { ...stored, hash });
  await raiseCount(tx, dayOf(context.now), event.type);
  await moveHead(tx, hash);
}

/** PostgreSQL replaces lone surrogates; the hash must be of what is read back. */
function wellFormed<Entry extends Record<keyof Entry, string | null>>(entry: Entry): Entry {
  const pairs = Object.entries<string | null>(entry).map(([column, text]) => [column, text?.toWellFormed() ?? null]);
  return Object.fromEntries(pairs) as Entry;
}

/** SHA-256, hexadecimal. */
export function hashEntry(entry: Omit<AuditRow, 'id' | 'hash'>): string {
  return createHash('sha256')
    .update(JSON.stringify(HASHED.map((column) => entry[column])))
    .digest('hex');
}
