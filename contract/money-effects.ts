import { z } from 'zod';
import { instant, invoiceIdIn, month, optionalLine, rupeesOut } from './scalars.ts';
import { chargeKinds } from './words.ts';

export const paidCharge = z.object({
  invoice_id: z.string(),
  month_year: month,
  charge: z.enum(chargeKinds),
  name: z.string().optional(),
  name_si: z.string().optional(),
  name_ta: z.string().optional(),
  amount: rupeesOut,
});
export type PaidCharge = z.output<typeof paidCharge>;

/** A fine that a write adds or raises, although the user did not ask for it. */
const newFine = z.object({
  invoice_id: z.string(),
  month_year: month,
  fine_amount: rupeesOut,
  /** The fine before the write; 0 when there was none. */
  previous_fine_amount: rupeesOut,
  fell_due: instant,
});
export type NewFineEffect = z.output<typeof newFine>;

export const moneyEffect = {
  settled: z.array(paidCharge),
  /** The shop's debt after the write: unpaid charges, plus the amount by which the balance is below 0. */
  still_owed: rupeesOut,
  new_fines: z.array(newFine),
};
export type MoneyEffect = { [Key in keyof typeof moneyEffect]: z.output<(typeof moneyEffect)[Key]> };

/** The effect on one of several tenancies. */
export const tenancyEffect = z.object({
  shop_id: z.string(),
  tenancy_id: z.int(),
  tenant_name: z.string(),
  balance_amount: rupeesOut,
  ...moneyEffect,
});
export type TenancyEffect = z.output<typeof tenancyEffect>;

/** `dry_run=true` runs the write and rolls it back. The answer is that of the write. */
export const dryRunQuery = z.object({
  dry_run: z.enum(['true', 'false']).optional(),
});

/** The refusals of calls that accept an email and a password in the request to confirm the user's identity. */
export const reverified = [
  'verification_required',
  'verification_failed',
  'second_factor_required',
  'too_many_tries',
] as const;

export const guarded = ['approval_required', 'too_many_approvals'] as const;

/** Invoices whose new fine is removed in the same transaction, because the user chose "do not charge". */
export const waivedFines = {
  do_not_charge: z.array(invoiceIdIn).max(400).optional(),
  waive_reason: optionalLine(200).optional(),
};
