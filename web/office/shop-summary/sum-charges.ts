import type { Instant } from '#billing/calendar.ts';
import { type Cents, cents, sumCents, toRupees } from '#billing/money.ts';
import type { ChargeStatus } from '#contract/invoices.ts';
import type { ShopSummary } from '#contract/shops.ts';

export type SummaryInvoice = ShopSummary['Invoices'][number];

/** A part of an invoice as the breakdown shows it; amounts are rupees. */
export interface ChargeLine {
  name: string;
  amount: number;
  paid: number;
  owed: number;
  status: ChargeStatus;
  paidDate: Instant | null;
}

/** The charges of an invoice in the order in which money fills them: VAT, operation fee, rent, fine. */
export function chargesOf({ VATs, OperationFees, Rents, Fines }: SummaryInvoice): ChargeLine[] {
  return [
    ...VATs.map((charge) => line('VAT', charge.vat_amount, charge)),
    ...OperationFees.map((charge) => line('Operation fee', charge.operation_amount, charge)),
    ...Rents.map((charge) => line('Rent', charge.rent_amount, charge)),
    ...Fines.map((charge) => line('Fine', charge.fine_amount, charge)),
  ];
}

interface Paid {
  paid_amount: number;
  paid_date: Instant | null;
  status: ChargeStatus;
}

function line(name: string, amount: number, { paid_amount, paid_date, status }: Paid): ChargeLine {
  const owed = toRupees(cents(toCents(amount) - toCents(paid_amount)));
  return { name, amount, paid: paid_amount, owed, status, paidDate: paid_date };
}

/** What the charges of an invoice still owe, in rupees: the allocated truth. */
export function owedOf(invoice: SummaryInvoice): number {
  return toRupees(sumCents(chargesOf(invoice).map(({ owed }) => toCents(owed))));
}

/** What the charges of an invoice come to, with its fine, in rupees. */
export function chargedOf(invoice: SummaryInvoice): number {
  return toRupees(sumCents(chargesOf(invoice).map(({ amount }) => toCents(amount))));
}

/** Rupees of the wire as whole cents, so that sums do not drift. */
export function toCents(rupees: number): Cents {
  return cents(Math.round(rupees * 100));
}
