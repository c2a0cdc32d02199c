/**
 * The books of one shop as the fold gives them: what each charge has been paid, by which money, and what is left over.
 *
 * Worked example: an invoice of Rs. 11,800.00 (VAT 1,800, fee 2,000, rent 8,000) and a payment of Rs. 3,000.00 give VAT
 * paid in full, Rs. 1,200.00 of the fee, nothing of the rent, and a balance of 0.
 */
import type { Day, Instant, Month } from './calendar.ts';
import type { ChargeKind } from './invoice.ts';
import type { LedgerEntryId } from './ledger-entries.ts';
import { type Cents, cents, sumCents } from './money.ts';

/** A part of an invoice. */
export interface Charge {
  kind: ChargeKind;
  cents: Cents;
  paidCents: Cents;
  /** When the invoice stood, or the fine fell due. */
  aroseAt: Instant;
  /** When money last came to it. */
  paidAt: Instant | undefined;
  isUnderArrest: boolean;
}

export interface FoldedInvoice {
  id: LedgerEntryId;
  month: Month;
  /** When it stands in the books. */
  at: Instant;
  /** The last day on which its rent is in time. */
  dueDay: Day;
  /** In the order in which money fills them; a fine comes last. */
  charges: Charge[];
  isUnderArrest: boolean;
  /** A fine was taken away once: none comes back by itself. */
  wasFineRemoved: boolean;
}

/** Money that went to a charge because of a fact. */
export interface Allocation {
  invoiceId: LedgerEntryId;
  kind: ChargeKind;
  cents: Cents;
  at: Instant;
  causeId: LedgerEntryId;
}

export interface Ledger {
  /** What is left over; below 0 a debt that the next money fills first. */
  balanceCents: Cents;
  /** Oldest month first. */
  invoices: FoldedInvoice[];
  /** In the order in which they happened. */
  allocations: Allocation[];
}

/** What a charge still owes. */
export function unpaidOfCharge(charge: Charge): Cents {
  return cents(charge.cents - charge.paidCents);
}

/** What an invoice still owes, its fine included. */
export function unpaidOfInvoice({ charges }: FoldedInvoice): Cents {
  return sumCents(charges.map(unpaidOfCharge));
}

/** What was paid to an invoice. */
export function paidOf({ charges }: FoldedInvoice): Cents {
  return sumCents(charges.map((charge) => charge.paidCents));
}

/** The charge of that kind, if the invoice has one. */
export function findCharge({ charges }: FoldedInvoice, kind: ChargeKind): Charge | undefined {
  return charges.find((charge) => charge.kind === kind);
}

/** What the rent of an invoice still owes. */
export function unpaidRentOf(invoice: FoldedInvoice): Cents {
  const rent = findCharge(invoice, 'Rent');
  return rent ? unpaidOfCharge(rent) : cents(0);
}

/** What a shop owes in all: its unpaid charges, and a balance below 0. */
export function totalDebt(ledger: Ledger): Cents {
  return cents(sumCents(ledger.invoices.map(unpaidOfInvoice)) + Math.max(0, -ledger.balanceCents));
}

/** How much more of a charge is paid in one state of the books than in another. */
export interface NewlyPaid {
  invoice: FoldedInvoice;
  kind: ChargeKind;
  cents: Cents;
}

/** The charges of which more is paid after a write than before it, in the order in which money fills them. */
export function findNewlyPaid(before: Ledger, after: Ledger): NewlyPaid[] {
  const earlier = new Map(before.invoices.map((invoice) => [invoice.id, invoice]));
  return after.invoices.flatMap((invoice) =>
    invoice.charges.flatMap(({ kind, paidCents }) => {
      const previous = earlier.get(invoice.id);
      const more = paidCents - ((previous && findCharge(previous, kind)?.paidCents) ?? 0);
      return more > 0 ? [{ invoice, kind, cents: cents(more) }] : [];
    }),
  );
}
