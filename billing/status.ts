/**
 * Statuses follow from paid amounts and arrests alone; nobody sets one (books.md, Statuses).
 *
 * Worked example: rent Rs. 8,000.00 with Rs. 3,000.00 paid is Partially Paid, under arrest it is Arrest, paid in full it
 * is Paid whether under arrest or not.
 */
import { type Charge, type FoldedInvoice, unpaidOfCharge } from './ledger.ts';

export type ChargeStatus = 'Paid' | 'Partially Paid' | 'Unpaid' | 'Arrest';
export type InvoiceStatus = 'Paid' | 'Partially Paid' | 'Unpaid' | 'Arrears';

/** The status of a charge; one of amount 0 is Paid from the start. */
export function chargeStatus(charge: Charge): ChargeStatus {
  if (unpaidOfCharge(charge) === 0) return 'Paid';
  if (charge.isUnderArrest) return 'Arrest';
  return charge.paidCents > 0 ? 'Partially Paid' : 'Unpaid';
}

/** The status of an invoice. */
export function invoiceStatus(invoice: FoldedInvoice): InvoiceStatus {
  if (invoice.charges.every((charge) => unpaidOfCharge(charge) === 0)) return 'Paid';
  if (invoice.isUnderArrest) return 'Arrears';
  return invoice.charges.some((charge) => charge.paidCents > 0) ? 'Partially Paid' : 'Unpaid';
}
