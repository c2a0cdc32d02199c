import { sumCents, toRupees } from '#billing/money.ts';
import { figuresByPeriod } from '#billing/payments-between-invoices.ts';
import type { ShopSummary } from '#contract/shops.ts';
import { toCents } from './sum-charges.ts';

/** What an invoice was paid by the dates of payments, in rupees. */
export interface DateFigures {
  paid: number;
  remaining: number;
  extra: number;
}

const NONE: DateFigures = { paid: 0, remaining: 0, extra: 0 };

/** The specification's figures by payment dates of each invoice of a shop, asked for by invoice id. */
export function dateFiguresOf({ Invoices, Payments }: ShopSummary): (invoiceId: string) => DateFigures {
  const invoices = Invoices.map(({ invoice_id, createdAt, total_amount, Fines }) => ({
    id: invoice_id,
    createdAt,
    totalCents: toCents(total_amount),
    finesPaidCents: sumCents(Fines.map((fine) => toCents(fine.paid_amount))),
  }));
  const payments = Payments.map(({ payment_date, amount_paid }) => ({
    at: payment_date,
    cents: toCents(amount_paid),
  }));
  const figures = figuresByPeriod(invoices, payments);
  return (invoiceId) => {
    const found = figures.get(invoiceId);
    if (!found) return NONE;
    const { paidCents, remainingCents, extraCents } = found;
    return { paid: toRupees(paidCents), remaining: toRupees(remainingCents), extra: toRupees(extraCents) };
  };
}
