/**
 * What an invoice prints of the books at the moment it is generated, with every fact recorded by then. It is kept as it is
 * and never computed again (books.md, Three dates).
 *
 * Worked example: September's rent of Rs. 8,000.00 is open with a fine of Rs. 2,400.00, so nothing is left over and the
 * balance is 0. October's bill of Rs. 11,800.00 prints arrears 8,000, fines 2,400 and a total of 8,000 + 2,400 + 11,800 =
 * Rs. 22,200.00.
 */

import { type Instant, type Month, previousMonth } from './calendar.ts';
import { startOfMonth } from './invoice.ts';
import { findCharge, type Ledger, unpaidOfCharge } from './ledger.ts';
import { type Cents, cents, sumCents } from './money.ts';

/** A payment as it really was. */
export interface PaidAmount {
  at: Instant;
  cents: Cents;
}

export interface InvoiceSnapshot {
  previousBalanceCents: Cents;
  /** Unpaid rent, operation fee and VAT of earlier months, and unpaid fines under arrest. */
  totalArrearsCents: Cents;
  /** Unpaid fines that are not under arrest. */
  finesCents: Cents;
  /** The fine on the invoice of the month before. */
  previousFinesCents: Cents;
  previousTotalCents: Cents;
  previousPaidCents: Cents;
  previousPaidAt: Instant | undefined;
  totalCents: Cents;
}

/** What the new bill is, and what came before it. */
export interface SnapshotInput {
  month: Month;
  /** Rent, operation fee and VAT of the new bill. */
  billCents: Cents;
  /** The newest invoice of an earlier month: its month and the total it printed. */
  previous: { month: Month; totalCents: Cents } | undefined;
  payments: readonly PaidAmount[];
}

/** The snapshot of a shop's books for a new invoice. */
export function takeSnapshot(ledger: Ledger, { month, billCents, previous, payments }: SnapshotInput): InvoiceSnapshot {
  const charges = ledger.invoices.flatMap((invoice) =>
    invoice.charges.map((charge) => ({ ...charge, of: invoice.month })),
  );
  const unpaid = (isIncluded: (charge: (typeof charges)[number]) => boolean) =>
    sumCents(charges.filter(isIncluded).map(unpaidOfCharge));
  const totalArrearsCents = unpaid((one) => (one.kind === 'Fine' ? one.isUnderArrest : one.of < month));
  const finesCents = unpaid((one) => one.kind === 'Fine' && !one.isUnderArrest);
  const paid = previous ? paidBetween(payments, startOfMonth(previous.month), startOfMonth(month)) : [];
  const monthBefore = ledger.invoices.find((invoice) => invoice.month === previousMonth(month));
  return {
    previousBalanceCents: ledger.balanceCents,
    totalArrearsCents,
    finesCents,
    previousFinesCents: (monthBefore && findCharge(monthBefore, 'Fine')?.cents) ?? cents(0),
    previousTotalCents: previous?.totalCents ?? cents(0),
    previousPaidCents: sumCents(paid.map((payment) => payment.cents)),
    previousPaidAt: paid.at(-1)?.at,
    totalCents: cents(Math.max(0, totalArrearsCents + finesCents + billCents - ledger.balanceCents)),
  };
}

/** The payments from one instant, itself included, to another, itself not; oldest first. */
function paidBetween(payments: readonly PaidAmount[], from: Instant, until: Instant): PaidAmount[] {
  return payments
    .filter(({ at }) => at >= from && at < until)
    .toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
}
