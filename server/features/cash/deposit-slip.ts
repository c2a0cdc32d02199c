import { type Day, dayOf } from '#billing/calendar.ts';
import { isCheque, isReceived } from '#contract/words.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { type BankPaymentRow, findBankPayments } from './bank-payment-queries.ts';
import { movementsIn } from './movements.ts';
import { type CashSessionRow, listMoneyIn } from './queries.ts';
import { recordDeposit } from './record-bank-day.ts';

/** True for a cheque without a date, and for one dated no later than the day on which its session was closed. */
export function isOnSlip(
  { cheque_date }: { cheque_date: string | null },
  { closed_at, opened_at }: Pick<CashSessionRow, 'closed_at' | 'opened_at'>,
): boolean {
  return cheque_date === null || cheque_date <= dayOf(closed_at ?? opened_at);
}

/** Records the cheques of the deposit slip of a session as paid in, unless they were paid in or cleared before. */
export async function depositSlip(
  tx: Writer,
  context: ActionContext,
  { session, day }: { session: CashSessionRow; day: Day },
): Promise<void> {
  const movements = movementsIn(await listMoneyIn(tx, [session.id]), session.id);
  const cheques = movements.filter(
    ({ kind, method, row }) => isReceived(kind) && isCheque(method) && row.voided_at === null && isOnSlip(row, session),
  );
  const received = await findBankPayments(
    tx,
    cheques.map(({ row }) => row.id),
  );
  const isHere = (row: BankPaymentRow) => row.deposited_on === null && row.cleared_on === null;
  const ids = received.filter(isHere).map(({ id }) => id);
  if (ids.length > 0) await recordDeposit(tx, context, { ids, day });
}
