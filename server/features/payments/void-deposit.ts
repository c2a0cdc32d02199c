import { depositHeld } from '#billing/deposit.ts';
import { type Cents, cents, sumCents, toRupees, writeDecimal } from '#billing/money.ts';
import { writeFigure } from '#contract/figures.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { voidLedgerEntries } from '../ledger/queries.ts';
import type { LoadedPayment } from './void-payment.ts';

/**
 * Voids what a received deposit has paid, newest first, until the rest of the deposit suffices, because the market never
 * had this money: the debt is due again. Returns the amount. Throws `deposit_refunded` if money was paid out that the
 * rest does not cover. The caller voids the deposit itself and must recompute the ledger afterwards.
 */
export async function voidDepositUse(
  tx: Writer,
  context: ActionContext,
  { opened, entry, reason }: LoadedPayment & { reason: string },
): Promise<Cents> {
  const rest = opened.rows.filter(({ id }) => id !== entry.id);
  const missing = -depositHeld(rest);
  const applied = rest.filter(({ kind }) => kind === 'deposit applied').toReversed();
  let found = 0;
  const used = applied.filter((row) => {
    if (found >= missing) return false;
    found += row.cents;
    return true;
  });
  if (found < missing) {
    const amount = writeFigure(toRupees(cents(missing - found)));
    throw new Refusal('deposit_refunded', { message: apiMessage('refusals.deposit_refunded.amount', { amount }) });
  }
  if (used.length > 0) await voidLedgerEntries(tx, context, { ids: used.map(({ id }) => id), reason });
  return sumCents(used.map((row) => row.cents));
}

/** Returns the description of what is due again, for the audit log. */
export function describeDueAgain(id: number, amount: Cents) {
  return apiMessage('payments.audit.deposit_due_again', { id: String(id), amount: writeDecimal(amount) });
}
