import { z } from 'zod';
import { bank } from './bank.ts';
import { type Call, call } from './call.ts';
import { cash } from './cash.ts';
import { electronic } from './electronic.ts';
import { fines } from './fines.ts';
import { gate } from './gate.ts';
import { gateCash } from './gate-cash.ts';
import { invoices } from './invoices.ts';
import { otherCharges } from './other-charges.ts';
import { payments } from './payments.ts';
import { rentRules } from './rent-rules.ts';
import { idInPath, instant, orNone, paidIn, reasonIn, rupeesOut, wholeNumber } from './scalars.ts';
import { shops } from './shops.ts';
import { tenancies } from './tenancies.ts';
import { vatRates } from './vat-rates.ts';
import { approvalStates } from './words.ts';

/**
 * Calls whose effect on the ledgers is measured. They may need the approval of a second person (docs/rules.md, Approval
 * by a second person).
 */
const ledgerCalls = {
  'payments.byShop': payments.byShop,
  'payments.byInvoice': payments.byInvoice,
  'payments.remove': payments.remove,
  'payments.replace': payments.replace,
  'payments.returnCheque': payments.returnCheque,
  'payments.notFound': payments.notFound,
  'payments.correct': payments.correct,
  'fines.remove': fines.remove,
  'invoices.remove': invoices.remove,
  'invoices.note': invoices.note,
  'shops.setBalance': shops.setBalance,
  'tenancies.money': tenancies.money,
  'bank.undo': bank.undo,
} satisfies Record<string, Call>;

/** Calls whose effect on the bills of the next year is measured too, each with the name of a request for approval. */
const termCalls = {
  'tenancies.end': [tenancies.end, 'tenancy_ended'],
  'shops.edit': [shops.edit, 'terms_lowered'],
  'shops.remove': [shops.remove, 'shop_deleted'],
  'vatRates.set': [vatRates.set, 'vat_rate_lowered'],
  'vatRates.cancel': [vatRates.cancel, 'vat_rate_lowered'],
  'rentRules.set': [rentRules.set, 'rent_rules_eased'],
  'rentRules.cancel': [rentRules.cancel, 'rent_rules_eased'],
  'otherCharges.setRecurring': [otherCharges.setRecurring, 'other_charge_lowered'],
  'otherCharges.remove': [otherCharges.remove, 'other_charge_lowered'],
} as const satisfies Record<string, readonly [Call, string]>;

/** Calls that say that money was seen. What a person says so of own money is measured. */
const seenCalls = {
  'cash.clearCheques': [cash.clearCheques, 'own_payments_confirmed'],
  'cash.bankSession': [cash.bankSession, 'own_cash_banked'],
  'electronic.confirm': [electronic.confirm, 'own_payments_confirmed'],
  'bank.match': [bank.match, 'own_payments_confirmed'],
  'bank.clearEarlier': [bank.clearEarlier, 'own_payments_confirmed'],
  'electronic.setSettings': [electronic.setSettings, 'own_payments_confirmed'],
  'gate.setCounting': [gate.setCounting, 'own_tickets_counted'],
  'gateCash.bank': [gateCash.bank, 'own_gate_cash_banked'],
} as const satisfies Record<string, readonly [Call, string]>;

/** Calls that add a charge, which can be lower than it should be. */
const chargeCalls = {
  'otherCharges.recordReading': [otherCharges.recordReading, 'meter_units_skipped'],
} as const satisfies Record<string, readonly [Call, string]>;

const namedCalls = { ...termCalls, ...seenCalls, ...chargeCalls };

export type MeasuredCallName = keyof typeof ledgerCalls | keyof typeof namedCalls;

export const approvableCalls: readonly Call[] = [
  ...Object.values(ledgerCalls),
  ...Object.values(namedCalls).map(([entry]) => entry),
];

/** Returns the name of a request for a call whose effect on bills is measured; undefined for other calls. */
export function kindOfTerms(call: Call): ApprovalKind | undefined {
  return Object.values(termCalls).find(([entry]: readonly [Call, ApprovalKind]) => entry === call)?.[1];
}

/** Returns the name of a request for a call that names nothing itself. */
export function kindOfGiving(call: Call): ApprovalKind {
  return (
    Object.values(namedCalls).find(([entry]: readonly [Call, ApprovalKind]) => entry === call)?.[1] ?? 'money_given_up'
  );
}

export const approvalKinds = [
  'balance_set',
  'debt_written_off',
  'credit_refunded',
  'balance_transferred',
  'deposit_applied',
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
  'terms_lowered',
  'shop_deleted',
  'vat_rate_lowered',
  'rent_rules_eased',
  'other_charge_lowered',
  'meter_units_skipped',
  'own_payments_confirmed',
  'own_cash_banked',
  'own_tickets_counted',
  'own_gate_cash_banked',
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
  /** What was sent, field by field, except the reason: an approver must see a cheque's day. */
  sent: z.array(z.object({ field: z.string(), value: z.string() })),
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
