import { dayOf } from '#billing/calendar.ts';
import type { Payment } from '#contract/payments.ts';

/** Where a payment can be corrected; for a correction, the payment that it corrects. */
export function correctionAddress({ shop_id, payment_date, payment_id, corrects_payment_id }: Payment): string {
  const payment = String(corrects_payment_id ?? payment_id);
  return `/correct-payment?${new URLSearchParams({ shop: shop_id, date: dayOf(payment_date), payment })}`;
}
