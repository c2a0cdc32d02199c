import { toRupees } from '#billing/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Act } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { noteEvent } from '../audit/write-audit.ts';
import { momentFor, openBooksOfInvoice } from '../ledger/load-ledger.ts';
import { insertFact } from '../ledger/queries.ts';
import { type SettledBooks, settleBooks } from '../ledger/recompute-ledger.ts';
import { fineOf } from './apply-fine.ts';

/**
 * Takes the fine of an invoice away: the books are those without it, and none comes back by itself (books.md, Fines).
 * Refuses an unknown invoice, and one without a fine.
 */
export async function removeFine(
  tx: Writer,
  act: Act,
  number: string,
  { reason = '', spared }: { reason?: string | undefined; spared?: readonly string[] | undefined },
): Promise<SettledBooks> {
  const opened = await openBooksOfInvoice(tx, number);
  const { invoice } = opened;
  const fineCents = fineOf(opened, invoice.id);
  if (fineCents === 0) throw new Refusal('fine_not_found');
  await insertFact(tx, act, opened.shop, {
    kind: 'fine removed',
    effective_at: momentFor(opened, act, invoice.id),
    invoice_id: invoice.id,
    note: reason,
  });
  const settled = await settleBooks(tx, act, opened, { spared });
  await noteEvent(tx, act, {
    type: 'Fine Removed',
    description: `Fine on ${invoice.number} removed`,
    shopId: opened.shop.shop_id,
    invoiceId: invoice.number,
    oldValue: String(toRupees(fineCents)),
    newValue: '0',
    ...(reason !== '' && { reason }),
  });
  return settled;
}
