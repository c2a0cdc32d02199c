import { z } from 'zod';
import { call } from './call.ts';
import { invoice, invoiceAllocation, invoiceCharges } from './invoices.ts';
import { dryRunQuery, moneyEffect, waivedFines } from './money-effects.ts';
import { payment } from './payments.ts';
import {
  amountIn,
  dayText,
  instant,
  lineText,
  percentIn,
  rupeesIn,
  rupeesOut,
  shopIdIn,
  timestamps,
} from './scalars.ts';
import { tenant } from './tenants.ts';

/** A shop with its current rent, operation fee and VAT rate in percent. */
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

/** Credit of the shop; below 0 a debt in addition to its charges. */
const shopBalance = z.object({ balance_amount: rupeesOut, last_updated: instant });

/** The shop summary, with the newest invoices and payments first. */
const shopSummary = shop.extend({
  Tenant: tenant.nullable(),
  ShopBalance: shopBalance,
  /** The shop's debt: unpaid charges, and a balance below 0. */
  total_owed: rupeesOut,
  Payments: z.array(payment),
  Invoices: z.array(invoice.extend({ ...invoiceCharges, Allocations: z.array(invoiceAllocation) })),
});
export type ShopSummary = z.output<typeof shopSummary>;

const statementLine = z.object({
  date: instant,
  kind: z.enum(['invoice', 'payment', 'correction', 'fine', 'balance', 'fine_removed']),
  text: z.string(),
  invoice_id: z.string().nullable(),
  payment_id: z.int().nullable(),
  charged: rupeesOut.nullable(),
  paid: rupeesOut.nullable(),
  /** What the market owes the shop after this line; below 0 the shop owes. */
  balance: rupeesOut,
});
export type StatementLine = z.output<typeof statementLine>;

/** Every field is required when a shop is added; an edit has all but the id (specification 1, section 5). */
const shopFields = z.object({
  shop_name: lineText(80),
  location: lineText(120),
  rent_amount: amountIn,
  vat_rate: percentIn,
  operation_fee: amountIn,
});
export type ShopFields = z.output<typeof shopFields>;

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
    answer: z.array(shop.extend({ tenant_name: z.string().nullable(), balance_amount: rupeesOut })),
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
    summary: 'Change a shop. Rent, VAT rate and operation fee apply from the next invoice on.',
    params: one,
    body: shopFields,
    answer: z.object({ message, shop }),
    refusals: ['shop_not_found'],
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/shops/:id',
    permission: 'books.write',
    summary: 'Delete a shop without invoices and payments, together with its tenant.',
    params: one,
    answer: z.object({ message }),
    refusals: ['shop_not_found', 'shop_has_books'],
  }),
  summary: call({
    method: 'GET',
    path: '/api/shops/shop-summary/:id',
    permission: 'books.read',
    summary: 'Get a shop with its tenant, balance, payments, and invoices with charges, newest first.',
    params: one,
    answer: z.object({ shop: shopSummary }),
    refusals: ['shop_not_found'],
  }),
  statement: call({
    method: 'GET',
    path: '/api/shops/:id/statement',
    permission: 'books.read',
    summary: 'Get the statement of a shop, oldest entry first, with the running balance.',
    params: one,
    answer: z.object({ shop_id: z.string(), today: dayText, lines: z.array(statementLine) }),
    refusals: ['shop_not_found'],
  }),
  setBalance: call({
    method: 'PUT',
    path: '/api/systemsetting/shop-balance/:id',
    permission: 'books.write',
    summary: 'Set the balance of a shop. A balance above 0 pays open charges at once.',
    params: one,
    query: dryRunQuery,
    body: z.object({ balance_amount: rupeesIn, reason: lineText(200).optional(), ...waivedFines }),
    answer: z.object({ message, data: shopBalance.extend({ shop_id: z.string() }), ...moneyEffect }),
    refusals: ['shop_not_found'],
  }),
};
