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
  type Books,
  type Charge,
  type FoldedInvoice,
  owedOf,
  unpaidOf,
  unpaidRentOf,
} from './ledger.ts';
import { type Fact, type FactId, type InvoiceFact, inOrder } from './ledger-entries.ts';
import { type Cents, cents } from './money.ts';

/** What causes a movement: the fact and its instant. */
type Cause = Pick<Fact, 'id' | 'at'>;

const NONE = cents(0);

/** The books that a shop's standing facts give, in whatever order they come. */
export function fold(facts: readonly Fact[]): Books {
  const ordered = inOrder(facts);
  const ledger = new Ledger(lastRemovals(ordered));
  const corrections = sumCorrections(ordered);
  for (const [place, fact] of ordered.entries()) {
    switch (fact.kind) {
      case 'invoice':
        ledger.bill(fact);
        break;
      case 'payment':
        ledger.receive(fact, netOf(fact.cents, corrections.get(fact.id)));
        break;
      case 'balance':
        ledger.receive(fact, fact.cents);
        break;
      case 'fine applied':
        ledger.applyFine(fact.invoiceId, fact, place);
        break;
      case 'invoice arrested':
        ledger.arrestInvoice(fact.invoiceId);
        break;
      case 'fine arrested':
        ledger.arrestFine(fact.invoiceId);
        break;
      // A correction counts in its payment; a removal counts from the start.
      case 'correction':
      case 'fine removed':
        break;
    }
  }
  return ledger.books;
}

/** What a payment really was: its corrections added, never below 0. */
function netOf(recorded: Cents, corrected: Cents = NONE): Cents {
  const net = cents(recorded + corrected);
  if (net < 0) throw new RangeError(`a payment corrected below 0: ${net}`);
  return net;
}

/** The corrections of each payment, added up. */
function sumCorrections(facts: readonly Fact[]): Map<FactId, Cents> {
  const sums = new Map<FactId, Cents>();
  for (const fact of facts) {
    if (fact.kind === 'correction') sums.set(fact.paymentId, cents((sums.get(fact.paymentId) ?? 0) + fact.cents));
  }
  return sums;
}

/** Where in the order the last removal of a fine stands, by invoice. */
function lastRemovals(ordered: readonly Fact[]): Map<FactId, number> {
  const removals = new Map<FactId, number>();
  for (const [place, fact] of ordered.entries()) {
    if (fact.kind === 'fine removed') removals.set(fact.invoiceId, place);
  }
  return removals;
}

/** The books while they are being written. */
class Ledger {
  readonly books: Books = { balanceCents: NONE, invoices: [], allocations: [] };
  readonly #removals: ReadonlyMap<FactId, number>;

  constructor(removals: ReadonlyMap<FactId, number>) {
    this.#removals = removals;
  }

  /** An invoice comes in; what is left over goes to it. */
  bill(fact: InvoiceFact): void {
    const invoice: FoldedInvoice = {
      id: fact.id,
      month: fact.month,
      at: fact.at,
      dueDay: dueDayOf(fact),
      charges: [
        newCharge('VAT', fact.vatCents, fact.at),
        newCharge('OperationFee', fact.operationFeeCents, fact.at),
        newCharge('Rent', fact.rentCents, fact.at),
      ],
      isUnderArrest: false,
      wasFineRemoved: this.#removals.has(fact.id),
    };
    const { invoices } = this.books;
    const place = invoices.findLastIndex(({ month }) => month <= fact.month) + 1;
    invoices.splice(place, 0, invoice);
    this.#allocate(fact);
  }

  /** Money comes in, or goes when the balance is set lower. */
  receive(cause: Cause, amount: Cents): void {
    this.books.balanceCents = cents(this.books.balanceCents + amount);
    this.#allocate(cause);
  }

  /** A person fines an invoice; not when the fine was taken away later, for then it never was. */
  applyFine(invoiceId: FactId, cause: Cause, place: number): void {
    const invoice = this.#find(invoiceId);
    if (invoice && place > (this.#removals.get(invoiceId) ?? -1)) fineOnce(invoice, cause.at);
  }

  arrestInvoice(invoiceId: FactId): void {
    const invoice = this.#find(invoiceId);
    if (!invoice || unpaidOf(invoice) === 0) return;
    invoice.isUnderArrest = true;
    for (const charge of invoice.charges) arrest(charge);
  }

  arrestFine(invoiceId: FactId): void {
    for (const charge of this.#find(invoiceId)?.charges ?? []) if (charge.kind === 'Fine') arrest(charge);
  }

  /** Lets money flow while there is any: oldest month first; within one VAT, operation fee, rent, fine. */
  #allocate(cause: Cause): void {
    for (const invoice of this.books.invoices) {
      if (this.books.balanceCents <= 0) return;
      if (unpaidOf(invoice) === 0) continue;
      if (isLate(invoice, cause) && !invoice.wasFineRemoved) fineOnce(invoice, cause.at);
      for (const charge of invoice.charges) this.#pay(invoice, charge, cause);
    }
  }

  #pay(invoice: FoldedInvoice, charge: Charge, cause: Cause): void {
    const part = cents(Math.min(this.books.balanceCents, owedOf(charge)));
    if (part <= 0) return;
    charge.paidCents = cents(charge.paidCents + part);
    charge.paidAt = cause.at;
    this.books.balanceCents = cents(this.books.balanceCents - part);
    const movement: Allocation = {
      invoiceId: invoice.id,
      kind: charge.kind,
      cents: part,
      at: cause.at,
      causeId: cause.id,
    };
    this.books.allocations.push(movement);
  }

  #find(invoiceId: FactId): FoldedInvoice | undefined {
    return this.books.invoices.find(({ id }) => id === invoiceId);
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
  if (owedOf(charge) > 0) charge.isUnderArrest = true;
}
