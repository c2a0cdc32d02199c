/** The ledger of a shop, as `fold` computes it, and sums over it. */
import type { Day, Instant, Month } from './calendar.ts';
import type { ChargeKind } from './invoice.ts';
import type { LedgerEntryId } from './ledger-entries.ts';
import { type Cents, cents, sumCents } from './money.ts';

export interface Charge {
  kind: ChargeKind;
  cents: Cents;
  paidCents: Cents;
  /** When the invoice took effect, or the fine fell due. */
  aroseAt: Instant;
  /** When money was last allocated to it. */
  paidAt: Instant | undefined;
  isUnderArrest: boolean;
}

export interface FoldedInvoice {
  id: LedgerEntryId;
  month: Month;
  /** When it takes effect. */
  at: Instant;
  /** The last day on which its rent is in time. */
  dueDay: Day;
  /** In the order in which they are paid; a fine comes last. */
  charges: Charge[];
  isUnderArrest: boolean;
  /** A fine was removed once, so late money brings no other. */
  wasFineRemoved: boolean;
}

/** Money that an entry moved to a charge. */
export interface Allocation {
  invoiceId: LedgerEntryId;
  kind: ChargeKind;
  cents: Cents;
  at: Instant;
  causeId: LedgerEntryId;
}

export interface Ledger {
  /** Credit; below 0 a debt that the next money fills first. */
  balanceCents: Cents;
  /** Oldest month first. */
  invoices: FoldedInvoice[];
  /** In the order of their effect. */
  allocations: Allocation[];
}

export function unpaidOfCharge(charge: Charge): Cents {
  return cents(charge.cents - charge.paidCents);
}

/** Returns the unpaid amount of an invoice, its fine included. */
export function unpaidOfInvoice({ charges }: FoldedInvoice): Cents {
  return sumCents(charges.map(unpaidOfCharge));
}

export function paidOf({ charges }: FoldedInvoice): Cents {
  return sumCents(charges.map((charge) => charge.paidCents));
}

export function findCharge({ charges }: FoldedInvoice, kind: ChargeKind): Charge | undefined {
  return charges.find((charge) => charge.kind === kind);
}

export function unpaidRentOf(invoice: FoldedInvoice): Cents {
  const rent = findCharge(invoice, 'Rent');
  return rent ? unpaidOfCharge(rent) : cents(0);
}

/** Returns the debt of a shop: its unpaid charges, and the amount of a balance below 0. */
export function totalDebt(ledger: Ledger): Cents {
  return cents(sumCents(ledger.invoices.map(unpaidOfInvoice)) + Math.max(0, -ledger.balanceCents));
}

/** How much more of a charge is paid after a write than before it. */
export interface NewlyPaid {
  invoice: FoldedInvoice;
  kind: ChargeKind;
  cents: Cents;
}

/** Returns the charges of which more is paid after a write, in the order in which they are paid. */
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
