/**
 * Computes the ledger of a tenancy. No other code moves money (docs/rules.md, Fold). Entries are applied in the order
 * in which they take effect. A late or corrected entry therefore leads to the same ledger as one that was recorded
 * correctly at the time.
 *
 * Worked example: October's invoice (VAT 1,800, fee 2,000, rent 8,000; fine rate 30%) is due on the 15th. A payment of
 * Rs. 5,000.00 takes effect on the 20th. First the fine of Rs. 2,400.00 falls due. Then the payment covers VAT, fee and
 * Rs. 1,200.00 of the rent.
 */

import { dayInMonth, dayOf, type Instant } from './calendar.ts';
import { nextFineOf } from './fine.ts';
import { dueDayOf } from './invoice.ts';
import {
  type Allocation,
  type Charge,
  type FoldedInvoice,
  findCharge,
  type Ledger,
  unpaidOfCharge,
  unpaidOfInvoice,
} from './ledger.ts';
import {
  type BalanceEntry,
  type ChargeKind,
  findOpening,
  type InvoiceEntry,
  inLedgerOrder,
  type LedgerEntry,
  type LedgerEntryId,
  ledgerOrder,
  type NoteEntry,
  type OpenedCharge,
} from './ledger-entries.ts';
import { type Cents, cents } from './money.ts';

type Cause = Pick<LedgerEntry, 'id' | 'at' | 'kind'>;

const NONE = cents(0);

/** A ledger with the entries from which it was computed, in ledger order, and what is needed to add further entries. */
export interface Fold {
  entries: readonly LedgerEntry[];
  ledger: Ledger;
  opening: BalanceEntry | undefined;
  /** The sum of the corrections of each payment. */
  corrections: ReadonlyMap<LedgerEntryId, Cents>;
  /** For each invoice, the position in ledger order of the last entry that removes its fine. */
  removals: ReadonlyMap<LedgerEntryId, number>;
  /** The latest instant at which a payment takes effect. */
  lastPaymentAt: Instant | undefined;
}

export const EMPTY_FOLD: Fold = {
  entries: [],
  ledger: { balanceCents: NONE, invoices: [], allocations: [], paidInvoices: 0 },
  opening: undefined,
  corrections: new Map(),
  removals: new Map(),
  lastPaymentAt: undefined,
};

/**
 * Computes a ledger from a tenancy's entries that are not voided, in any order. Throws a RangeError when corrections
 * reduce a payment below 0, or when credit notes reduce a charge below 0.
 */
export function fold(entries: readonly LedgerEntry[]): Ledger {
  return foldFrom(EMPTY_FOLD, entries).ledger;
}

/**
 * Folds the entries of an earlier fold together with the added ones, in any order. Where possible, only the added
 * entries are applied, and the two ledgers then share the invoices that did not change.
 */
export function foldFrom(earlier: Fold, added: readonly LedgerEntry[]): Fold {
  if (!continues(earlier, added)) return foldFrom(EMPTY_FOLD, [...earlier.entries, ...added]);
  const ordered = inLedgerOrder(added);
  const first = earlier.entries.length;
  const corrections = first === 0 ? sumCorrections(ordered) : earlier.corrections;
  const removals = first === 0 ? lastRemovals(ordered) : earlier.removals;
  const opening = findOpening(added);
  const folding = new Folding(earlier.ledger, { removals, opening });
  for (const [at, entry] of ordered.entries()) {
    switch (entry.kind) {
      case 'invoice':
        folding.bill(entry);
        break;
      case 'payment':
        folding.receive(entry, netOf(entry.cents, corrections.get(entry.id)));
        break;
      case 'balance':
      case 'transfer':
      case 'refund':
      case 'write-off':
      case 'deposit applied':
        if (entry.opening) folding.open(entry, entry.opening, first + at);
        else folding.receive(entry, entry.cents);
        break;
      case 'credit note':
      case 'debit note':
        folding.adjustCharge(entry);
        break;
      case 'fine applied':
        folding.applyFine(entry.invoiceId, entry, first + at);
        break;
      case 'invoice arrested':
        folding.arrestInvoice(entry.invoiceId);
        break;
      case 'fine arrested':
        folding.arrestFine(entry.invoiceId);
        break;
      // These entries need no step of their own: a correction is applied with its payment, removals of fines were
      // collected at the start, and the deposit is not part of the balance.
      case 'correction':
      case 'fine removed':
      case 'deposit received':
      case 'deposit refunded':
        break;
    }
  }
  return {
    entries: earlier.entries.concat(ordered),
    ledger: folding.finish(),
    opening: earlier.opening ?? opening,
    corrections,
    removals,
    lastPaymentAt: lastPayment(earlier.lastPaymentAt, ordered),
  };
}

/**
 * Returns true if the added entries can be applied to the earlier fold as they are. They must come after its entries. A
 * correction, a removal of a fine or an entry that opens the ledger changes the effect of earlier entries, so it
 * requires a new fold.
 */
function continues({ entries, opening }: Fold, added: readonly LedgerEntry[]): boolean {
  const last = entries.at(-1);
  if (last === undefined) return true;
  const compare = ledgerOrder(opening);
  return (
    added.every((entry) => compare(last, entry) < 0) &&
    added.every(({ kind }) => kind !== 'correction' && kind !== 'fine removed') &&
    findOpening(added) === undefined
  );
}

function lastPayment(earlier: Instant | undefined, entries: readonly LedgerEntry[]): Instant | undefined {
  const times = entries.flatMap(({ kind, at }) => (kind === 'payment' ? [at] : []));
  return times.reduce((last, at) => (last === undefined || at > last ? at : last), earlier);
}

function netOf(recorded: Cents, corrected: Cents = NONE): Cents {
  const net = cents(recorded + corrected);
  if (net < 0) throw new RangeError(`a payment corrected below 0: ${net}`);
  return net;
}

function sumCorrections(entries: readonly LedgerEntry[]): Map<LedgerEntryId, Cents> {
  const sums = new Map<LedgerEntryId, Cents>();
  for (const entry of entries) {
    if (entry.kind === 'correction') sums.set(entry.paymentId, cents((sums.get(entry.paymentId) ?? 0) + entry.cents));
  }
  return sums;
}

/** For each invoice, returns the position of the last entry that removes its fine. */
function lastRemovals(ordered: readonly LedgerEntry[]): Map<LedgerEntryId, number> {
  const removals = new Map<LedgerEntryId, number>();
  for (const [place, entry] of ordered.entries()) {
    if (entry.kind === 'fine removed') removals.set(entry.invoiceId, place);
  }
  return removals;
}

class Folding {
  readonly ledger: Ledger;
  readonly #removals: ReadonlyMap<LedgerEntryId, number>;
  /**
   * The entry that will open the ledger. Until it is applied, money only changes the balance, and no charge is fined or
   * arrested.
   */
  #opening: BalanceEntry | undefined;
  /** The invoices that are not shared with other folds, so this fold may change them. */
  readonly #own = new Set<FoldedInvoice>();

  constructor(
    { balanceCents, invoices, allocations, paidInvoices }: Ledger,
    { removals, opening }: { removals: ReadonlyMap<LedgerEntryId, number>; opening: BalanceEntry | undefined },
  ) {
    this.ledger = { balanceCents, invoices: [...invoices], allocations: [...allocations], paidInvoices };
    this.#removals = removals;
    this.#opening = opening;
  }

  finish(): Ledger {
    const left = this.ledger.invoices.slice(this.ledger.paidInvoices);
    const paid = left.findIndex((invoice) => unpaidOfInvoice(invoice) !== 0);
    this.ledger.paidInvoices += paid < 0 ? left.length : paid;
    return this.ledger;
  }

  /**
   * Opens the ledger: adds the amount of the entry to the balance, and pays the charges that another system recorded as
   * paid, even if the balance falls below 0. Remaining credit pays other charges without causing fines.
   */
  open(entry: BalanceEntry, charges: readonly OpenedCharge[], place: number): void {
    this.#opening = undefined;
    this.ledger.balanceCents = cents(this.ledger.balanceCents + entry.cents);
    for (const opened of charges) {
      const invoice = this.#find(opened.invoiceId);
      if (invoice) this.#openCharge(invoice, opened, { entry, place });
    }
    this.#allocate({ ...entry, kind: 'write-off' });
    this.#joinAllocations(entry.id);
  }

  /** Merges the allocations that one entry made to the same charge. */
  #joinAllocations(causeId: LedgerEntryId): void {
    const { allocations } = this.ledger;
    for (const allocation of allocations.filter((one) => one.causeId === causeId)) {
      const { invoiceId, kind } = allocation;
      const first = allocations.find(
        (one) => one.causeId === causeId && one.invoiceId === invoiceId && one.kind === kind,
      );
      if (!first || first === allocation) continue;
      first.cents = cents(first.cents + allocation.cents);
      first.at = allocation.at;
      allocations.splice(allocations.indexOf(allocation), 1);
    }
  }

  #openCharge(
    invoice: FoldedInvoice,
    { kind, paidCents, paidAt, isUnderArrest, fine }: OpenedCharge,
    { entry, place }: { entry: BalanceEntry; place: number },
  ): void {
    const isRemoved = (this.#removals.get(invoice.id) ?? -1) > place;
    if (fine && !isRemoved) addFine(invoice, fine.cents, fine.aroseAt);
    const charge = findCharge(invoice, kind);
    if (!charge) return;
    charge.isUnderArrest = isUnderArrest && charge.cents > paidCents;
    if (paidCents > 0) this.#move({ invoice, charge, cause: { ...entry, at: paidAt ?? entry.at } }, paidCents);
  }

  bill(entry: InvoiceEntry): void {
    const invoice: FoldedInvoice = {
      id: entry.id,
      month: entry.month,
      at: entry.at,
      dueDay: this.#opening ? dayInMonth(entry.month, entry.rentDueDay) : dueDayOf(entry),
      dueDayOfMonth: dayInMonth(entry.month, entry.rentDueDay),
      fineBasisPoints: entry.fineBasisPoints,
      charges: [
        newCharge('VAT', entry.vatCents, entry.at),
        newCharge('OperationFee', entry.operationFeeCents, entry.at),
        newCharge('Rent', entry.rentCents, entry.at),
        ...(entry.otherCharges ?? []).map((other) => ({
          ...newCharge('Other', other.cents, entry.at),
          line: other.line,
        })),
      ],
      isUnderArrest: false,
      wasFineRemoved: this.#removals.has(entry.id),
      raisedLateCents: NONE,
    };
    const { invoices } = this.ledger;
    const place = invoices.findLastIndex(({ month }) => month <= entry.month) + 1;
    invoices.splice(place, 0, invoice);
    this.#ownAt(place, invoice);
    this.#allocate(entry);
  }

  receive(cause: Cause, amount: Cents): void {
    this.ledger.balanceCents = cents(this.ledger.balanceCents + amount);
    this.#allocate(cause);
  }

  /** Applies a fine, unless a later entry removes it. `place` is the position of the fine's entry in ledger order. */
  applyFine(invoiceId: LedgerEntryId, cause: Cause, place: number): void {
    const invoice = this.#find(invoiceId);
    if (this.#opening) return;
    if (invoice && place > (this.#removals.get(invoiceId) ?? -1)) fineOnce(invoice, cause.at);
  }

  arrestInvoice(invoiceId: LedgerEntryId): void {
    const invoice = this.#find(invoiceId);
    if (!invoice || unpaidOfInvoice(invoice) === 0) return;
    invoice.isUnderArrest = true;
    if (!this.#opening) for (const charge of invoice.charges) arrest(charge);
  }

  arrestFine(invoiceId: LedgerEntryId): void {
    for (const charge of this.#find(invoiceId)?.charges ?? []) if (charge.kind === 'Fine') arrest(charge);
  }

  /** Lowers or raises a charge. If more has been paid than the lowered amount, the excess returns to the balance. */
  adjustCharge(note: NoteEntry): void {
    const invoice = this.#find(note.invoiceId);
    const charge = invoice && findCharge(invoice, note.charge, note.line);
    if (!charge) return;
    const amount = note.kind === 'debit note' ? charge.cents + note.cents : charge.cents - note.cents;
    if (amount < 0) throw new RangeError(`a charge credited below 0: ${amount}`);
    charge.cents = cents(amount);
    if (charge.kind === 'Rent') raiseLate(invoice, note);
    const returned = charge.paidCents - amount;
    if (returned > 0) {
      charge.paidCents = cents(amount);
      this.ledger.balanceCents = cents(this.ledger.balanceCents + returned);
      const { kind, line } = charge;
      const movement = { invoiceId: invoice.id, kind, line, cents: cents(-returned), at: note.at, causeId: note.id };
      this.ledger.allocations.push(movement);
    }
    this.#allocate(note);
  }

  /**
   * Pays charges from the balance, the oldest month first. Within an invoice the order is VAT, operation fee, rent,
   * other charges, fine.
   */
  #allocate(cause: Cause): void {
    if (this.#opening) return;
    const { paidInvoices } = this.ledger;
    for (const [index, found] of this.ledger.invoices.slice(paidInvoices).entries()) {
      if (this.ledger.balanceCents <= 0) return;
      if (unpaidOfInvoice(found) === 0) continue;
      const invoice = this.#toChange(found, paidInvoices + index);
      if (isLate(invoice, cause) && !invoice.wasFineRemoved) fineOnce(invoice, cause.at);
      for (const charge of invoice.charges) this.#pay(invoice, charge, cause);
    }
  }

  #pay(invoice: FoldedInvoice, charge: Charge, cause: Cause): void {
    const part = cents(Math.min(this.ledger.balanceCents, unpaidOfCharge(charge)));
    if (part > 0) this.#move({ invoice, charge, cause }, part);
  }

  #move({ invoice, charge, cause }: { invoice: FoldedInvoice; charge: Charge; cause: Cause }, part: Cents): void {
    charge.paidCents = cents(charge.paidCents + part);
    charge.paidAt = cause.at;
    this.ledger.balanceCents = cents(this.ledger.balanceCents - part);
    const movement: Allocation = {
      invoiceId: invoice.id,
      kind: charge.kind,
      line: charge.line,
      cents: part,
      at: cause.at,
      causeId: cause.id,
    };
    this.ledger.allocations.push(movement);
  }

  #find(invoiceId: LedgerEntryId): FoldedInvoice | undefined {
    const place = this.ledger.invoices.findIndex(({ id }) => id === invoiceId);
    const invoice = this.ledger.invoices[place];
    return invoice && this.#toChange(invoice, place);
  }

  /** Returns an invoice that this fold may change: the invoice itself, or a copy if another fold shares it. */
  #toChange(invoice: FoldedInvoice, place: number): FoldedInvoice {
    if (this.#own.has(invoice)) return this.#ownAt(place, invoice);
    const own = { ...invoice, charges: invoice.charges.map((charge) => ({ ...charge })) };
    this.ledger.invoices[place] = own;
    return this.#ownAt(place, own);
  }

  #ownAt(place: number, invoice: FoldedInvoice): FoldedInvoice {
    this.#own.add(invoice);
    this.ledger.paidInvoices = Math.min(this.ledger.paidInvoices, place);
    return invoice;
  }
}

function newCharge(kind: ChargeKind, amount: Cents, aroseAt: Instant): Charge {
  return { kind, line: 0, cents: amount, paidCents: NONE, aroseAt, paidAt: undefined, isUnderArrest: false };
}

/**
 * Returns whether money from this entry would pay the invoice late. A payment on the due day is on time. A write-off is
 * not a payment, so it causes no fine.
 */
function isLate(invoice: FoldedInvoice, cause: Cause): boolean {
  return cause.kind !== 'write-off' && dayOf(cause.at) > invoice.dueDay;
}

function raiseLate(invoice: FoldedInvoice, { kind, cents: amount, at }: NoteEntry): void {
  const { raisedLateCents: raised } = invoice;
  if (kind === 'credit note') invoice.raisedLateCents = cents(Math.max(0, raised - amount));
  else if (dayOf(at) > invoice.dueDay) invoice.raisedLateCents = cents(raised + amount);
}

function fineOnce(invoice: FoldedInvoice, at: Instant): void {
  const fine = nextFineOf(invoice);
  const hasFine = invoice.charges.some(({ kind }) => kind === 'Fine');
  if (fine > 0 && !hasFine) addFine(invoice, fine, at);
}

function addFine(invoice: FoldedInvoice, fine: Cents, at: Instant): void {
  invoice.charges.push(newCharge('Fine', fine, at));
}

function arrest(charge: Charge): void {
  if (unpaidOfCharge(charge) > 0) charge.isUnderArrest = true;
}
