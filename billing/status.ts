/**
 * Statuses follow from the amounts paid and from arrests, which mark invoices and fines that are unpaid after 30 days.
 * A status is never set directly (docs/rules.md, Statuses).
 */
import { type Charge, type FoldedInvoice, unpaidOfCharge } from './ledger.ts';

export type ChargeStatus = 'Paid' | 'Partially Paid' | 'Unpaid' | 'Arrest';
export type InvoiceStatus = 'Paid' | 'Partially Paid' | 'Unpaid' | 'Arrears';

/** Returns the status of a charge; a charge of 0 is Paid. */
export function chargeStatus(charge: Charge): ChargeStatus {
  if (unpaidOfCharge(charge) === 0) return 'Paid';
  if (charge.isUnderArrest) return 'Arrest';
  return charge.paidCents > 0 ? 'Partially Paid' : 'Unpaid';
}

export function invoiceStatus(invoice: FoldedInvoice): InvoiceStatus {
  if (invoice.charges.every((charge) => unpaidOfCharge(charge) === 0)) return 'Paid';
  if (invoice.isUnderArrest) return 'Arrears';
  return invoice.charges.some((charge) => charge.paidCents > 0) ? 'Partially Paid' : 'Unpaid';
}
