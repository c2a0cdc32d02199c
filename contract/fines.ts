import { z } from 'zod';
import { bulkActionEffect, bulkActionQuery } from './bulk-actions.ts';
import { call } from './call.ts';
import { credentialsOrNone } from './invoices.ts';
import { dryRunQuery, moneyEffect, reverified, waivedFines } from './money-effects.ts';
import { invoiceIdInPath, optionalLine, rupeesOut } from './scalars.ts';

const message = z.string();
const one = z.object({ id: invoiceIdInPath });

export const fines = {
  apply: call({
    method: 'POST',
    path: '/api/systemsetting/fine/apply/:id',
    permission: 'books.write',
    writes: 'once',
    summary:
      'Apply a fine to an invoice: its fine rate (30% unless set otherwise) of its unpaid rent, after its due day of the month.',
    params: one,
    query: dryRunQuery,
    answer: z.object({ success: z.literal(true), message, fineAmount: rupeesOut, ...moneyEffect }),
    refusals: ['invoice_not_found', 'rent_not_overdue', 'fine_exists', 'no_fine_rate', 'no_unpaid_rent'],
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/systemsetting/fine/:id',
    permission: 'books.write',
    writes: 'once',
    summary: 'Remove the fine of an invoice. It is not applied again automatically.',
    params: one,
    query: dryRunQuery,
    body: z.object({ reason: optionalLine(200).optional(), ...waivedFines }),
    answer: z.object({ success: z.literal(true), message, ...moneyEffect }),
    refusals: ['invoice_not_found', 'fine_not_found', 'approval_required', 'too_many_approvals'],
  }),
  applyAll: call({
    method: 'POST',
    path: '/api/settings/apply-fines',
    permission: 'books.write',
    writes: 'long',
    summary: 'Apply fines to all overdue invoices with unpaid rent and no fine. Requires a verified session.',
    query: bulkActionQuery,
    body: credentialsOrNone,
    answer: z.object({ success: z.literal(true), ...bulkActionEffect, within_grace: z.int() }),
    verified: 'sometimes',
    refusals: [...reverified, 'run_exists', 'preview_changed'],
  }),
  arrest: call({
    method: 'POST',
    path: '/api/settings/fine-arrest-action',
    permission: 'books.write',
    writes: 'long',
    summary: 'Put all fines unpaid for at least 30 days under arrest. Requires a verified session.',
    query: bulkActionQuery,
    body: credentialsOrNone,
    answer: z.object({ success: z.literal(true), ...bulkActionEffect }),
    verified: 'sometimes',
    refusals: [...reverified, 'run_exists', 'preview_changed'],
  }),
};
