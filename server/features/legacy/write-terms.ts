import { addMonths, firstDayOf } from '#billing/calendar.ts';
import { type Cents, cents, MAX_CENTS, sumCents, writeDecimal } from '#billing/money.ts';
import { termNames } from '#billing/terms.ts';
import { insertTerms, type TermAmounts } from '../terms/queries.ts';
import type { ImportWorld } from './import-world.ts';
import type { LegacyRow } from './legacy-tables.ts';
import { type PlannedInvoice, rateOf } from './plan-charges.ts';
import type { PlannedTenancy } from './plan-tenancies.ts';

const NONE = cents(0);
const HIGHEST_RATE = 10_000;

/** The terms of a shop, limited to values that the office can enter. */
export interface ShopTermColumns {
  rent_cents: Cents;
  vat_rate_basis_points: number;
  operation_fee_cents: Cents;
}

export function termsOfShop(world: ImportWorld, shop: LegacyRow<'shops'>): ShopTermColumns {
  return {
    rent_cents: inRange(world, shop, { column: 'rent_amount', most: MAX_CENTS }),
    vat_rate_basis_points: inRange(world, shop, { column: 'vat_rate', most: HIGHEST_RATE }),
    operation_fee_cents: inRange(world, shop, { column: 'operation_fee', most: MAX_CENTS }),
  };
}

/**
 * Returns an amount in cents or a rate in basis points, limited to the allowed range. Adds a finding if this changes
 * it.
 */
function inRange(
  { findings }: ImportWorld,
  shop: LegacyRow<'shops'>,
  { column, most }: { column: 'rent_amount' | 'vat_rate' | 'operation_fee'; most: number },
): Cents {
  const amount = cents(within(shop[column], most));
  if (amount !== shop[column])
    findings.add(['shops', shop.shop_id], 'terms_out_of_range', `${column} ${writeDecimal(shop[column])}`);
  return amount;
}

/** Writes the terms of each billed month, and the shop's current terms from the month after the last billed one. */
export async function writeTerms(
  { tx, context }: ImportWorld,
  {
    shop,
    tenancyId,
    tenancy,
    invoices,
  }: {
    shop: LegacyRow<'shops'>;
    tenancyId: number;
    tenancy: PlannedTenancy;
    invoices: readonly PlannedInvoice[];
  },
): Promise<void> {
  const current: Required<TermAmounts> = {
    rent: Math.max(0, shop.rent_amount),
    'operation fee': Math.max(0, shop.operation_fee),
    'VAT rate': within(shop.vat_rate, HIGHEST_RATE),
  };
  const billed = invoices.map(({ month, row }) => ({ from: firstDayOf(month), amounts: termsOf(row, shop) }));
  const last = invoices.at(-1)?.month;
  const after = last === undefined ? tenancy.from : addMonths(firstDayOf(last), 1);
  let known: TermAmounts = {};
  for (const { from, amounts } of [...billed, { from: after, amounts: current }]) {
    const before = known;
    const changed = termNames.filter((term) => before[term] !== amounts[term]).map((term) => [term, amounts[term]]);
    await insertTerms(tx, context, { tenancyId, validFrom: from, amounts: Object.fromEntries(changed), reason: '' });
    known = amounts;
  }
}

function termsOf(row: LegacyRow<'invoices'>, shop: LegacyRow<'shops'>): Required<TermAmounts> {
  return {
    rent: Math.max(0, row.rent_amount),
    'operation fee': Math.max(0, row.operation_fee ?? NONE),
    'VAT rate': rateOfInvoice(row, shop),
  };
}

/**
 * Returns the VAT rate of an invoice in basis points. If no rate results in the invoice's VAT, returns the rate of its
 * shop.
 */
export function rateOfInvoice(row: LegacyRow<'invoices'>, { vat_rate }: LegacyRow<'shops'>): number {
  const base = sumCents([row.rent_amount, row.operation_fee ?? NONE]);
  return rateOf(base, row.vat_amount ?? NONE) ?? within(vat_rate, HIGHEST_RATE);
}

function within(amount: number, most: number): number {
  return Math.min(most, Math.max(0, amount));
}
