import type { Day } from '#billing/calendar.ts';
import {
  type AuditAnchor,
  auditEventTypes,
  type AuditEntry as PresentedEntry,
  specifiedEventTypes,
} from '#contract/audit.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { shortCode, writeAnchor } from './find-anchors.ts';
import type { AuditHead, AuditRow } from './queries.ts';
import { describeEntry } from './stored-message.ts';

export function presentEntry(row: AuditRow): Unworded<PresentedEntry> {
  return {
    audit_id: row.id,
    shop_id: row.shop_id,
    invoice_id: row.invoice_id,
    event_type: row.event_type,
    event_description: describeEntry(row),
    old_value: row.old_value,
    new_value: row.new_value,
    edit_reason: row.edit_reason,
    event_date: row.event_date,
    user_actioned: row.user_actioned,
  };
}

export function presentEventTypes(inLog: readonly string[]): string[] {
  const known: readonly string[] = auditEventTypes;
  const others = inLog.filter((type) => !known.includes(type)).toSorted((one, other) => one.localeCompare(other));
  const offered = new Set<string>([...specifiedEventTypes, ...inLog]);
  return [...known.filter((type) => offered.has(type)), ...others];
}

export function presentAnchor(
  head: AuditHead | undefined,
  { market, day }: { market: string; day: Day },
): AuditAnchor | null {
  if (!head || head.key_id === '') return null;
  const { newest_id: entry, hash: mac } = head;
  return { line: writeAnchor({ market, day, entry, mac }), code: shortCode(mac) };
}
