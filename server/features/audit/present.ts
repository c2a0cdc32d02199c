import { auditEventTypes, type AuditEntry as PresentedEntry, specifiedEventTypes } from '#contract/audit.ts';
import type { AuditRow } from './queries.ts';

export function presentEntry(row: AuditRow): PresentedEntry {
  return {
    audit_id: row.id,
    shop_id: row.shop_id,
    invoice_id: row.invoice_id,
    event_type: row.event_type,
    event_description: row.event_description,
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
