/**
 * What happens to the money of one shop. Facts are recorded and never edited; a deletion voids one. The books are a pure
 * function of the standing facts in the order of their effect (books.md, One idea).
 *
 * Worked example: an invoice of October (Rs. 11,980.00), a payment of Rs. 10,000.00 on the 5th, and a correction of that
 * payment by Rs. -1,000.00 are three facts; the fold sees one invoice and one payment of Rs. 9,000.00.
 */
import type { Instant, Month } from './calendar.ts';
import type { Cents } from './money.ts';

/** Names a fact; a fact that was recorded later has a higher one. */
export type LedgerEntryId = number;

interface Recorded {
  id: LedgerEntryId;
  /** When it counts: for payments and corrections 11:00 of their day, for invoices `invoiceEffectiveAt`, else when it was done. */
  at: Instant;
}

/** The bill of a month; its VAT is computed once, when it is generated. */
export interface InvoiceEntry extends Recorded {
  kind: 'invoice';
  month: Month;
  generatedAt: Instant;
  rentCents: Cents;
  operationFeeCents: Cents;
  vatCents: Cents;
}

/** Money that came in, above 0. */
export interface PaymentEntry extends Recorded {
  kind: 'payment';
  cents: Cents;
}

/** What a payment really was, less what was recorded so far; it counts as part of its payment. */
export interface CorrectionEntry extends Recorded {
  kind: 'correction';
  paymentId: LedgerEntryId;
  cents: Cents;
}

/** "Set the balance to X", as the difference from what stood. */
export interface BalanceEntry extends Recorded {
  kind: 'balance';
  cents: Cents;
}

/** Something done to an invoice, or to the fine on it. */
export interface InvoiceActionEntry extends Recorded {
  kind: 'fine applied' | 'fine removed' | 'invoice arrested' | 'fine arrested';
  invoiceId: LedgerEntryId;
}

export type LedgerEntry = InvoiceEntry | PaymentEntry | CorrectionEntry | BalanceEntry | InvoiceActionEntry;

/** The order in which facts count: by their effective instant, then in the order of recording. */
export function inLedgerOrder(entries: readonly LedgerEntry[]): LedgerEntry[] {
  return entries.toSorted((one, other) => {
    if (one.at !== other.at) return one.at < other.at ? -1 : 1;
    return one.id - other.id;
  });
}
