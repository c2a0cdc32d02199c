/** The ledger of a tenancy as computed by `fold`, and sums over it. */
import type { Day, Instant, Month } from './calendar.ts';
import type { ChargeKind, LedgerEntryId } from './ledger-entries.ts';
import { type Cents, cents, sumCents } from './money.ts';

export interface Charge {
  kind: ChargeKind;
  /** The line number of a charge of kind Other; 0 for charges of other kinds. */
  line: number;
  cents: Cents;
  paidCents: Cents;
  /** The instant at which the invoice took effect, or the fine fell due. */
  aroseAt: Instant;
  paidAt: Instant | undefined;
  isUnderArrest: boolean;
}

export interface FoldedInvoice {
  id: LedgerEntryId;
  month: Month;
  at: Instant;
  /**
   * The last day on which the rent can be paid without a fine; later than usual when the invoice was generated late.
   */
  dueDay: Day;
  dueDayOfMonth: Day;
  fineBasisPoints: number;
  /** The charges in the order in which they are paid; a fine comes last. */
  charges: Charge[];
  isUnderArrest: boolean;
  /** True when a fine on this invoice has been removed; a late payment then adds no new fine. */
  wasFineRemoved: boolean;
  /** The part of the rent that debit notes added after the due day. It causes no fine. */
  raisedLateCents: Cents;
}

/** Money that an entry moved to a charge; below 0 when a credit note returned it to the balance. */
export interface Allocation {
  invoiceId: LedgerEntryId;
  kind: ChargeKind;
  line: number;
  cents: Cents;
  at: Instant;
  causeId: LedgerEntryId;
}

export interface Ledger {
  /** The tenant's credit. An amount below 0 is a debt, which the next payment covers first. */
  balanceCents: Cents;
  /** Invoices, oldest month first. */
  invoices: FoldedInvoice[];
  allocations: Allocation[];
  /** The number of fully paid invoices at the beginning of the list. */
  paidInvoices: number;
}

export function unpaidOfCharge(charge: Charge): Cents {
  return cents(charge.cents - charge.paidCents);
}

/** Returns the unpaid amount of all charges of the invoice, its fine included. */
export function unpaidOfInvoice({ charges }: FoldedInvoice): Cents {
  return sumCents(charges.map(unpaidOfCharge));
}

/**
 * Returns the ids of the invoices that a later sum of money will pay in full, if nothing else happens: it covers a debt
 * first, then the oldest month.
 */
export function idsCoveredBy({ balanceCents, invoices }: Ledger, later: Cents): Set<number> {
  let left = later - Math.max(0, -balanceCents);
  const covered = new Set<number>();
  for (const invoice of invoices) {
    const unpaid = unpaidOfInvoice(invoice);
    left -= unpaid;
    if (left < 0) break;
    if (unpaid > 0) covered.add(invoice.id);
  }
  return covered;
}

export function paidOf({ charges }: FoldedInvoice): Cents {
  return sumCents(charges.map((charge) => charge.paidCents));
}

export function findCharge({ charges }: FoldedInvoice, kind: ChargeKind, line = 0): Charge | undefined {
  return charges.find((charge) => charge.kind === kind && charge.line === line);
}

/**
 * Returns the unpaid rent on which a fine is charged. Rent that debit notes added after the due day is excluded, and
 * is treated as paid last.
 */
export function finableRentOf(invoice: FoldedInvoice): Cents {
  const rent = findCharge(invoice, 'Rent');
  return rent ? cents(Math.max(0, unpaidOfCharge(rent) - invoice.raisedLateCents)) : cents(0);
}

/** Returns the unpaid charges plus, if the balance is below 0, the debt that it represents. Never below 0. */
export function totalDebt({ invoices, paidInvoices, balanceCents }: Ledger): Cents {
  return cents(sumCents(invoices.slice(paidInvoices).map(unpaidOfInvoice)) + Math.max(0, -balanceCents));
}

/**
 * Returns whether `all` has the elements of `part`, the same objects in the same order, from position `from` on. It
 * is a loop, because comparing the lists of fifty years with `every` took a quarter of the time of a payment.
 */
export function hasAt<Item>(all: readonly Item[], part: readonly Item[], from = 0): boolean {
  for (let at = 0; at < part.length; at += 1) if (all[from + at] !== part[at]) return false;
  return true;
}

/**
 * Returns the invoices of `after` that are not the same objects as in `before`, each with its state in `before`. A
 * ledger that `foldFrom` computed shares the objects of unchanged invoices with the earlier ledger.
 */
export function changedInvoices(
  before: Pick<Ledger, 'invoices'>,
  after: Pick<Ledger, 'invoices'>,
): { invoice: FoldedInvoice; previous: FoldedInvoice | undefined }[] {
  let shared = 0;
  while (shared < after.invoices.length && after.invoices[shared] === before.invoices[shared]) shared += 1;
  const earlier = new Map(before.invoices.slice(shared).map((invoice) => [invoice.id, invoice]));
  return after.invoices.slice(shared).flatMap((invoice) => {
    const previous = earlier.get(invoice.id);
    return previous === invoice ? [] : [{ invoice, previous }];
  });
}

export interface NewlyPaid {
  invoice: FoldedInvoice;
  kind: ChargeKind;
  line: number;
  cents: Cents;
}

/**
 * Returns the charges of which more is paid in `after` than in `before`, each with the difference, in the order of
 * payment.
 */
export function findNewlyPaid(before: Ledger, after: Ledger): NewlyPaid[] {
  return changedInvoices(before, after).flatMap(({ invoice, previous }) =>
    invoice.charges.flatMap(({ kind, line, paidCents }) => {
      const more = paidCents - ((previous && findCharge(previous, kind, line)?.paidCents) ?? 0);
      return more > 0 ? [{ invoice, kind, line, cents: cents(more) }] : [];
    }),
  );
}
