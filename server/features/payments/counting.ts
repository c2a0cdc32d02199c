import { type Day, dayOf, monthOf, startOfDay } from '#billing/calendar.ts';
import type { Cheque } from '#contract/cheques.ts';
import { isCheque, type PaymentMethod } from '#contract/words.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader } from '../../db/connect.ts';
import type { Counting } from '../../db/takes-effect.ts';
import { findRentRules } from '../dated-settings/queries.ts';

interface ReceivedPayment {
  method: PaymentMethod;
  cheque: Cheque;
  /** The day on which the payment was received. The rule of its month applies. */
  day: Day;
}

const ON_RECEIPT: Counting = { counts_from: null, counted_at: null };

/** Returns from when a payment counts. Only a cheque that is dated after its receipt can count later. */
export async function countingOf(
  db: Reader,
  { now }: Pick<ActionContext, 'now'>,
  { method, cheque: { cheque_date: date }, day }: ReceivedPayment,
): Promise<Counting> {
  if (!isCheque(method) || date === null || date <= day) return ON_RECEIPT;
  const { isChequeOnItsDay } = await findRentRules(db, monthOf(day));
  if (!isChequeOnItsDay) return ON_RECEIPT;
  return { counts_from: date, counted_at: date <= dayOf(now) ? startOfDay(date) : null };
}
