import { sumCents, toRupees } from '#billing/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Act } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { noteEvent } from '../audit/write-audit.ts';
import { numberOfPayment, openBooks } from '../ledger/load-ledger.ts';
import { findShopOfPayment, voidFacts } from '../ledger/queries.ts';
import { type SettledBooks, settleBooks } from '../ledger/recompute-ledger.ts';

/**
 * Deletes a payment with its corrections, or a correction alone if it is the newest of its payment. What is deleted is
 * voided: it stays on record and leaves every list (books.md, Payments). Refuses an unknown one, and an older correction.
 */
export async function removePayment(
  tx: Writer,
  act: Act,
  id: number,
  { reason = '', spared }: { reason?: string | undefined; spared?: readonly string[] | undefined },
): Promise<SettledBooks> {
  const shop = await findShopOfPayment(tx, id);
  if (!shop) throw new Refusal('payment_not_found');
  const opened = await openBooks(tx, shop.shop_id);
  // Whoever came before us may have deleted it while we waited for the shop.
  const fact = opened.rows.find((row) => row.id === id);
  if (!fact) throw new Refusal('payment_not_found');
  const corrections = opened.rows.filter((row) => row.payment_id === (fact.payment_id ?? fact.id));
  if (fact.kind === 'correction' && corrections.at(-1)?.id !== fact.id) throw new Refusal('newer_correction');
  const voided = fact.kind === 'correction' ? [fact] : [fact, ...corrections];
  await voidFacts(
    tx,
    act,
    voided.map((row) => row.id),
    reason,
  );
  const settled = await settleBooks(tx, act, opened, { spared });
  await noteEvent(tx, act, {
    type: 'Payment Deleted',
    description:
      fact.kind === 'correction'
        ? `Correction ${fact.id} of payment ${fact.payment_id} deleted`
        : `Payment ${fact.id} deleted${corrections.length > 0 ? `, with ${corrections.length} corrections` : ''}`,
    shopId: opened.shop.shop_id,
    ...numberOfPayment(opened, fact),
    oldValue: String(toRupees(sumCents(voided.map((row) => row.cents)))),
    ...(reason !== '' && { reason }),
  });
  return settled;
}
