/**
 * Computes how much was paid for an invoice, as the shop summary shows it (specification 1, section 4). Only the dates
 * of payments decide: the payments of an invoice are those from its createdAt until the createdAt of the next invoice,
 * whichever charges they cover.
 *
 * Worked example: invoices of October and November for Rs. 11,800.00 each; payments of Rs. 5,000.00 on 3 October, Rs.
 * 8,000.00 on 31 October and Rs. 4,000.00 on 1 November. October was paid Rs. 13,000.00, so Rs. 1,200.00 is extra.
 * November was paid Rs. 4,000.00, so Rs. 7,800.00 remains.
 */
import type { Instant } from './calendar.ts';
import { type Cents, cents, sumCents } from './money.ts';

export interface InvoiceWithPeriod {
  id: string;
  createdAt: Instant;
  totalCents: Cents;
  finesPaidCents: Cents;
}

/** A payment, or a correction of a payment. The amount of a correction may be below 0. */
export interface PaymentInPeriod {
  at: Instant;
  cents: Cents;
}

/** remaining = max(0, total - paid), extra = max(0, paid - total - fines paid). */
export interface PeriodFigures {
  paidCents: Cents;
  remainingCents: Cents;
  extraCents: Cents;
}

/**
 * Returns the figures by invoice id. Both lists may be in any order. A payment at the instant of an invoice belongs to
 * that invoice; a payment before the oldest invoice belongs to none. The newest period has no end, because the API
 * dates every payment at 11:00 of its day, which may be later than now.
 */
export function figuresByPeriod(
  invoices: readonly InvoiceWithPeriod[],
  payments: readonly PaymentInPeriod[],
): Map<string, PeriodFigures> {
  const oldestFirst = invoices.toSorted((one, other) => compare(one.createdAt, other.createdAt));
  return new Map(
    oldestFirst.map((invoice, at) => {
      const end = oldestFirst[at + 1]?.createdAt;
      const isInside = (payment: PaymentInPeriod) =>
        payment.at >= invoice.createdAt && (end === undefined || payment.at < end);
      return [invoice.id, figuresOf(invoice, sumCents(payments.filter(isInside).map((payment) => payment.cents)))];
    }),
  );
}

function figuresOf({ totalCents, finesPaidCents }: InvoiceWithPeriod, paidCents: Cents): PeriodFigures {
  return {
    paidCents,
    remainingCents: cents(Math.max(0, totalCents - paidCents)),
    extraCents: cents(Math.max(0, paidCents - totalCents - finesPaidCents)),
  };
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
