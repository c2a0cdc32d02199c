/**
 * The figures of the ledger that an invoice shows, as of the moment it is generated. They are stored and never
 * recomputed (docs/rules.md, Charges of an invoice).
 */

import { type Instant, type Month, previousMonth } from './calendar.ts';
import { startOfMonth } from './invoice.ts';
import { findCharge, type Ledger, unpaidOfCharge } from './ledger.ts';
import { type Cents, cents, sumCents } from './money.ts';

/** A payment with its corrections. */
export interface PaidAmount {
  at: Instant;
  cents: Cents;
}

export interface InvoiceSnapshot {
  previousBalanceCents: Cents;
  /**
   * Unpaid rent, operation fee, VAT and other charges of earlier months, and those fines of earlier months that are
   * unpaid and under arrest.
   */
  totalArrearsCents: Cents;
  /** Unpaid fines of earlier months that are not under arrest. */
  finesCents: Cents;
  /** The fine on the invoice of the previous month. */
  previousFinesCents: Cents;
  previousTotalCents: Cents;
  previousPaidCents: Cents;
  previousPaidAt: Instant | undefined;
  totalCents: Cents;
}

export interface SnapshotInput {
  month: Month;
  billCents: Cents;
  /** The newest invoice of an earlier month: its month and the total shown on it. */
  previous: { month: Month; totalCents: Cents } | undefined;
  payments: readonly PaidAmount[];
}

/** Returns the ledger figures for a new invoice, from the tenancy's ledger without that invoice. */
export function takeSnapshot(ledger: Ledger, { month, billCents, previous, payments }: SnapshotInput): InvoiceSnapshot {
  const charges = ledger.invoices.flatMap((invoice) =>
    invoice.charges.map((charge) => ({ ...charge, of: invoice.month })),
  );
  const unpaid = (isIncluded: (charge: (typeof charges)[number]) => boolean) =>
    sumCents(charges.filter(isIncluded).map(unpaidOfCharge));
  const totalArrearsCents = unpaid((one) => one.of < month && (one.kind !== 'Fine' || one.isUnderArrest));
  const finesCents = unpaid((one) => one.of < month && one.kind === 'Fine' && !one.isUnderArrest);
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

function paidBetween(payments: readonly PaidAmount[], from: Instant, until: Instant): PaidAmount[] {
  return payments.filter(({ at }) => at >= from && at < until).toSorted((one, other) => (one.at < other.at ? -1 : 1));
}
