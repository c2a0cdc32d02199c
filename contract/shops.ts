import { z } from 'zod';
import { call } from './call.ts';
import { promisedCheques } from './cheques.ts';
import { invoice, invoiceAllocation, invoiceCharges } from './invoices.ts';
import { languages } from './languages.ts';
import { dryRunQuery, guarded, moneyEffect, waivedFines } from './money-effects.ts';
import { payment, voidedPayment } from './payments.ts';
import {
  amountIn,
  dayText,
  instant,
  lineText,
  month,
  optionalLine,
  orNone,
  percentIn,
  rupeesIn,
  rupeesOut,
  shopIdIn,
  tenancyIn,
  timestamps,
} from './scalars.ts';
import { howToPay } from './tax.ts';
import { tenantPageOut } from './tenant-page-link.ts';
import { tenant } from './tenants.ts';

export const shop = z.object({
  shop_id: z.string(),
  shop_name: z.string(),
  location: z.string(),
  rent_amount: rupeesOut,
  vat_rate: z.number().meta({ description: 'Percent, at most 2 decimals' }),
  operation_fee: rupeesOut,
  ...timestamps,
});
export type Shop = z.output<typeof shop>;

/** The credit of the current tenancy. An amount below 0 is a debt, in addition to unpaid charges. */
const shopBalance = z.object({ balance_amount: rupeesOut, last_updated: instant });

/** A `balance_amount` below 0 is part of the amount due. */
const tenancyOfShop = z.object({
  tenancy_id: z.int(),
  tenant_name: z.string(),
  started_on: dayText,
  ended_on: dayText.nullable(),
  balance_amount: rupeesOut,
  amount_due: rupeesOut,
  /** The first and the last month for which an invoice can be generated now. */
  months_to_bill: z.object({ first: month, last: month }),
});

const shopSummary = shop.extend({
  Tenant: tenant.nullable(),
  ShopBalance: shopBalance,
  /** The tenancies of the shop, newest first. */
  Tenancies: z.array(tenancyOfShop),
  /** Unpaid charges and balances below 0 of all tenancies. */
  total_owed: rupeesOut,
  /** Received cheques that count later, which `total_owed` still contains; missing if there are none. */
  promised_cheques: promisedCheques.optional(),
  Payments: z.array(payment),
  /** Void payments. They are not in `Payments`, so that the sum of that list is the amount paid. */
  VoidedPayments: z.array(voidedPayment),
  Invoices: z.array(invoice.extend({ ...invoiceCharges, Allocations: z.array(invoiceAllocation) })),
});
export type ShopSummary = z.output<typeof shopSummary>;

const statementLine = z.object({
  date: instant,
  kind: z.enum([
    'invoice',
    'payment',
    'correction',
    'fine',
    'fine_removed',
    'balance',
    'transfer',
    'refund',
    'write_off',
    'deposit_applied',
    'credit_note',
    'debit_note',
  ]),
  /** The text in the language of the request. */
  text: z.string(),
  /** The text in the language of the tenancy. */
  paper_text: z.string(),
  invoice_id: z.string().nullable(),
  payment_id: z.int().nullable(),
  charged: rupeesOut.nullable(),
  paid: rupeesOut.nullable(),
  /** The amount of a void payment, which changes no balance. */
  voided: rupeesOut.nullable(),
  /** The amount that the market owes the tenant after this line; below 0 if the tenant owes the market. */
  balance: rupeesOut,
});
export type StatementLine = z.output<typeof statementLine>;

export const statementPeriodIn = { from: orNone(dayText), to: orNone(dayText) };

/** A balance below 0 is due from the tenant. */
const statement = z.object({
  ...tenantPageOut,
  shop_id: z.string(),
  shop_name: z.string(),
  location: z.string(),
  tenancy_id: z.int(),
  tenant_name: z.string(),
  tenant_address: z.string(),
  tenant_email: z.string().nullable(),
  language: z.enum(languages),
  started_on: dayText,
  ended_on: dayText.nullable(),
  today: dayText,
  from: dayText.nullable(),
  to: dayText.nullable(),
  opening_balance: rupeesOut,
  charged: rupeesOut,
  paid: rupeesOut,
  closing_balance: rupeesOut,
  /** The lines, oldest first. */
  lines: z.array(statementLine),
  /** How to pay all that the tenancy owes now, whatever the period; null when it owes nothing or has no bill. */
  how_to_pay: howToPay.nullable(),
  centre: z.object({ name: z.string(), address: z.string(), phones: z.array(z.string()), bank: z.string() }),
});
export type Statement = z.output<typeof statement>;

/** Every field is required when a shop is added; an edit requires all but the id (specification 1, section 5). */
const shopFields = z.object({
  shop_name: lineText(80),
  location: lineText(120),
  rent_amount: amountIn,
  vat_rate: percentIn,
  operation_fee: amountIn,
});
export type ShopFields = z.output<typeof shopFields>;

/** By default the new terms apply from the first month that is not billed yet. */
const editedShop = shopFields.extend({ from_month: orNone(month), reason: optionalLine(200).optional() });
export type EditedShopFields = z.output<typeof editedShop>;

const newShop = shopFields.extend({ shop_id: shopIdIn });
export type NewShop = z.output<typeof newShop>;

const message = z.string();
const one = z.object({ id: shopIdIn });

export const shops = {
  list: call({
    method: 'GET',
    path: '/api/shops',
    permission: 'books.read',
    summary: 'List all shops by ID.',
    answer: z.array(
      shop.extend({ tenant_name: z.string().nullable(), balance_amount: rupeesOut, amount_due: rupeesOut }),
    ),
    refusals: [],
  }),
  withoutTenants: call({
    method: 'GET',
    path: '/api/shops/without-tenants',
    permission: 'books.read',
    summary: 'List shops without a tenant.',
    answer: z.array(shop),
    refusals: [],
  }),
  get: call({
    method: 'GET',
    path: '/api/shops/:id',
    permission: 'books.read',
    summary: 'Get a shop.',
    params: one,
    answer: shop,
    refusals: ['shop_not_found'],
  }),
  add: call({
    method: 'POST',
    path: '/api/shops',
    permission: 'books.write',
    writes: 'once',
    summary: 'Add a shop.',
    body: newShop,
    answer: z.object({ message, shopId: z.string(), shop }),
    status: 201,
    refusals: ['shop_exists'],
  }),
  edit: call({
    method: 'PUT',
    path: '/api/shops/:id',
    permission: 'books.write',
    writes: 'versioned',
    summary: 'Change a shop. Its terms change from a month on, by default the first that is not billed yet.',
    params: one,
    body: editedShop,
    answer: z.object({ message, shop }),
    refusals: ['shop_not_found', ...guarded],
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/shops/:id',
    permission: 'books.write',
    writes: 'once',
    summary: 'Delete a shop without invoices and payments, together with its tenant.',
    params: one,
    answer: z.object({ message }),
    refusals: ['shop_not_found', 'shop_has_books', ...guarded],
  }),
  summary: call({
    method: 'GET',
    path: '/api/shops/shop-summary/:id',
    permission: 'books.read',
    summary: 'Get a shop with its tenant, balance, payments, and invoices with charges, newest first.',
    params: one,
    /** The shop, also as `shop`, because the specification says only that the answer is the shop. */
    answer: shopSummary.extend({ shop: shopSummary }),
    refusals: ['shop_not_found'],
  }),
  statement: call({
    method: 'GET',
    path: '/api/shops/:id/statement',
    permission: 'books.read',
    summary:
      'Get the statement of a tenancy of a shop, oldest entry first, with the running balance: all entries or those of a period.',
    params: one,
    query: z.object({ ...tenancyIn, ...statementPeriodIn }),
    answer: statement,
    refusals: ['shop_not_found', 'tenancy_not_found', 'shop_has_no_tenant'],
  }),
  statementPdf: call({
    method: 'GET',
    path: '/api/shops/:id/statement/pdf',
    permission: 'books.read',
    summary: 'Get the statement of a tenancy of a shop as PDF, as it is emailed.',
    params: one,
    query: z.object({ ...tenancyIn, ...statementPeriodIn }),
    answer: z.string(),
    file: ['pdf'],
    refusals: ['shop_not_found', 'tenancy_not_found', 'shop_has_no_tenant'],
  }),
  setBalance: call({
    method: 'PUT',
    path: '/api/systemsetting/shop-balance/:id',
    permission: 'books.write',
    writes: 'versioned',
    summary: 'Set the balance of a tenancy of a shop. A balance above 0 pays open charges at once.',
    params: one,
    query: dryRunQuery,
    body: z.object({ balance_amount: rupeesIn, reason: lineText(200).optional(), ...tenancyIn, ...waivedFines }),
    versionFields: ['balance_amount'],
    answer: z.object({ message, data: shopBalance.extend({ shop_id: z.string() }), ...moneyEffect }),
    refusals: ['shop_not_found', 'tenancy_not_found', 'shop_has_no_tenant', ...guarded],
  }),
};
