import { instantOf } from '#billing/calendar.ts';
import { type AuditEntry, audit } from '#contract/audit.ts';

export function testEntry(audit_id: number, more: Partial<AuditEntry> = {}): AuditEntry {
  const entry: AuditEntry = {
    audit_id,
    shop_id: 'A-12',
    invoice_id: 'INV-A-12-202611',
    event_type: 'Correction',
    event_description: `Payment ${audit_id} corrected`,
    old_value: '1500.5',
    new_value: '1400',
    edit_reason: 'Counted again',
    event_date: instantOf(Date.parse('2026-11-21T00:30:12.000Z')),
    user_actioned: 'kumari@example.com',
    ...more,
  };
  // The entry is parsed with the answer's schema, so that the test data cannot differ from the contract.
  return audit.list.answer.parse([entry])[0] ?? entry;
}

export function testEntries(count: number, newest = count): AuditEntry[] {
  return Array.from({ length: count }, (_, at) => testEntry(newest - at));
}

export function auditPageOf(rows: AuditEntry[], total = rows.length): Response {
  return Response.json(rows, { headers: { 'x-total-count': String(total) } });
}
