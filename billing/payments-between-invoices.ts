/**
 * What was paid "for" an invoice by the dates of payments alone, as the specification counts it on the shop summary
 * (part 1, section 4): every payment from the invoice's createdAt up to the next newer invoice's belongs to that invoice.
 * It says when money came, not which charge it settled; that is the fold's to say.
 *
 * Worked example: invoices of October and November over Rs. 11,800.00 each, payments of Rs. 5,000.00 on 3 October,
 * Rs. 8,000.00 on 31 October and Rs. 4,000.00 on 1 November. By their dates October was paid Rs. 13,000.00, nothing remains
 * and Rs. 1,200.00 is extra; November was paid Rs. 4,000.00 and Rs. 7,800.00 remains.
 */
import type { Instant } from './calendar.ts';
import { type Cents, cents, sumCents } from './money.ts';

/** An invoice, as the windows see it. */
export interface InvoiceWithPeriod {
  id: string;
  createdAt: Instant;
  totalCents: Cents;
  finesPaidCents: Cents;
}

/** Money that came in, or below 0 a correction of it, at its instant. */
export interface PaymentInPeriod {
  at: Instant;
  cents: Cents;
}

/** Figures of an invoice by payment dates: remaining = max(0, total - paid), extra = max(0, paid - total - fines paid). */
export interface PeriodFigures {
  paidCents: Cents;
  remainingCents: Cents;
  extraCents: Cents;
}

/**
 * The figures of each invoice, by its id, whatever the order in which both are given. A payment at the very instant of
 * an invoice is that invoice's; one before the oldest invoice is nobody's. The newest window has no end: "now" is after
 * every payment, for none may be dated later than today, and one of today stands at 11:00 even when it is earlier.
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
