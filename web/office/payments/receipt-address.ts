import type { Payment } from '#contract/payments.ts';

/** Where the receipt of a payment is; a correction is part of the receipt of the payment it corrects. */
export function receiptAddress({ payment_id, corrects_payment_id }: Payment): string {
  return `/receipt/${corrects_payment_id ?? payment_id}`;
}
