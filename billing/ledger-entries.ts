/**
 * The entries of a shop's ledger. They are appended and never edited; a deletion voids one (docs/rules.md, Principle).
 */
import type { Instant, Month } from './calendar.ts';
import type { Cents } from './money.ts';

/** A later entry has a higher id. */
export type LedgerEntryId = number;

interface Recorded {
  id: LedgerEntryId;
  /**
   * When it takes effect: payments and corrections at 11:00 of their day, invoices at `invoiceEffectiveAt`, others when
   * recorded.
   */
  at: Instant;
}

/** VAT is computed once, when the invoice is generated. */
export interface InvoiceEntry extends Recorded {
  kind: 'invoice';
  month: Month;
  generatedAt: Instant;
  rentCents: Cents;
  operationFeeCents: Cents;
  vatCents: Cents;
}

/** An amount above 0. */
export interface PaymentEntry extends Recorded {
  kind: 'payment';
  cents: Cents;
}

/** The actual amount of a payment less the amount recorded so far. */
export interface CorrectionEntry extends Recorded {
  kind: 'correction';
  paymentId: LedgerEntryId;
  cents: Cents;
}

/** A balance set to an amount, as the difference from the balance before. */
export interface BalanceEntry extends Recorded {
  kind: 'balance';
  cents: Cents;
}

/** An action on an invoice, or on its fine. */
export interface InvoiceActionEntry extends Recorded {
  kind: 'fine applied' | 'fine removed' | 'invoice arrested' | 'fine arrested';
  invoiceId: LedgerEntryId;
}

export type LedgerEntry = InvoiceEntry | PaymentEntry | CorrectionEntry | BalanceEntry | InvoiceActionEntry;

/** Returns the entries in the order in which they count: by their effective instant, then by id. */
export function inLedgerOrder(entries: readonly LedgerEntry[]): LedgerEntry[] {
  return entries.toSorted((one, other) => {
    if (one.at !== other.at) return one.at < other.at ? -1 : 1;
    return one.id - other.id;
  });
}
