import { z } from 'zod';
import { call } from './call.ts';
import { inputMessage } from './messages/input-message.ts';
import { invoiceIdIn, shopIdIn, tenancyIn } from './scalars.ts';
import { statementPeriodIn } from './shops.ts';

/** Clients split a longer selection. */
const MOST_MAILS = 50;

export const mail = {
  sendInvoices: call({
    method: 'POST',
    path: '/api/email/send-email',
    permission: 'books.write',
    summary:
      'Email invoices to their tenants as PDF, with one result per invoice. Only the IDs are read; all amounts come from the database.',
    body: z.object({
      invoices: z
        .array(z.object({ invoice_id: invoiceIdIn }))
        .min(1, inputMessage('input.mail.none'))
        .max(MOST_MAILS, inputMessage('input.mail.too-many', { max: MOST_MAILS })),
    }),
    answer: z.object({
      results: z.array(
        z.object({ success: z.boolean(), invoice_id: z.string(), shop_id: z.string(), message: z.string() }),
      ),
    }),
    refusals: [],
    maxBodyBytes: 10 * 1024 * 1024,
  }),
  sendStatement: call({
    method: 'POST',
    path: '/api/shops/:id/statement/email',
    permission: 'books.write',
    summary: 'Email the statement of a tenancy to its tenant as PDF, and get the result.',
    params: z.object({ id: shopIdIn }),
    body: z.object({ ...tenancyIn, ...statementPeriodIn }),
    answer: z.object({ success: z.boolean(), message: z.string() }),
    refusals: ['shop_not_found', 'tenancy_not_found', 'shop_has_no_tenant', 'tenant_has_no_email'],
  }),
};
