/**
 * The entries of a tenancy's ledger. They are appended and never edited. Deleting an entry voids it (docs/rules.md,
 * Principle).
 */
import type { Instant, Month } from './calendar.ts';
import type { Cents } from './money.ts';
import type { RentRules } from './rent-rules.ts';

/** The id of an entry. An entry that is recorded later has a higher id. */
export type LedgerEntryId = number;

/** The kinds of charges, in the order in which they are paid. */
export type ChargeKind = 'VAT' | 'OperationFee' | 'Rent' | 'Other' | 'Fine';

interface Recorded {
  id: LedgerEntryId;
  /**
   * The instant at which the entry takes effect. An invoice takes effect at `invoiceEffectiveAt`, and a correction with
   * its payment. A payment for an earlier day takes effect at 11:00 of that day. Any other entry takes effect when it
   * is recorded.
   */
  at: Instant;
  /** The id of the entry that this one directly follows among entries of the same instant. */
  place?: LedgerEntryId;
}

/**
 * An invoice. Its VAT is computed once, when it is generated. Its rent rules are those that applied to its month at
 * that time.
 */
export interface InvoiceEntry extends Recorded, RentRules {
  kind: 'invoice';
  month: Month;
  generatedAt: Instant;
  rentCents: Cents;
  operationFeeCents: Cents;
  vatCents: Cents;
  /** Electricity, water and the like; `line` is 1 for the first. */
  otherCharges?: readonly { line: number; cents: Cents }[];
}

/** A payment; its amount is above 0. */
export interface PaymentEntry extends Recorded {
  kind: 'payment';
  cents: Cents;
}

/** A correction of a payment: the actual amount less the amount recorded so far. */
export interface CorrectionEntry extends Recorded {
  kind: 'correction';
  paymentId: LedgerEntryId;
  cents: Cents;
}

/**
 * A change to the balance, below 0 when the balance falls. A balance that is set is stored as the difference from the
 * previous balance.
 */
export interface BalanceEntry extends Recorded {
  kind: BalanceChange;
  cents: Cents;
  /** The charges of all invoices recorded before this entry, if it opens the ledger (docs/rules.md, Opening). */
  opening?: readonly OpenedCharge[];
}

/**
 * A charge as another system left it. Only a fine has an amount here, because the invoice entry has the amounts of the
 * other charges.
 */
export interface OpenedCharge {
  invoiceId: LedgerEntryId;
  kind: Exclude<ChargeKind, 'Other'>;
  paidCents: Cents;
  /** The instant of the last payment of this charge; null if nothing was paid or the instant is unknown. */
  paidAt: Instant | null;
  isUnderArrest: boolean;
  fine?: { cents: Cents; aroseAt: Instant };
}

export const balanceChanges = ['balance', 'transfer', 'refund', 'write-off', 'deposit applied'] as const;
export type BalanceChange = (typeof balanceChanges)[number];

/** A movement of the deposit by an amount above 0. The balance does not contain the deposit. */
export interface DepositEntry extends Recorded {
  kind: 'deposit received' | 'deposit refunded';
  cents: Cents;
}

/** A note that lowers or raises a charge of an invoice by an amount above 0. */
export interface NoteEntry extends Recorded {
  kind: 'credit note' | 'debit note';
  invoiceId: LedgerEntryId;
  charge: ChargeKind;
  /** The line number of a charge of kind Other; 0 for charges of other kinds. */
  line: number;
  cents: Cents;
}

export interface InvoiceActionEntry extends Recorded {
  kind: 'fine applied' | 'fine removed' | 'invoice arrested' | 'fine arrested';
  invoiceId: LedgerEntryId;
}

export type LedgerEntry =
  | InvoiceEntry
  | PaymentEntry
  | CorrectionEntry
  | BalanceEntry
  | DepositEntry
  | NoteEntry
  | InvoiceActionEntry;

/** Returns the entry that opened the ledger with charges of another system; undefined if there is none. */
export function findOpening(entries: readonly LedgerEntry[]): BalanceEntry | undefined {
  return entries.find((entry): entry is BalanceEntry => 'opening' in entry && entry.opening !== undefined);
}

/** Returns the entries sorted by `ledgerOrder`. */
export function inLedgerOrder(entries: readonly LedgerEntry[]): LedgerEntry[] {
  return entries.toSorted(ledgerOrder(findOpening(entries)));
}

/**
 * Returns a function that compares entries by effective instant, then by place and id. Entries recorded before
 * `opening` come before it, and later ones after it, whatever their instants.
 */
export function ledgerOrder(opening: BalanceEntry | undefined): (one: LedgerEntry, other: LedgerEntry) => number {
  const openingId = opening?.id ?? 0;
  const partOf = (entry: LedgerEntry) => Math.sign((entry.place ?? entry.id) - openingId);
  return (one, other) => {
    const parts = openingId === 0 ? 0 : partOf(one) - partOf(other);
    if (parts !== 0) return parts;
    if (one.at !== other.at) return one.at < other.at ? -1 : 1;
    return (one.place ?? one.id) - (other.place ?? other.id) || one.id - other.id;
  };
}
