/**
 * The books of a shop, computed from what happened to it: the only code that moves money (books.md, One idea, The order
 * of facts, Fines, Arrest). Facts are taken in the order of their effect, so what is entered late, corrected or voided
 * gives the books that would stand had it been known from the start.
 *
 * Worked example: October's invoice (VAT 1,800, fee 2,000, rent 8,000) is due on the 15th. Rs. 5,000.00 on the 20th come
 * late: first the fine of 30 % of Rs. 8,000.00 falls due, Rs. 2,400.00; then the money fills VAT (1,800), fee (2,000) and
 * Rs. 1,200.00 of the rent. Still owed: rent 6,800, fine 2,400.
 */

import { dayOf, type Instant } from './calendar.ts';
import { fineOn } from './fine.ts';
import { type ChargeKind, dueDayOf } from './invoice.ts';
import {
  type Allocation,
  type Charge,
  type FoldedInvoice,
  type Ledger,
  unpaidOfCharge,
  unpaidOfInvoice,
  unpaidRentOf,
} from './ledger.ts';
import { type InvoiceEntry, inLedgerOrder, type LedgerEntry, type LedgerEntryId } from './ledger-entries.ts';
import { type Cents, cents } from './money.ts';

/** What causes a movement: the fact and its instant. */
type Cause = Pick<LedgerEntry, 'id' | 'at'>;

const NONE = cents(0);

/** The books that a shop's standing facts give, in whatever order they come. */
export function fold(entries: readonly LedgerEntry[]): Ledger {
  const ordered = inLedgerOrder(entries);
  const folding = new Folding(lastRemovals(ordered));
  const corrections = sumCorrections(ordered);
  for (const [place, entry] of ordered.entries()) {
    switch (entry.kind) {
      case 'invoice':
        folding.bill(entry);
        break;
      case 'payment':
        folding.receive(entry, netOf(entry.cents, corrections.get(entry.id)));
        break;
      case 'balance':
        folding.receive(entry, entry.cents);
        break;
      case 'fine applied':
        folding.applyFine(entry.invoiceId, entry, place);
        break;
      case 'invoice arrested':
        folding.arrestInvoice(entry.invoiceId);
        break;
      case 'fine arrested':
        folding.arrestFine(entry.invoiceId);
        break;
      // A correction counts in its payment; a removal counts from the start.
      case 'correction':
      case 'fine removed':
        break;
    }
  }
  return folding.ledger;
}

/** What a payment really was: its corrections added, never below 0. */
function netOf(recorded: Cents, corrected: Cents = NONE): Cents {
  const net = cents(recorded + corrected);
  if (net < 0) throw new RangeError(`a payment corrected below 0: ${net}`);
  return net;
}

/** The corrections of each payment, added up. */
function sumCorrections(entries: readonly LedgerEntry[]): Map<LedgerEntryId, Cents> {
  const sums = new Map<LedgerEntryId, Cents>();
  for (const entry of entries) {
    if (entry.kind === 'correction') sums.set(entry.paymentId, cents((sums.get(entry.paymentId) ?? 0) + entry.cents));
  }
  return sums;
}

/** Where in the order the last removal of a fine stands, by invoice. */
function lastRemovals(ordered: readonly LedgerEntry[]): Map<LedgerEntryId, number> {
  const removals = new Map<LedgerEntryId, number>();
  for (const [place, entry] of ordered.entries()) {
    if (entry.kind === 'fine removed') removals.set(entry.invoiceId, place);
  }
  return removals;
}

/** The books while they are being written. */
class Folding {
  readonly ledger: Ledger = { balanceCents: NONE, invoices: [], allocations: [] };
  readonly #removals: ReadonlyMap<LedgerEntryId, number>;

  constructor(removals: ReadonlyMap<LedgerEntryId, number>) {
    this.#removals = removals;
  }

  /** An invoice comes in; what is left over goes to it. */
  bill(entry: InvoiceEntry): void {
    const invoice: FoldedInvoice = {
      id: entry.id,
      month: entry.month,
      at: entry.at,
      dueDay: dueDayOf(entry),
      charges: [
        newCharge('VAT', entry.vatCents, entry.at),
        newCharge('OperationFee', entry.operationFeeCents, entry.at),
        newCharge('Rent', entry.rentCents, entry.at),
      ],
      isUnderArrest: false,
      wasFineRemoved: this.#removals.has(entry.id),
    };
    const { invoices } = this.ledger;
    const place = invoices.findLastIndex(({ month }) => month <= entry.month) + 1;
    invoices.splice(place, 0, invoice);
    this.#allocate(entry);
  }

  /** Money comes in, or goes when the balance is set lower. */
  receive(cause: Cause, amount: Cents): void {
    this.ledger.balanceCents = cents(this.ledger.balanceCents + amount);
    this.#allocate(cause);
  }

  /** A person fines an invoice; not when the fine was taken away later, for then it never was. */
  applyFine(invoiceId: LedgerEntryId, cause: Cause, place: number): void {
    const invoice = this.#find(invoiceId);
    if (invoice && place > (this.#removals.get(invoiceId) ?? -1)) fineOnce(invoice, cause.at);
  }

  arrestInvoice(invoiceId: LedgerEntryId): void {
    const invoice = this.#find(invoiceId);
    if (!invoice || unpaidOfInvoice(invoice) === 0) return;
    invoice.isUnderArrest = true;
    for (const charge of invoice.charges) arrest(charge);
  }

  arrestFine(invoiceId: LedgerEntryId): void {
    for (const charge of this.#find(invoiceId)?.charges ?? []) if (charge.kind === 'Fine') arrest(charge);
  }

  /** Lets money flow while there is any: oldest month first; within one VAT, operation fee, rent, fine. */
  #allocate(cause: Cause): void {
    for (const invoice of this.ledger.invoices) {
      if (this.ledger.balanceCents <= 0) return;
      if (unpaidOfInvoice(invoice) === 0) continue;
      if (isLate(invoice, cause) && !invoice.wasFineRemoved) fineOnce(invoice, cause.at);
      for (const charge of invoice.charges) this.#pay(invoice, charge, cause);
    }
  }

  #pay(invoice: FoldedInvoice, charge: Charge, cause: Cause): void {
    const part = cents(Math.min(this.ledger.balanceCents, unpaidOfCharge(charge)));
    if (part <= 0) return;
    charge.paidCents = cents(charge.paidCents + part);
    charge.paidAt = cause.at;
    this.ledger.balanceCents = cents(this.ledger.balanceCents - part);
    const movement: Allocation = {
      invoiceId: invoice.id,
      kind: charge.kind,
      cents: part,
      at: cause.at,
      causeId: cause.id,
    };
    this.ledger.allocations.push(movement);
  }

  #find(invoiceId: LedgerEntryId): FoldedInvoice | undefined {
    return this.ledger.invoices.find(({ id }) => id === invoiceId);
  }
}

function newCharge(kind: ChargeKind, amount: Cents, aroseAt: Instant): Charge {
  return { kind, cents: amount, paidCents: NONE, aroseAt, paidAt: undefined, isUnderArrest: false };
}

/** The money comes after the due day; the day itself is in time. */
function isLate(invoice: FoldedInvoice, cause: Cause): boolean {
  return dayOf(cause.at) > invoice.dueDay;
}

/** The fine falls due, unless one stands or the unpaid rent is too little for one. */
function fineOnce(invoice: FoldedInvoice, at: Instant): void {
  const fine = fineOn(unpaidRentOf(invoice));
  const hasFine = invoice.charges.some(({ kind }) => kind === 'Fine');
  if (fine > 0 && !hasFine) invoice.charges.push(newCharge('Fine', fine, at));
}

function arrest(charge: Charge): void {
  if (unpaidOfCharge(charge) > 0) charge.isUnderArrest = true;
}
