import { type Day, dayOf } from '#billing/calendar.ts';
import { type FoldedInvoice, idsCoveredBy, type Ledger } from '#billing/ledger.ts';
import { type Cents, sumCents } from '#billing/money.ts';
import type { BulkActionEffect } from '#contract/bulk-actions.ts';
import { type ApiMessageKey, apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { subjectOf, writeAudit } from '../audit/write-audit.ts';
import { type BulkPass, forEachShop, type ShopOutcome } from '../bulk-actions/for-each-shop.ts';
import { effectiveAt, loadLedgerForUpdate } from './load-ledger.ts';
import { loadPromisedCheques } from './promised-cheques.ts';
import { type DebtorRow, insertLedgerEntry, listDebtors } from './queries.ts';
import { numberOf, recomputeLedger } from './recompute-ledger.ts';

export interface Arrest {
  kind: 'invoice arrested' | 'fine arrested';
  due: (ledger: Ledger, today: Day) => FoldedInvoice[];
  owed: (invoice: FoldedInvoice) => Cents;
  audit: ApiMessageKey;
  done: ApiMessageKey;
}

export async function arrestDebts(
  db: Reader,
  context: ActionContext,
  { arrest, pass }: { arrest: Arrest; pass: BulkPass },
): Promise<Unworded<BulkActionEffect>> {
  const effect = await forEachShop(await listDebtors(db), pass, (tx, debtor) =>
    arrestDebtsOf(tx, context, { debtor, ...arrest }),
  );
  return { message: apiMessage(arrest.done, { count: effect.count }), ...effect };
}

async function arrestDebtsOf(
  tx: Writer,
  context: ActionContext,
  { debtor, kind, due, owed, audit }: Arrest & { debtor: DebtorRow },
): Promise<ShopOutcome[]> {
  const opened = await loadLedgerForUpdate(tx, debtor.shop_id, debtor.tenancy_id);
  const promised = (await loadPromisedCheques(tx, [debtor.tenancy_id])).get(debtor.tenancy_id) ?? [];
  const covered = idsCoveredBy(opened.ledger, sumCents(promised.map(({ cents }) => cents)));
  const named = due(opened.ledger, dayOf(context.now)).filter(({ id }) => !covered.has(id));
  if (named.length === 0) return [];
  for (const { id } of named) {
    const effective_at = effectiveAt(opened, context, id);
    await insertLedgerEntry(tx, context, { tenancy: opened.tenancy, kind, effective_at, invoice_id: id });
  }
  await recomputeLedger(tx, context, { before: opened });
  const outcomes: ShopOutcome[] = [];
  for (const invoice of named) {
    const number = numberOf(opened, invoice.id);
    await writeAudit(tx, context, {
      type: 'Arrest Action',
      description: apiMessage(audit, { number }),
      subject: subjectOf(opened),
      invoiceId: number,
    });
    outcomes.push({ status: 'success', invoice_id: number, cents: owed(invoice) });
  }
  return outcomes;
}
