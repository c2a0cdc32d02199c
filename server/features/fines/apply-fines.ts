import { dayOf } from '#billing/calendar.ts';
import { invoicesWithinGrace, invoicesWithRemovedFine, overdueInvoices } from '#billing/fine.ts';
import type { BulkActionEffect } from '#contract/bulk-actions.ts';
import { type ApiMessage, apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { type BulkPass, forEachShop, type ShopOutcome } from '../bulk-actions/for-each-shop.ts';
import { effectiveAt, loadLedgerForUpdate } from '../ledger/load-ledger.ts';
import { type DebtorRow, insertLedgerEntry, listDebtors } from '../ledger/queries.ts';
import { numberOf, recomputeLedger } from '../ledger/recompute-ledger.ts';
import { auditFine, fineOf } from './apply-fine.ts';

export type FinesEffect = Unworded<BulkActionEffect> & { within_grace: number };

export async function applyFines(db: Reader, context: ActionContext, pass: BulkPass): Promise<FinesEffect> {
  // The counts are stored by tenancy, because a retried transaction counts its tenancy again.
  const inTime = new Map<number, number>();
  const effect = await forEachShop(await listDebtors(db), pass, async (tx, debtor) => {
    const { outcomes, withinGrace } = await applyFinesTo(tx, context, debtor);
    inTime.set(debtor.tenancy_id, withinGrace);
    return outcomes;
  });
  const within_grace = [...inTime.values()].reduce((sum, count) => sum + count, 0);
  const done = apiMessage('fines.apply_all.done', { count: effect.count, grace: within_grace });
  return { message: done, ...effect, within_grace };
}

async function applyFinesTo(
  tx: Writer,
  context: ActionContext,
  { shop_id, tenancy_id }: DebtorRow,
): Promise<{ outcomes: ShopOutcome[]; withinGrace: number }> {
  const opened = await loadLedgerForUpdate(tx, shop_id, tenancy_id);
  const today = dayOf(context.now);
  const inTime = invoicesWithinGrace(opened.ledger, today);
  const skipped: ShopOutcome[] = [
    ...inTime.map(({ id, dueDay }) => skip(id, apiMessage('fines.apply_all.within_grace', { date: { day: dueDay } }))),
    ...invoicesWithRemovedFine(opened.ledger, today).map(({ id }) => skip(id, apiMessage('fines.apply_all.removed'))),
  ];
  const overdue = overdueInvoices(opened.ledger, today);
  if (overdue.length === 0) return { outcomes: skipped, withinGrace: inTime.length };
  for (const { id } of overdue) {
    const effective_at = effectiveAt(opened, context, id);
    await insertLedgerEntry(tx, context, {
      tenancy: opened.tenancy,
      kind: 'fine applied',
      effective_at,
      invoice_id: id,
    });
  }
  const recomputed = await recomputeLedger(tx, context, { before: opened, fined: overdue.map(({ id }) => id) });
  const fined: ShopOutcome[] = [];
  for (const { id } of overdue) {
    await auditFine(tx, context, { recomputed, invoiceId: id });
    fined.push({ status: 'success', invoice_id: numberOf(recomputed, id), cents: fineOf(recomputed, id) });
  }
  return { outcomes: [...fined, ...skipped], withinGrace: inTime.length };

  function skip(id: number, error: ApiMessage): ShopOutcome {
    return { status: 'skipped', invoice_id: numberOf(opened, id), error };
  }
}
