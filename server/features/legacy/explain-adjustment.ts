import { type Cents, cents, parseRupees } from '#billing/money.ts';
import type { LegacyMarket } from './legacy-market.ts';
import { sameId } from './legacy-tables.ts';
import type { PlannedInvoice } from './plan-charges.ts';
import { CORRECTED, loggedAmount, type PlannedMoney } from './plan-payments.ts';
import type { DeletedRecord } from './write-entries.ts';

/** By how much the records of a shop explain that its money differs from its payments, in cents. */
interface Range {
  lowest: number;
  highest: number;
}

interface ShopRecords {
  shopId: string;
  invoices: readonly PlannedInvoice[];
  moneys: readonly PlannedMoney[];
  deleted: readonly DeletedRecord[];
}

const REFUNDED = /^(?:Fine of (-?[\d.]+) refunded|Refunded fine of )/;
const FINED = /\bfine of ([\d.]+) .*\b(?:applied|added)\b/i;
const FINED_INVOICE = / applied to Invoice ID (.+?)(?: by .+)?\.$/;
const BALANCE_SET = /^Shop balance updated by /;
const NONE = cents(0);

/**
 * Returns the part of a shop's adjustment that nothing in its records explains; 0 if they explain all of it. Known
 * reasons are deleted payments, invoices and fines, refunded fines, corrections, charges paid twice or without their
 * invoice, and balances that were set by hand, which explain any amount.
 */
export function unexplainedPart(market: LegacyMarket, records: ShopRecords, adjustment: Cents): Cents {
  if (adjustment === 0) return NONE;
  const { lowest, highest } = explainedRange(market, records);
  if (adjustment < lowest) return cents(adjustment - lowest);
  return adjustment > highest ? cents(adjustment - highest) : NONE;
}

function explainedRange(market: LegacyMarket, { shopId, invoices, moneys, deleted }: ShopRecords): Range {
  const range: Range = { lowest: 0, highest: 0 };
  const fines = finesByInvoice(market, shopId);
  for (const { event_description: text, invoice_id } of market.rows('audit_trail', { shop: shopId })) {
    if (BALANCE_SET.test(text)) return { lowest: Number.NEGATIVE_INFINITY, highest: Number.POSITIVE_INFINITY };
    const refund = REFUNDED.exec(text);
    if (refund) range.lowest -= loggedAmount(refund[1]) ?? fines.get(sameId(invoice_id ?? '')) ?? 0;
    const correction = Math.abs(loggedAmount(CORRECTED.exec(text)?.[3]) ?? 0);
    range.lowest -= correction;
    range.highest += correction;
  }
  const hasDeletedInvoice = deleted.some(({ kind }) => kind === 'invoice');
  const known = new Set(invoices.map(({ row }) => sameId(row.invoice_id)));
  for (const money of moneys) {
    // The log may only have the receipt of a payment. It was then deleted together with an invoice.
    const isDeleted = money.kind === 'payment' && money.deleted !== null;
    if (isDeleted && (money.paymentId !== null || hasDeletedInvoice)) range.highest += money.cents;
    const isForNothing = money.invoiceId !== null && !known.has(sameId(money.invoiceId));
    if (!isDeleted && isForNothing) range.lowest -= Math.abs(money.cents);
  }
  for (const { kind, row } of deleted) range.lowest -= kind === 'fine' ? amount(row.paid_amount) : billed(row, fines);
  for (const { charges } of invoices) for (const { overpaidCents } of charges) range.lowest -= overpaidCents;
  range.lowest -= paidWithoutInvoice(market, shopId, known) + rejectedPayments(market, shopId);
  return range;
}

function amount(value: unknown): number {
  return parseRupees(String(value ?? '')) ?? 0;
}

/** Returns what may have been paid on a deleted invoice: its charges and its fine. */
function billed(row: Record<string, unknown>, fines: ReadonlyMap<string, number>): number {
  const charges = amount(row.rent_amount) + amount(row.operation_fee) + amount(row.vat_amount);
  return charges + (fines.get(sameId(String(row.invoice_id ?? ''))) ?? 0);
}

/** Returns the highest fine that the log has for each invoice. The bulk action of fines logged each fine twice. */
function finesByInvoice(market: LegacyMarket, shopId: string): Map<string, number> {
  const fines = new Map<string, number>();
  for (const { event_description: text, invoice_id } of market.rows('audit_trail', { shop: shopId })) {
    const fine = loggedAmount(FINED.exec(text)?.[1]);
    const invoice = sameId(invoice_id ?? FINED_INVOICE.exec(text)?.[1] ?? '');
    if (fine !== undefined) fines.set(invoice, Math.max(fine, fines.get(invoice) ?? 0));
  }
  return fines;
}

/** Returns what was paid on charges whose invoice does not exist. The report lists each of them. */
function paidWithoutInvoice(market: LegacyMarket, shopId: string, known: ReadonlySet<string>): number {
  let paid = 0;
  for (const table of ['rents', 'operation_fees', 'vat', 'fines'] as const)
    for (const { invoice_id: invoice, paid_amount } of market.rows(table, { shop: shopId }))
      if (paid_amount && !known.has(sameId(invoice)) && !market.find('invoices', { invoice })) paid += paid_amount;
  return paid;
}

/** Returns the sum of negative payments, which are rejected. */
function rejectedPayments(market: LegacyMarket, shopId: string): number {
  let sum = 0;
  for (const { amount_paid } of market.rows('payments', { shop: shopId })) sum += Math.max(0, -amount_paid);
  return sum;
}
