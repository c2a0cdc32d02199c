import { z } from 'zod';
import { call } from './call.ts';
import { inputMessage } from './messages/input-message.ts';
import { invoiceIdIn } from './scalars.ts';

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
};
