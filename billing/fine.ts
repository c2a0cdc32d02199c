/**
 * A fine is 30 % of the rent of an invoice that is still unpaid when the fine falls due, rounded half up; a fine of
 * 0 cents never stands (books.md, Fines).
 *
 * Worked example: of Rs. 12,345.65 unpaid it is Rs. 3,703.70 (3,703.695 rounded up), of Rs. 0.01 nothing.
 */

import { type Day, dayInMonth, dayNumber, dayOf, type Instant, type Month } from './calendar.ts';
import {
  type Charge,
  type FoldedInvoice,
  findCharge,
  type Ledger,
  unpaidOfCharge,
  unpaidOfInvoice,
  unpaidRentOf,
} from './ledger.ts';
import { type Cents, cents } from './money.ts';

/** Of the unpaid rent, in tenths. */
const FINE_RATE_TENTHS = 3;

/** A person may fine from this day of the invoice's month on. */
const FIRST_FINE_DAY = 16;
/** An open invoice, or an unpaid fine, can be put under arrest after this many days. */
const ARREST_DAYS = 30;

const NONE = cents(0);

/** The fine on that much unpaid rent: floor((3u + 5) / 10) cents. */
export function fineOn(unpaidRentCents: Cents): Cents {
  return cents(Math.floor((FINE_RATE_TENTHS * unpaidRentCents + 5) / 10));
}

/** Why an invoice cannot be fined now. */
export type NoFine = 'rent not overdue' | 'fine exists' | 'no unpaid rent';

/** Why "Apply Fine" is refused on that day; undefined when it is not. */
export function refuseFine(invoice: FoldedInvoice, today: Day): NoFine | undefined {
  if (today < dayInMonth(invoice.month, FIRST_FINE_DAY)) return 'rent not overdue';
  if (findCharge(invoice, 'Fine')) return 'fine exists';
  if (fineOn(unpaidRentOf(invoice)) === 0) return 'no unpaid rent';
  return undefined;
}

/** The invoices that "apply fines" to all fines on that day: past their due day, with unpaid rent, never fined nor pardoned. */
export function overdueInvoices(ledger: Ledger, today: Day): FoldedInvoice[] {
  return finable(ledger).filter((invoice) => today > invoice.dueDay);
}

/** The invoices whose 15th has passed and which are still in time, for their bill was made late. */
export function invoicesWithinGrace(ledger: Ledger, today: Day): FoldedInvoice[] {
  return finable(ledger).filter(({ month, dueDay }) => today >= dayInMonth(month, FIRST_FINE_DAY) && today <= dueDay);
}

/** The invoices that would be fined on that day, had not their fine been removed once. */
export function invoicesWithRemovedFine(ledger: Ledger, today: Day): FoldedInvoice[] {
  return ledger.invoices.filter(
    (invoice) =>
      invoice.wasFineRemoved &&
      !findCharge(invoice, 'Fine') &&
      fineOn(unpaidRentOf(invoice)) > 0 &&
      today > invoice.dueDay,
  );
}

function finable(ledger: Ledger): FoldedInvoice[] {
  return ledger.invoices.filter(
    (invoice) => !invoice.wasFineRemoved && !findCharge(invoice, 'Fine') && fineOn(unpaidRentOf(invoice)) > 0,
  );
}

/** The invoices that the arrest action names on that day: not paid, not yet under arrest, of a month begun 30 days ago. */
export function invoicesToArrest(ledger: Ledger, today: Day): FoldedInvoice[] {
  return ledger.invoices.filter(
    (invoice) =>
      unpaidOfInvoice(invoice) > 0 &&
      !invoice.isUnderArrest &&
      daysSince(firstDay(invoice.month), today) >= ARREST_DAYS,
  );
}

/** The invoices whose fine the arrest action names on that day: not paid, not yet under arrest, fallen due 30 days ago. */
export function finesToArrest(ledger: Ledger, today: Day): FoldedInvoice[] {
  const isArrestable = (fine: Charge) =>
    unpaidOfCharge(fine) > 0 && !fine.isUnderArrest && daysSince(dayOf(fine.aroseAt), today) >= ARREST_DAYS;
  return ledger.invoices.filter((invoice) => {
    const fine = findCharge(invoice, 'Fine');
    return fine !== undefined && isArrestable(fine);
  });
}

/** A fine that one state of the books has and the one before it had not, or had smaller. */
export interface NewFine {
  invoice: FoldedInvoice;
  cents: Cents;
  previousCents: Cents;
  fellDueAt: Instant;
}

/** The fines that are new or higher after a write. */
export function newFines(before: Ledger, after: Ledger): NewFine[] {
  const previous = new Map(before.invoices.map((invoice) => [invoice.id, findCharge(invoice, 'Fine')?.cents]));
  return after.invoices.flatMap((invoice) => {
    const fine = findCharge(invoice, 'Fine');
    const previousCents = previous.get(invoice.id) ?? NONE;
    if (!fine || fine.cents <= previousCents) return [];
    return [{ invoice, cents: fine.cents, previousCents, fellDueAt: fine.aroseAt }];
  });
}

function firstDay(month: Month): Day {
  return dayInMonth(month, 1);
}

function daysSince(earlier: Day, later: Day): number {
  return dayNumber(later) - dayNumber(earlier);
}
