import { dayOf } from '#billing/calendar.ts';
import type { Payment, Receipt } from '#contract/payments.ts';
import { t } from '#web/i18n/t.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { methodOf } from '../payment-table.tsx';

export type FixablePayment = Pick<
  Payment,
  | 'payment_id'
  | 'shop_id'
  | 'tenancy_id'
  | 'tenant_name'
  | 'corrected_amount'
  | 'corrects_payment_id'
  | 'payment_date'
  | 'payment_method'
  | 'cheque_number'
  | 'cheque_bank'
  | 'cheque_date'
>;

export function paymentOfReceipt({ amount, tenant_name, ...receipt }: Receipt): FixablePayment {
  return { ...receipt, tenant_name: tenant_name ?? '', corrected_amount: amount, corrects_payment_id: null };
}

/** Returns a payment in words: `Nimal Perera, shop A12: LKR 10,000.00 on 18 Nov 2026 (Cash).` */
export function describeFixable(payment: FixablePayment): string {
  return t('payments.fix.payment', {
    tenant: payment.tenant_name,
    shop: payment.shop_id,
    amount: formatMoney(payment.corrected_amount),
    date: formatOfficeDay(dayOf(payment.payment_date)),
    method: methodOf(payment),
  });
}
