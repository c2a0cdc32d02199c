import { z } from 'zod';
import { call } from './call.ts';
import { dayText, instant, optionalLine, orNone, wholeNumber } from './scalars.ts';

/** Event types of specification 2, section 9. */
export const specifiedEventTypes = ['Payment Made', 'Invoice Generated', 'Fine Applied', 'Correction'] as const;

export const auditEventTypes = [
  ...specifiedEventTypes,
  'Account Changed',
  'Account Deleted',
  'Account Registered',
  'Approval Declined',
  'Approval Given',
  'Approval Limit Set',
  'Approval Requested',
  'Approval Used',
  'Arrest Action',
  'Audit Key Changed',
  'Backup Downloaded',
  'Balance Set',
  'Balance Transferred',
  'Charge Kind Added',
  'Charge Kind Changed',
  'Cheque Returned',
  'Credit Note Issued',
  'Credit Refunded',
  'Debit Note Issued',
  'Debt Written Off',
  'Deposit Applied',
  'Deposit Received',
  'Deposit Refunded',
  'Fine Lowered',
  'Fine Removed',
  'Gate Phone Added',
  'Identity Verified',
  'Invoice Deleted',
  'Invoice Mailed',
  'Invoice Printed',
  'Language Set',
  'Market Day Added',
  'Market Day Changed',
  'Market Day Removed',
  'Market Week Changed',
  'Meter Read',
  'Other Charge Removed',
  'Other Charge Set',
  'Password Changed',
  'Password Link Made',
  'Password Reset',
  'Payment Deleted',
  'Payment Replaced',
  'Personal Data Downloaded',
  'Personal Data Erased',
  'Poya Days Added',
  'Price Changed',
  'Prices Imported',
  'Prices Published',
  'Product Added',
  'Product Archived',
  'Product Changed',
  'Product Deleted',
  'Product Restored',
  'Publication Added',
  'Publication Changed',
  'Publication Deleted',
  'Receipt Printed',
  'Rent Rules Changed',
  'Recovery Code Used',
  'Recovery Codes Renewed',
  'Report Ticket Made',
  'Rows Sealed',
  'Schedule Changed',
  'Second Factor Added',
  'Second Factor Removed',
  'Second Factor Required',
  'Session Ended',
  'Shift Closed',
  'Shift Opened',
  'Shop Added',
  'Shop Changed',
  'Shop Deleted',
  'Sign-In Failed',
  'Signed In',
  'Signed Out',
  'Statement Mailed',
  'Tariff Changed',
  'Tax Document Issued',
  'Tax Document Output',
  'Tax Settings Changed',
  'Tenant Added',
  'Tenant Changed',
  'Tenant Removed',
  'Ticket Deleted',
  'Ticket Issued',
  'Ticket Price Differs',
  'VAT Rate Changed',
  'VAT Schedule Downloaded',
] as const;
export type AuditEventType = (typeof auditEventTypes)[number];

/** Specification 2, section 9. */
export const AUDIT_PAGE = 10;
/** For clients that fetch the whole log. */
export const LARGEST_AUDIT_PAGE = 500;

const entry = z.object({
  audit_id: z.int(),
  shop_id: z.string().nullable(),
  invoice_id: z.string().nullable(),
  /** One of the event types, or one of an older release. */
  event_type: z.string(),
  event_description: z.string(),
  old_value: z.string().nullable(),
  new_value: z.string().nullable(),
  edit_reason: z.string().nullable(),
  event_date: instant,
  user_actioned: z.string(),
});
export type AuditEntry = z.output<typeof entry>;

export const auditAnchor = z.object({ line: z.string(), code: z.string() });
export type AuditAnchor = z.output<typeof auditAnchor>;

export const audit = {
  list: call({
    method: 'GET',
    path: '/api/audit',
    permission: 'audit.read',
    summary:
      'List audit log entries, newest first, 10 per page by default. An empty filter is ignored. end_date includes the whole day, shop_id ignores case, and search matches part of any text of an entry.',
    query: z.object({
      event_type: optionalLine(60).optional(),
      start_date: orNone(dayText),
      end_date: orNone(dayText),
      shop_id: optionalLine(20).optional(),
      search: optionalLine(60).optional(),
      page: orNone(wholeNumber(999_999)),
      limit: orNone(wholeNumber(LARGEST_AUDIT_PAGE)),
    }),
    answer: z.array(entry),
    paged: true,
    refusals: [],
  }),
  anchor: call({
    method: 'GET',
    path: '/api/audit/anchor',
    permission: 'audit.read',
    summary:
      'Get the newest entry of the log as a line to store elsewhere, and its short code. `npm run verify-books -- --anchor FILE` checks that the log still contains it. null before the first entry.',
    answer: z.object({ anchor: auditAnchor.nullable() }),
    refusals: [],
  }),
  eventTypes: call({
    method: 'GET',
    path: '/api/audit/event-types',
    permission: 'audit.read',
    summary: 'List the event types of the audit log: those of the specification first, then all others.',
    answer: z.array(z.string()),
    refusals: [],
  }),
};
