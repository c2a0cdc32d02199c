import { z } from 'zod';
import { type Call, call } from './call.ts';
import { fines } from './fines.ts';
import { invoices } from './invoices.ts';
import { payments } from './payments.ts';
import { idInPath, instant, orNone, paidIn, reasonIn, rupeesOut, wholeNumber } from './scalars.ts';
import { shops } from './shops.ts';
import { tenancies } from './tenancies.ts';
import { approvalStates } from './words.ts';

/** Calls that may need the approval of a second person (docs/rules.md, Approval by a second person). */
export const approvableCalls: readonly Call[] = [
  payments.byShop,
  payments.byInvoice,
  payments.remove,
  payments.replace,
  payments.returnCheque,
  payments.notFound,
  payments.correct,
  fines.remove,
  invoices.remove,
  invoices.note,
  shops.setBalance,
  tenancies.money,
  tenancies.end,
];

export const approvalKinds = [
  'balance_set',
  'debt_written_off',
  'credit_refunded',
  'balance_transferred',
  'deposit_refunded',
  'tenancy_ended',
  'payment_voided',
  'payment_replaced',
  'payment_lowered',
  'payment_raised',
  'payment_dated_back',
  'cheque_returned',
  'payment_not_found',
  'fine_removed',
  'invoice_deleted',
  'credit_note',
  'money_given_up',
] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

export const approvalLists = ['open', 'to-decide', 'ended'] as const;
export type ApprovalList = (typeof approvalLists)[number];

const approval = z.object({
  id: z.int(),
  state: z.enum(approvalStates),
  what: z.string(),
  amount: rupeesOut,
  reason: z.string(),
  shop_id: z.string(),
  requested_by: z.string(),
  requested_at: instant,
  expires_at: instant.nullable(),
  decided_by: z.string().nullable(),
  decided_at: instant.nullable(),
  decline_reason: z.string().nullable(),
  used_at: instant.nullable(),
  is_own: z.boolean(),
  /** The request to be approved, which its sender sends again after the approval. Null unless the caller is the sender. */
  request: z
    .object({
      /** Method and path, such as `PUT /api/systemsetting/shop-balance/:id`. */
      call: z.string(),
      params: z.record(z.string(), z.string()),
      body: z.record(z.string(), z.unknown()),
      version: z.string().nullable(),
    })
    .nullable(),
});
export type Approval = z.output<typeof approval>;

const message = z.string();
const one = z.object({ id: idInPath });
const limit = z.object({ amount: rupeesOut.nullable() });

export const approvals = {
  list: call({
    method: 'GET',
    path: '/api/approvals',
    permission: 'approvals.read',
    summary:
      'List requests for approval, newest first, with the total in X-Total-Count. Roles that may not approve get only ' +
      'their own.',
    query: z.object({
      list: orNone(z.enum(approvalLists)),
      page: orNone(wholeNumber(999_999)),
      limit: orNone(wholeNumber(200)),
    }),
    answer: z.array(approval),
    paged: true,
    refusals: [],
  }),
  approve: call({
    method: 'POST',
    path: '/api/approvals/:id/approve',
    permission: 'approvals.decide',
    writes: 'once',
    summary:
      'Approve the request of another person (requires a verified session). The requester can then send it again, ' +
      'unchanged, once, within a day.',
    params: one,
    answer: z.object({ message }),
    verified: 'always',
    refusals: ['approval_not_found', 'own_approval', 'approval_ended', 'verification_required'],
  }),
  decline: call({
    method: 'POST',
    path: '/api/approvals/:id/decline',
    permission: 'approvals.decide',
    writes: 'once',
    summary: 'Decline a pending or approved request of another person, with a reason.',
    params: one,
    body: z.object({ reason: reasonIn }),
    answer: z.object({ message }),
    refusals: ['approval_not_found', 'own_approval', 'approval_ended'],
  }),
  getLimit: call({
    method: 'GET',
    path: '/api/settings/approval-limit',
    permission: 'books.read',
    summary: 'Get the amount above which money given up needs the approval of a second person; null: never.',
    answer: limit,
    refusals: [],
  }),
  setLimit: call({
    method: 'PUT',
    path: '/api/settings/approval-limit',
    permission: 'approvals.limit',
    writes: 'versioned',
    summary: 'Set that amount, or null (requires a verified session).',
    body: z.object({ amount: paidIn.nullable() }),
    verified: 'always',
    answer: z.object({ message, settings: limit }),
    refusals: ['verification_required'],
  }),
};
