import type { Instant } from '#billing/calendar.ts';
import { cents, sumCents, toRupees } from '#billing/money.ts';
import { figuresByPeriod } from '#billing/payments-between-invoices.ts';
import { centsOf } from '#contract/figures.ts';
import type { ShopSummary } from '#contract/shops.ts';
import type { ChargeKindValue, ChargeStatusValue } from '#contract/words.ts';
import { localName } from '../local-name.ts';

export type SummaryInvoice = ShopSummary['Invoices'][number];

/** A charge, in rupees. */
export interface ChargeLine {
  kind: ChargeKindValue;
  line: number;
  name: string;
  amount: number;
  paid: number;
  unpaid: number;
  status: ChargeStatusValue;
  paidDate: Instant | null;
}

/** Returns the charges of an invoice in the order in which they are paid. */
export function chargesOf({ VATs, OperationFees, Rents, OtherCharges, Fines }: SummaryInvoice): ChargeLine[] {
  return [
    ...VATs.map((charge) => line('VAT', charge.vat_amount, charge)),
    ...OperationFees.map((charge) => line('OperationFee', charge.operation_amount, charge)),
    ...Rents.map((charge) => line('Rent', charge.rent_amount, charge)),
    ...OtherCharges.map((charge) => ({
      ...line('Other', charge.other_amount, charge),
      line: charge.line,
      name: localName(charge),
    })),
    ...Fines.map((charge) => line('Fine', charge.fine_amount, charge)),
  ];
}

interface ChargePayment {
  paid_amount: number;
  paid_date: Instant | null;
  status: ChargeStatusValue;
}

function line(kind: ChargeKindValue, amount: number, { paid_amount, paid_date, status }: ChargePayment): ChargeLine {
  const unpaid = toRupees(cents(centsOf(amount) - centsOf(paid_amount)));
  return { kind, line: 0, name: '', amount, paid: paid_amount, unpaid, status, paidDate: paid_date };
}

/** Returns the amount due in rupees: the sum of the unpaid parts of all charges. */
export function amountDueOf(invoice: SummaryInvoice): number {
  return toRupees(sumCents(chargesOf(invoice).map(({ unpaid }) => centsOf(unpaid))));
}

/** Returns the sum of all charges of an invoice, its fine included, in rupees. */
export function chargedOf(invoice: SummaryInvoice): number {
  return toRupees(sumCents(chargesOf(invoice).map(({ amount }) => centsOf(amount))));
}

/**
 * The figures of an invoice in rupees. A payment counts towards an invoice by the date of the payment, not by its
 * allocations.
 */
export interface DateFigures {
  paid: number;
  remaining: number;
  extra: number;
}

/**
 * Returns a function that looks up the figures of an invoice (specification 1, section 4), or zeros for an unknown id.
 */
export function dateFiguresOf({ Invoices, Payments }: ShopSummary): (invoiceId: string) => DateFigures {
  const invoices = Invoices.map(({ invoice_id, createdAt, total_amount, Fines }) => ({
    id: invoice_id,
    createdAt,
    totalCents: centsOf(total_amount),
    finesPaidCents: sumCents(Fines.map((fine) => centsOf(fine.paid_amount))),
  }));
  const payments = Payments.map(({ payment_date, amount_paid }) => ({ at: payment_date, cents: centsOf(amount_paid) }));
  const figures = figuresByPeriod(invoices, payments);
  return (invoiceId) => {
    const found = figures.get(invoiceId);
    if (!found) return { paid: 0, remaining: 0, extra: 0 };
    const { paidCents, remainingCents, extraCents } = found;
    return { paid: toRupees(paidCents), remaining: toRupees(remainingCents), extra: toRupees(extraCents) };
  };
}
