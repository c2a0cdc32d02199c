import {
  addDays,
  addMonths,
  type Day,
  dayInMonth,
  dayOf,
  type Instant,
  type Month,
  monthOf,
} from '#billing/calendar.ts';
import { MOST_CHEQUES } from '#contract/cash.ts';
import { MOST_ELECTRONIC } from '#contract/electronic.ts';
import { type BankPayment, listBankPayments } from '#server/features/cash/bank-payment-queries.ts';
import { setConfirmationDay } from '#server/features/cash/electronic.ts';
import { recordBankDay } from '#server/features/cash/record-bank-day.ts';
import { type DemoMarket, doneBy } from '../demo-market.ts';
import { timeOn } from '../timeline.ts';

const CLEARED_ON = 20;
const NOON = 12 * 60;
/** The days since confirming began, and since the statement was last compared. */
const BEGAN = 30;
const COMPARED = 3;

/** Plans what the office records from the statement of the bank: cleared cheques and confirmed transfers. */
export function planBank(market: DemoMarket, from: Month): void {
  const { tx, timeline, now } = market;
  const today = dayOf(now);
  for (let day = dayInMonth(from, CLEARED_ON); day < today; day = addMonths(day, 1))
    timeline.plan(timeOn(day, NOON + 50), (at) => recordOpen(market, at, { kind: 'cheque', day: addDays(day, -10) }));
  const began = addDays(today, -BEGAN);
  if (monthOf(began) <= from) return;
  timeline.plan(timeOn(began, 9 * 60), (at) => setConfirmationDay(tx, doneBy('admin', at), began));
  const compared = addDays(today, -COMPARED);
  timeline.plan(timeOn(compared, NOON + 55), (at) =>
    recordOpen(market, at, { kind: 'electronic', day: addDays(compared, -1) }),
  );
}

/** Records that the bank had, on the day before, everything that was received until a day. */
async function recordOpen(
  { tx }: DemoMarket,
  at: Instant,
  { kind, day }: { kind: BankPayment; day: Day },
): Promise<void> {
  const most = kind === 'cheque' ? MOST_CHEQUES : MOST_ELECTRONIC;
  const open = await listBankPayments(tx, kind, { isOpen: true, most });
  const ids = open.filter(({ recorded_at }) => dayOf(recorded_at) <= day).map(({ id }) => id);
  if (ids.length > 0) await recordBankDay(tx, doneBy('admin', at), { kind, ids, day: addDays(dayOf(at), -1) });
}
