import { type Day, dayOf, paymentInstant } from '#billing/calendar.ts';
import { type Cents, toRupees } from '#billing/money.ts';
import type { PaymentMethod } from '#contract/payments.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Act } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { noteEvent } from '../audit/write-audit.ts';
import type { OpenBooks } from '../ledger/load-ledger.ts';
import { type InvoiceRow, insertFact } from '../ledger/queries.ts';
import { type SettledBooks, settleBooks } from '../ledger/recompute-ledger.ts';

/** Money as it is handed in. */
export interface PaymentGiven {
  cents: Cents;
  day: Day;
  method: PaymentMethod;
  note: string;
  /** Numbers of invoices whose fine, if this payment brings one, is not charged. */
  spared?: readonly string[] | undefined;
}

export interface RecordedPayment extends SettledBooks {
  paymentId: number;
}

/**
 * Takes a payment into opened books; `named` is the invoice it was given for, for the record alone. It stands at 11:00
 * of its day. Refuses a day after today (books.md, Payments).
 */
export async function recordPayment(
  tx: Writer,
  act: Act,
  opened: OpenBooks,
  given: PaymentGiven,
  named?: InvoiceRow,
): Promise<RecordedPayment> {
  if (given.day > dayOf(act.at)) throw new Refusal('payment_in_future');
  const paymentId = await insertFact(tx, act, opened.shop, {
    kind: 'payment',
    effective_at: paymentInstant(given.day),
    cents: given.cents,
    invoice_id: named?.id ?? null,
    tenant_id: opened.tenantId,
    method: given.method,
    note: given.note,
  });
  const settled = await settleBooks(tx, act, opened, { spared: given.spared });
  await noteEvent(tx, act, {
    type: 'Payment Made',
    description: `Payment ${paymentId} of ${given.day} by ${given.method}; the balance was ${toRupees(opened.books.balanceCents)}`,
    shopId: opened.shop.shop_id,
    ...(named && { invoiceId: named.number }),
    newValue: String(toRupees(given.cents)),
    ...(given.note !== '' && { reason: given.note }),
  });
  return { ...settled, paymentId };
}
