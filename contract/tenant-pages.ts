import { z } from 'zod';
import type { Day, Month } from '#billing/calendar.ts';
import { call } from './call.ts';
import { dayText, idInPath } from './scalars.ts';
import type { HowToPay } from './tax.ts';
import type { ChargeKindValue, ClaimState, PaymentMethod, TenantPaymentState } from './words.ts';

const message = z.string();
const one = z.object({ id: idInPath });

const settings = z.object({ is_on: z.boolean() });

const page = z.object({
  /** Null while tenants' pages are off, the market has no public address, or the link was revoked. */
  address: z.string().nullable(),
  is_on: z.boolean(),
  has_public_address: z.boolean(),
  is_revoked: z.boolean(),
  /** The last day on which the page was opened; null if it was not. */
  opened_on: dayText.nullable(),
  /** True if it was opened on the day of the tenancy's newest bill or later. */
  is_opened_since_bill: z.boolean(),
});
export type TenantPage = z.output<typeof page>;

export const tenantPages = {
  getSettings: call({
    method: 'GET',
    path: '/api/settings/tenant-pages',
    permission: 'books.read',
    summary:
      'Get whether tenants have pages of their own, and how many of the current tenancies with a bill opened theirs since the newest one.',
    answer: settings.extend({
      has_public_address: z.boolean(),
      opened: z.object({ count: z.int(), of: z.int() }),
    }),
    refusals: [],
  }),
  setSettings: call({
    method: 'PUT',
    path: '/api/settings/tenant-pages',
    permission: 'settings.write',
    writes: 'versioned',
    summary: 'Turn the pages of tenants on or off. While they are off, no link opens one, and papers have none.',
    body: settings,
    answer: z.object({ message, settings }),
    refusals: [],
  }),
  get: call({
    method: 'GET',
    path: '/api/tenancies/:id/page',
    permission: 'books.read',
    summary: "Get the link of a tenancy's page, and when it was last opened.",
    params: one,
    answer: page,
    refusals: ['tenancy_not_found'],
  }),
  renew: call({
    method: 'POST',
    path: '/api/tenancies/:id/page/renew',
    permission: 'payments.take',
    writes: 'once',
    summary: "Give a tenancy's page a new link. The link on earlier papers no longer opens it.",
    params: one,
    answer: z.object({ message }),
    refusals: ['tenancy_not_found', 'personal_data_erased'],
  }),
  revoke: call({
    method: 'POST',
    path: '/api/tenancies/:id/page/revoke',
    permission: 'payments.take',
    writes: 'once',
    summary: "Revoke the link of a tenancy's page. No link opens it until it gets a new one.",
    params: one,
    answer: z.object({ message }),
    refusals: ['tenancy_not_found'],
  }),
};

interface TenantPageCharge {
  kind: ChargeKindValue;
  /** Of a charge of kind Other. */
  name: string;
  name_si: string;
  name_ta: string;
  amount: number;
}

export interface TenantPageBill {
  invoice_id: string;
  month: Month;
  due_day: Day;
  charges: TenantPageCharge[];
  amount: number;
  unpaid: number;
}

export interface TenantPagePayment {
  payment_id: number;
  day: Day;
  amount: number;
  method: PaymentMethod;
  state: TenantPaymentState;
  /** The day of the state: on which the bank received the money, or from which a cheque counts. */
  state_day: Day | null;
}

export interface TenantPageClaim {
  claim_id: number;
  amount: number;
  day: Day;
  state: ClaimState;
  sentence: string | null;
}

/** What a tenant sees. Amounts are in rupees. */
export interface TenantPageData {
  link: string;
  shop_id: string;
  shop_name: string;
  tenant_name: string;
  today: Day;
  due: number;
  /** The part of `due` whose day is over. */
  overdue: number;
  credit: number;
  /** What is due without a bill. */
  debt_without_bill: number;
  next_due_day: Day | null;
  /** The bills, newest first. */
  bills: TenantPageBill[];
  /** The payments, newest first, void ones included. */
  payments: TenantPagePayment[];
  /** What the tenant claims to have paid, newest first; matched claims are among the payments. */
  claims: TenantPageClaim[];
  /** What the form for a claim has, and the answer to the last one that was sent. */
  form: { amount: string; day: string; bank: string };
  notice: { text: string; isFault: boolean } | null;
  /** Whether the tenant gets messages about rent; null while the market sends none. */
  messages: 'on' | 'off' | null;
  how_to_pay: HowToPay | null;
  bank: string;
}
