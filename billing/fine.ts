/**
 * Fines and arrests (docs/rules.md, Fines and Arrest). An arrest marks an unpaid invoice or fine after 30 days and
 * moves no money.
 */

import { type Day, dayNumber, dayOf, firstDayOf, type Instant } from './calendar.ts';
import {
  type Charge,
  changedInvoices,
  type FoldedInvoice,
  finableRentOf,
  findCharge,
  type Ledger,
  unpaidOfCharge,
  unpaidOfInvoice,
} from './ledger.ts';
import { type Cents, cents, percentOf } from './money.ts';

const ARREST_DAYS = 30;

const NONE = cents(0);

/**
 * Returns the fine, rounded half up to a whole cent: 30% of Rs. 12,345.65 is Rs. 3,703.70, and 30% of Rs. 0.01 is 0.
 */
export function fineOn(unpaidRentCents: Cents, fineBasisPoints: number): Cents {
  return percentOf(unpaidRentCents, fineBasisPoints);
}

export function nextFineOf(invoice: FoldedInvoice): Cents {
  return fineOn(finableRentOf(invoice), invoice.fineBasisPoints);
}

export type NoFine = 'rent not overdue' | 'fine exists' | 'no fine rate' | 'no unpaid rent';

/** Returns why "Apply Fine" is refused; undefined when it is allowed. */
export function refuseFine(invoice: FoldedInvoice, today: Day): NoFine | undefined {
  if (today <= invoice.dueDayOfMonth) return 'rent not overdue';
  if (findCharge(invoice, 'Fine')) return 'fine exists';
  if (invoice.fineBasisPoints === 0) return 'no fine rate';
  if (nextFineOf(invoice) === 0) return 'no unpaid rent';
  return undefined;
}

/**
 * Returns the invoices that the action "Apply fines" would fine: past their due day, with a fine above 0 on their
 * unpaid rent, and never fined before.
 */
export function overdueInvoices(ledger: Ledger, today: Day): FoldedInvoice[] {
  return finable(ledger).filter((invoice) => today > invoice.dueDay);
}

/**
 * Returns the invoices that cannot be fined yet only because they were generated late. The regular due day of their
 * month has passed, but their own, later due day has not.
 */
export function invoicesWithinGrace(ledger: Ledger, today: Day): FoldedInvoice[] {
  return finable(ledger).filter(({ dueDayOfMonth, dueDay }) => today > dueDayOfMonth && today <= dueDay);
}

/** Returns the overdue invoices that the action "Apply fines" skips because a fine on them has been removed. */
export function invoicesWithRemovedFine(ledger: Ledger, today: Day): FoldedInvoice[] {
  return ledger.invoices.filter(
    (invoice) =>
      invoice.wasFineRemoved && !findCharge(invoice, 'Fine') && nextFineOf(invoice) > 0 && today > invoice.dueDay,
  );
}

function finable(ledger: Ledger): FoldedInvoice[] {
  return ledger.invoices.filter(
    (invoice) => !invoice.wasFineRemoved && !findCharge(invoice, 'Fine') && nextFineOf(invoice) > 0,
  );
}

/**
 * Returns the invoices to be marked as under arrest: not fully paid, not yet under arrest, past their due day, and of a
 * month that began at least 30 days ago.
 */
export function invoicesToArrest(ledger: Ledger, today: Day): FoldedInvoice[] {
  return ledger.invoices.filter(
    (invoice) =>
      unpaidOfInvoice(invoice) > 0 &&
      !invoice.isUnderArrest &&
      today > invoice.dueDay &&
      daysSince(firstDayOf(invoice.month), today) >= ARREST_DAYS,
  );
}

/**
 * Returns the invoices whose fine is to be marked as under arrest: the fine is not fully paid, not yet under arrest,
 * and fell due at least 30 days ago.
 */
export function finesToArrest(ledger: Ledger, today: Day): FoldedInvoice[] {
  const isArrestable = (fine: Charge) =>
    unpaidOfCharge(fine) > 0 && !fine.isUnderArrest && daysSince(dayOf(fine.aroseAt), today) >= ARREST_DAYS;
  return ledger.invoices.filter((invoice) => {
    const fine = findCharge(invoice, 'Fine');
    return fine !== undefined && isArrestable(fine);
  });
}

export interface NewFine {
  invoice: FoldedInvoice;
  cents: Cents;
  previousCents: Cents;
  fellDueAt: Instant;
}

/** Returns the fines that exist only in `after`, or are higher in `after` than in `before`. */
export function newFines(before: Ledger, after: Ledger): NewFine[] {
  return changedInvoices(before, after).flatMap(({ invoice, previous }) => {
    const fine = findCharge(invoice, 'Fine');
    const previousCents = (previous && findCharge(previous, 'Fine')?.cents) ?? NONE;
    if (!fine || fine.cents <= previousCents) return [];
    return [{ invoice, cents: fine.cents, previousCents, fellDueAt: fine.aroseAt }];
  });
}

function daysSince(earlier: Day, later: Day): number {
  return dayNumber(later) - dayNumber(earlier);
}
