import { z } from 'zod';
import { instant, invoiceIdIn, month, rupeesOut } from './scalars.ts';

/** What an invoice is made of, in the order in which money fills it (books.md, Allocate). */
export const chargeKinds = ['VAT', 'OperationFee', 'Rent', 'Fine'] as const;
export type ChargeKindValue = (typeof chargeKinds)[number];

/** Money that went to a charge. */
export const paidCharge = z.object({
  invoice_id: z.string(),
  month_year: month,
  charge: z.enum(chargeKinds),
  amount: rupeesOut,
});
export type PaidCharge = z.output<typeof paidCharge>;

/** A fine that falls due, or grows, because of a write that did not ask for it. */
const newFine = z.object({
  invoice_id: z.string(),
  month_year: month,
  fine_amount: rupeesOut,
  /** What it was before; 0 when there was none. */
  previous_fine_amount: rupeesOut,
  fell_due: instant,
});
export type NewFineEffect = z.output<typeof newFine>;

/** What a write does to the money of its shop; part of the answer of each, and of its rehearsal. */
export const moneyEffect = {
  settled: z.array(paidCharge),
  /** What the shop owes afterwards: unpaid charges, and a balance below 0. */
  still_owed: rupeesOut,
  new_fines: z.array(newFine),
};
export type MoneyEffect = { [Key in keyof typeof moneyEffect]: z.output<(typeof moneyEffect)[Key]> };

/** `dry_run=true` does everything but keep it: the answer is what would be, and nothing has changed. */
export const dryRunQuery = z.object({
  dry_run: z.enum(['true', 'false']).optional(),
});

/** Invoices whose fine, should this write bring one, is removed in the same transaction: "do not charge". */
export const waivedFines = {
  do_not_charge: z.array(invoiceIdIn).max(400).optional(),
};
