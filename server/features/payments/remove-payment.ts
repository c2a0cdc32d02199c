import { sumCents, writeDecimal } from '#billing/money.ts';
import { message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { loadLedgerForUpdate, numberOfPayment } from '../ledger/load-ledger.ts';
import { findShopOfPayment, voidLedgerEntries } from '../ledger/queries.ts';
import { type RecomputedLedger, recomputeLedger } from '../ledger/recompute-ledger.ts';

export async function removePayment(
  tx: Writer,
  context: ActionContext,
  {
    id,
    reason = '',
    waivedInvoices,
  }: { id: number; reason?: string | undefined; waivedInvoices?: readonly string[] | undefined },
): Promise<RecomputedLedger> {
  const shop = await findShopOfPayment(tx, id);
  if (!shop) throw new Refusal('payment_not_found');
  const opened = await loadLedgerForUpdate(tx, shop.shop_id);
  // Deleted while this waited for the shop.
  const entry = opened.rows.find((row) => row.id === id);
  if (!entry) throw new Refusal('payment_not_found');
  const corrections = opened.rows.filter((row) => row.payment_id === (entry.payment_id ?? entry.id));
  if (entry.kind === 'correction' && corrections.at(-1)?.id !== entry.id) throw new Refusal('newer_correction');
  const voided = entry.kind === 'correction' ? [entry] : [entry, ...corrections];
  await voidLedgerEntries(tx, context, { ids: voided.map((row) => row.id), reason });
  const recomputed = await recomputeLedger(tx, context, { before: opened, waivedInvoices });
  await writeAudit(tx, context, {
    type: 'Payment Deleted',
    description:
      entry.kind === 'correction'
        ? message('payments.audit.correction_deleted', { id: String(entry.id), payment: String(entry.payment_id) })
        : message('payments.audit.deleted', { id: String(entry.id), corrections: corrections.length }),
    shopId: opened.shop.shop_id,
    ...numberOfPayment(opened, entry),
    oldValue: writeDecimal(sumCents(voided.map((row) => row.cents))),
    ...(reason !== '' && { reason }),
  });
  return recomputed;
}
