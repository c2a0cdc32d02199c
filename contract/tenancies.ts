import { z } from 'zod';
import { call } from './call.ts';
import { credentialsOrNone } from './invoices.ts';
import { languages } from './languages.ts';
import { inputMessage } from './messages/input-message.ts';
import { dryRunQuery, guarded, moneyEffect, reverified, waivedFines } from './money-effects.ts';
import {
  dayText,
  idInBody,
  idInPath,
  instant,
  optionalLine,
  paidIn,
  reasonIn,
  repeatedMark,
  rupeesOut,
} from './scalars.ts';
import { tenant, tenantDetails } from './tenants.ts';
import {
  depositActions,
  givingActions,
  mailStates,
  offeredMethods,
  paymentMethods,
  rentMessageChannels,
  rentMessageOccasions,
  type TenancyAction,
  tenancyActions,
} from './words.ts';

export function isGiving(action: TenancyAction): action is (typeof givingActions)[number] {
  return givingActions.some((giving) => giving === action);
}

const moneyAction = z.object({
  action: z.enum(tenancyActions, { error: inputMessage('input.tenancies.action') }),
  amount: paidIn,
  /** Required for money that is received or paid out. */
  method: z.enum(offeredMethods).optional(),
  reference: optionalLine(100).optional(),
  /** Required to pay out money, to write off a debt and to apply a deposit. */
  reason: optionalLine(200).optional(),
  /** Required for a transfer: another tenancy of the same tenant. */
  to_tenancy_id: idInBody.optional(),
});
export type MoneyActionInput = z.output<typeof moneyAction>;

/** How the last month of a tenancy is billed, if it has not been billed yet. */
export const lastBills = ['none', 'whole', 'days'] as const;
export type LastBill = (typeof lastBills)[number];

const depositEntry = z.object({
  entry_id: z.int(),
  action: z.enum(depositActions),
  amount: rupeesOut,
  method: z.enum(paymentMethods).nullable(),
  note: z.string(),
  date: instant,
  recorded_by: z.string(),
});

/** A term that applies from a day on. Of several terms that apply on a day, the one set last is used. */
const datedTerm = z.object({
  term: z.enum(['rent', 'operation_fee', 'vat_rate']),
  valid_from: dayText,
  /** The amount in rupees, or the VAT rate in percent. */
  amount: z.number(),
  reason: z.string(),
  set_at: instant,
  set_by: z.string(),
});

const historyEntry = z.object({
  audit_id: z.int(),
  event_type: z.string(),
  event_description: z.string(),
  old_value: z.string().nullable(),
  new_value: z.string().nullable(),
  edit_reason: z.string().nullable(),
  event_date: instant,
  user_actioned: z.string(),
});

const sameTenant = z.object({ tenancy_id: z.int(), shop_id: z.string(), tenant_name: z.string() });

const tenancyMoney = z.object({
  balance_amount: rupeesOut,
  amount_due: rupeesOut,
  deposit_held: rupeesOut,
});

const tenancyFile = tenant.extend({
  shop_name: z.string(),
  agreement_number: z.string(),
  agreement_note: z.string(),
  /** The last day of the agreement, which does not end the tenancy. */
  agreement_ends_on: dayText.nullable(),
  language: z.enum(languages),
  ...tenancyMoney.shape,
  last_billed_month: z.string().nullable(),
  erased_at: instant.nullable(),
  /** The terms, newest first. */
  Terms: z.array(datedTerm),
  Deposits: z.array(depositEntry),
  History: z.array(historyEntry),
  SameTenant: z.array(sameTenant),
});
export type TenancyFile = z.output<typeof tenancyFile>;

const agreement = z.object({
  agreement_number: optionalLine(60),
  agreement_note: optionalLine(400),
  /** An empty text or null removes the day; without the field it stays. */
  agreement_ends_on: z
    .union([z.literal(''), z.null(), dayText], { error: inputMessage('input.date') })
    .transform((day) => (day === '' ? null : day))
    .optional(),
  language: z.enum(languages),
});
const agreementOut = agreement.extend({ agreement_ends_on: dayText.nullable() });

const { tin, tax_name, tax_address, ...person } = tenantDetails;

/** Everything that is stored about a tenant in one tenancy. Lists are oldest first. */
const personalDataOfTenancy = z.object({
  tenancy: z.object({
    number: z.int(),
    shop: z.string(),
    shop_name: z.string(),
    first_day: dayText,
    last_day: dayText.nullable(),
    personal_data_erased_at: instant.nullable(),
  }),
  person: z.object({
    ...person,
    taxpayer_number: tin,
    name_on_vat_certificate: tax_name,
    address_on_vat_certificate: tax_address,
  }),
  agreement: z.object({
    number: z.string(),
    note: z.string(),
    ends_on: dayText.nullable(),
    language_of_documents: z.enum(languages),
  }),
  invoices: z.array(z.object({ number: z.string(), day: dayText, total: rupeesOut })),
  /** A correction is a separate entry, with the difference. */
  payments: z.array(
    z.object({
      number: z.int(),
      kind: z.string(),
      day: dayText,
      amount: rupeesOut,
      method: z.string().nullable(),
      note: z.string(),
      deleted_on: dayText.nullable(),
    }),
  ),
  /** Emails to the tenant. The email of a statement has no invoice. */
  emails: z.array(z.object({ address: z.string(), time: instant, invoice: z.string().nullable(), state: z.string() })),
  reminders: z.array(
    z.object({
      level: z.string(),
      way: z.string(),
      day: dayText,
      amount_due: rupeesOut,
      subject: z.string(),
      text: z.string(),
      promised_on: dayText.nullable(),
      promised_amount: rupeesOut.nullable(),
      note: z.string(),
      next_step: z.string(),
      by: z.string(),
    }),
  ),
  /** What the tenant claimed to have paid. The office shows its picture on the page of claims. */
  claims: z.array(
    z.object({
      time: instant,
      day: dayText,
      amount: rupeesOut,
      bank: z.string(),
      has_picture: z.boolean(),
      payment: z.int().nullable(),
      declined_with: z.string().nullable(),
    }),
  ),
  /** Messages about rent by text and email. */
  rent_messages: z.array(
    z.object({
      time: instant,
      about: z.enum(rentMessageOccasions),
      way: z.enum(rentMessageChannels),
      to: z.string(),
      state: z.enum(mailStates),
      text: z.string(),
    }),
  ),
  /** What the tenant agreed to have on public pages; null if nothing. */
  public_entry: z
    .object({
      trade_name: z.string(),
      product_ids: z.array(z.int()),
      agreed_at: instant,
      withdrawn_at: instant.nullable(),
    })
    .nullable(),
  /** What people saw at the stall on their walks. The office shows the pictures on the page of walks. */
  walks: z.array(
    z.object({
      time: instant,
      state: z.string(),
      note: z.string(),
      outcome: z.string().nullable(),
      has_picture: z.boolean(),
    }),
  ),
  /** On which days the tenant's page was opened, and how often. */
  page_visits: z.array(z.object({ day: dayText, visits: z.int() })),
  audit_log: z.array(
    z.object({
      time: instant,
      event: z.string(),
      description: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      reason: z.string().nullable(),
      by: z.string(),
    }),
  ),
  /** Names of the lists that were too long for one answer and lack their oldest rows. */
  shortened_lists: z.array(z.string()),
});
export type PersonalDataOfTenancy = z.output<typeof personalDataOfTenancy>;

/** Everything that is stored about a tenant, for the tenant to read. */
const personalData = personalDataOfTenancy.extend({
  downloaded_at: instant,
  other_tenancies: z.array(personalDataOfTenancy),
});
export type PersonalData = z.output<typeof personalData>;

const message = z.string();
const one = z.object({ id: idInPath });
const done = z.object({
  message,
  tenancy: tenancyMoney.extend({ tenancy_id: z.int(), ended_on: dayText.nullable() }),
  ...moneyEffect,
});

export const tenancies = {
  get: call({
    method: 'GET',
    path: '/api/tenancies/:id',
    permission: 'books.read',
    summary: 'Get the file of a tenancy: tenant, agreement, terms by day, deposit and history.',
    params: one,
    answer: tenancyFile,
    refusals: ['tenancy_not_found'],
  }),
  edit: call({
    method: 'PUT',
    path: '/api/tenancies/:id/agreement',
    permission: 'books.write',
    writes: 'versioned',
    summary: "Change the agreement's number and note, and the language of the tenant's documents.",
    params: one,
    body: agreement,
    answer: z.object({ message, agreement: agreementOut }),
    refusals: ['tenancy_not_found', 'personal_data_erased'],
  }),
  changeTenant: call({
    method: 'POST',
    path: '/api/tenancies/:id/tenant',
    permission: 'books.write',
    writes: 'once',
    summary:
      'Say that two tenancies have the same tenant, with all other tenancies of both, or that one has a tenant of its ' +
      'own, with a reason. Names and ledgers are not changed.',
    params: one,
    body: z.object({
      /** Another tenancy of the same tenant; null for a tenant of its own. */
      same_tenant_as: idInBody.nullable(),
      reason: reasonIn,
    }),
    answer: z.object({ message, tenant_ref: z.int(), SameTenant: z.array(sameTenant) }),
    refusals: ['tenancy_not_found', 'personal_data_erased'],
  }),
  money: call({
    method: 'POST',
    path: '/api/tenancies/:id/money',
    permission: 'books.write',
    writes: 'appended',
    summary:
      'Receive, apply or refund a deposit, refund credit, write off a debt, or transfer a debt or credit to another ' +
      'tenancy of the same tenant. Refunds and write-offs require a verified session and a reason.',
    params: one,
    query: dryRunQuery,
    body: moneyAction.extend(waivedFines),
    answer: done.extend(repeatedMark),
    verified: 'sometimes',
    refusals: ['tenancy_not_found', 'other_tenant', 'cash_session_needed', 'verification_required', ...guarded],
  }),
  end: call({
    method: 'POST',
    path: '/api/tenancies/:id/end',
    permission: 'books.write',
    writes: 'once',
    summary:
      'End a tenancy: bill its last month, do what is to be done with its money, and set its last day. Refunds and ' +
      'write-offs require a verified session and a reason.',
    params: one,
    query: dryRunQuery,
    body: z.object({
      last_day: dayText,
      last_bill: z.enum(lastBills).default('none'),
      actions: z.array(moneyAction).max(10).default([]),
      ...waivedFines,
    }),
    answer: done.extend({ invoice_id: z.string().nullable() }),
    verified: 'sometimes',
    refusals: [
      'tenancy_not_found',
      'tenancy_ended',
      'invoice_exists',
      'other_tenant',
      'cash_session_needed',
      'verification_required',
      ...guarded,
    ],
  }),
  personalData: call({
    method: 'GET',
    path: '/api/tenancies/:id/personal-data',
    permission: 'personal-data.read',
    writes: 'unkeyed',
    summary: 'Get all personal data of a tenant, also of a former one, in all tenancies. The download is recorded.',
    params: one,
    answer: personalData,
    refusals: ['tenancy_not_found'],
  }),
  erasePersonalData: call({
    method: 'POST',
    path: '/api/tenancies/:id/erase-personal-data',
    permission: 'books.write',
    writes: 'long',
    summary:
      'Erase the personal data of a former tenant in all tenancies, once each has ended and nothing is due either way ' +
      '(requires a verified session or a password). Invoices, tax documents, ledger entries and the audit log remain. ' +
      'It cannot be undone.',
    params: one,
    body: credentialsOrNone.extend({ reason: reasonIn }),
    answer: z.object({ message }),
    verified: 'sometimes',
    refusals: [
      'tenancy_not_found',
      'personal_data_erased',
      'tenancy_not_ended',
      'tenancy_not_settled',
      'deposit_held',
      ...reverified,
    ],
  }),
};
