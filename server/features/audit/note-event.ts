import { createHash } from 'node:crypto';
import type { Act } from '../../act.ts';
import type { Writer } from '../../db/connect.ts';
import { insertEntry, lockHead, moveHead } from './queries.ts';

/** What happened, in the words of the audit log; values as short texts that a person can compare. */
export interface AuditEvent {
  type: string;
  description: string;
  shopId?: string;
  invoiceId?: string;
  oldValue?: string;
  newValue?: string;
  reason?: string;
}

/**
 * Notes an event as the last step of the act's own transaction. Entries are chained: each hash covers the entry and the
 * hash before it, so none can be changed or taken out later without a break that anybody can find.
 */
export async function noteEvent(tx: Writer, act: Act, event: AuditEvent): Promise<void> {
  const previousHash = await lockHead(tx);
  const entry = {
    event_date: act.at,
    event_type: event.type,
    event_description: event.description,
    shop_id: event.shopId ?? null,
    invoice_id: event.invoiceId ?? null,
    old_value: event.oldValue ?? null,
    new_value: event.newValue ?? null,
    edit_reason: event.reason ?? null,
    user_actioned: act.by,
    request_id: act.requestId,
    previous_hash: previousHash,
  };
  const hash = hashEntry(entry);
  await insertEntry(tx, { ...entry, hash });
  await moveHead(tx, hash);
}

/** The hash of an entry: SHA-256 over its values in the order they are written, hexadecimal. */
function hashEntry(entry: Record<string, string | null>): string {
  return createHash('sha256')
    .update(JSON.stringify(Object.values(entry)))
    .digest('hex');
}
