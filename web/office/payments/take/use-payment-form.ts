import type { Day } from '#billing/calendar.ts';
import type { Body } from '#contract/call.ts';
import { payments } from '#contract/payments.ts';
import type { CallOptions } from '#web/client.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { api } from '../../api.ts';
import { confirmEffect } from '../confirm-effect.tsx';
import type { Consent } from '../effect-dialog.tsx';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';

/** Whom a payment is for: a shop, or an invoice that it names for the record. */
export type PayTo = { type: 'shop' | 'invoice'; reference: string };

/** What is handed in, as the form has checked it; the amount is in rupees. */
export interface Handed {
  amountPaid: number;
  paymentMethod: Body<typeof payments.byShop>['paymentMethod'];
  paymentDate: Day;
}

type Sent = Handed & { do_not_charge: string[] };

/** Asks with the specification's sentence, and shows what the payment would settle. */
export function confirmPayment({ type, reference }: PayTo, handed: Handed): Promise<Consent | undefined> {
  return confirmEffect({
    title: `Confirm payment of ${formatMoney(handed.amountPaid)} via ${handed.paymentMethod}?`,
    sentence: `For ${type} ${reference}. A payment is final: only corrections and deletions change it.`,
    confirmLabel: 'Confirm payment',
    rehearse: (spared) => send({ type, reference }, { ...handed, do_not_charge: [...spared] }, { dry_run: 'true' }),
  });
}

/** Gives what takes a payment: once for each filled form, however often it is sent. */
export function usePay() {
  const recordOnce = useRecordOnce();
  return (to: PayTo, sent: Sent) => recordOnce((options) => send(to, sent, {}, options));
}

function send({ type, reference }: PayTo, body: Sent, query: { dry_run?: 'true' }, options: CallOptions = {}) {
  if (type === 'shop') return api(payments.byShop, { params: { shopId: reference }, query, body }, options);
  return api(payments.byInvoice, { params: { reference }, query, body }, options);
}
