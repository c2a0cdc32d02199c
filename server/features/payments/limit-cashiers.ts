import { addDays, type Day, dayOf } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { payments } from '#contract/payments.ts';
import { may } from '#contract/permissions.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Writer } from '../../db/connect.ts';
import type { Caller } from '../../http/core/app-context.ts';
import type { RequestContext } from '../../http/core/read-request.ts';
import { yesterdaySetting } from '../cash/cashier-days.ts';
import { findPayment } from './queries.ts';

type PaymentChange =
  | RequestContext<typeof payments.remove>
  | RequestContext<typeof payments.replace>
  | RequestContext<typeof payments.correct>;

/**
 * Refuses to change a payment that the caller did not record today, unless the caller may change payments of any day.
 */
export async function refuseOtherDay(
  tx: Writer,
  { body, caller, context }: PaymentChange,
  paymentId: number,
): Promise<void> {
  if (may(caller.role, 'books.write')) return;
  refuseWaiver(caller, body);
  const payment = await findPayment(tx, paymentId);
  if (!payment) throw new Refusal('payment_not_found');
  const isOwn = payment.recorded_by_id === caller.accountId && dayOf(payment.recorded_at) === dayOf(context.now);
  if (!isOwn) throw new Refusal('payment_of_other_day');
}

/** Refuses a cashier's payment of a day that the market does not let cashiers name. */
export async function refuseEarlyDay(
  tx: Writer,
  { caller, context }: Pick<PaymentChange, 'caller' | 'context'>,
  day: Day,
): Promise<void> {
  if (may(caller.role, 'books.write')) return;
  const today = dayOf(context.now);
  if (day >= today) return;
  const yesterday = await yesterdaySetting.read(tx);
  if (yesterday && day === addDays(today, -1)) return;
  const message = yesterday && apiMessage('refusals.payment_day_too_early.yesterday');
  throw new Refusal('payment_day_too_early', message ? { message } : undefined);
}

/** Refuses to waive fines unless the caller may change payments of any day: a waiver reduces the amount due. */
export function refuseWaiver(
  { role }: Caller,
  { do_not_charge = [] }: { do_not_charge?: readonly string[] | undefined },
): void {
  if (do_not_charge.length > 0 && !may(role, 'books.write')) throw new Refusal('not_allowed');
}
