import { z } from 'zod';
import { runIdIn } from './bulk-actions.ts';
import { call } from './call.ts';
import { inputMessage } from './messages/input-message.ts';
import { instant, invoiceIdIn, orNone, repeatedMark, shopIdIn, tenancyIn } from './scalars.ts';
import { statementPeriodIn } from './shops.ts';

/** As many as the office can select. */
const MOST_MAILS = 2000;
export const NEWEST_MAILS = 100;

/**
 * `failed` was refused, or never handed over, and may be sent again. `unknown` was handed over and never confirmed: only
 * a person sends it again.
 */
export const mailStates = ['queued', 'sending', 'sent', 'failed', 'unknown'] as const;
export type MailState = (typeof mailStates)[number];

const mailResult = z.object({
  /** Sent, or accepted and still to be sent. */
  success: z.boolean(),
  invoice_id: z.string(),
  shop_id: z.string(),
  message: z.string(),
  state: z.enum(mailStates),
});
export type MailResult = z.output<typeof mailResult>;

const storedMail = z.object({
  mail_id: z.int(),
  /** Null for a statement. */
  invoice_id: z.string().nullable(),
  shop_id: z.string(),
  recipient: z.string(),
  state: z.enum(mailStates),
  message: z.string(),
  requested_by: z.string(),
  createdAt: instant,
  updatedAt: instant,
});
export type StoredMail = z.output<typeof storedMail>;

export const mail = {
  sendInvoices: call({
    method: 'POST',
    path: '/api/email/send-email',
    permission: 'books.write',
    summary:
      'Email invoices to their tenants as PDF. Only the IDs are read; all amounts come from the database. Up to 50 are ' +
      'answered when they were sent. More, or those that take longer than a minute, are accepted: 202, and run_id names ' +
      'the run to follow. An invoice whose last email may have arrived is sent only with again=true.',
    body: z.object({
      invoices: z
        .array(z.object({ invoice_id: invoiceIdIn, again: z.boolean().optional() }))
        .min(1, inputMessage('input.mail.none'))
        .max(MOST_MAILS, inputMessage('input.mail.too-many', { max: MOST_MAILS })),
    }),
    answer: z.object({ run_id: z.string(), results: z.array(mailResult), ...repeatedMark }),
    appends: true,
    continues: true,
    refusals: ['mail_queue_full'],
    maxBodyBytes: 10 * 1024 * 1024,
  }),
  sendStatement: call({
    method: 'POST',
    path: '/api/shops/:id/statement/email',
    permission: 'books.write',
    summary: 'Email the statement of a tenancy to its tenant as PDF, and get the result.',
    params: z.object({ id: shopIdIn }),
    body: z.object({ ...tenancyIn, ...statementPeriodIn }),
    answer: z.object({ success: z.boolean(), message: z.string(), state: z.enum(mailStates), ...repeatedMark }),
    appends: true,
    continues: true,
    refusals: [
      ...(['shop_not_found', 'tenancy_not_found', 'shop_has_no_tenant', 'tenant_has_no_email'] as const),
      'mail_queue_full',
    ],
  }),
  getRun: call({
    method: 'GET',
    path: '/api/email/runs/:id',
    permission: 'books.read',
    summary: 'Get the progress and the results of a request that sent emails.',
    params: z.object({ id: runIdIn }),
    answer: z.object({
      run_id: z.string(),
      total: z.int(),
      /** Without those still queued or being sent. */
      done: z.int(),
      results: z.array(mailResult),
    }),
    refusals: ['run_not_found'],
  }),
  list: call({
    method: 'GET',
    path: '/api/email/mails',
    permission: 'books.read',
    summary:
      `List the newest ${NEWEST_MAILS} emails, of one invoice if it is named. open=true lists those that are queued, ` +
      'being sent, or of an unknown result and not sent again since.',
    query: z.object({ invoice_id: orNone(invoiceIdIn), open: z.enum(['true', 'false']).optional() }),
    answer: z.array(storedMail),
    refusals: [],
  }),
};
