import { toRupees } from '#billing/money.ts';
import type { Act } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { FactKind } from '../../db/ledger-tables.ts';
import { noteEvent } from '../audit/write-audit.ts';
import { openBooksOfInvoice } from '../ledger/load-ledger.ts';
import { voidFacts } from '../ledger/queries.ts';
import { type SettledBooks, settleBooks } from '../ledger/recompute-ledger.ts';

/** What was done to an invoice goes with it; payments that named it stay. */
const GOES_WITH_IT: readonly FactKind[] = ['fine applied', 'fine removed', 'invoice arrested', 'fine arrested'];

/**
 * Deletes an invoice: it is voided with what was done to it, and its month may be generated again (books.md, Payments,
 * corrections, deletions). Refuses an unknown one.
 */
export async function removeInvoice(
  tx: Writer,
  act: Act,
  number: string,
  { reason = '', spared }: { reason?: string | undefined; spared?: readonly string[] | undefined },
): Promise<SettledBooks> {
  const opened = await openBooksOfInvoice(tx, number);
  const { invoice, rows } = opened;
  const itsFacts = rows.filter(({ kind, invoice_id }) => invoice_id === invoice.id && GOES_WITH_IT.includes(kind));
  await voidFacts(tx, act, [invoice.id, ...itsFacts.map(({ id }) => id)], reason);
  const settled = await settleBooks(tx, act, opened, { spared });
  await noteEvent(tx, act, {
    type: 'Invoice Deleted',
    description: `Invoice ${invoice.number} deleted`,
    shopId: opened.shop.shop_id,
    invoiceId: invoice.number,
    oldValue: String(toRupees(invoice.total_cents)),
    ...(reason !== '' && { reason }),
  });
  return settled;
}
