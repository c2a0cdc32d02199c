import { dayOf } from '#billing/calendar.ts';
import { invoicesToArrest } from '#billing/fine.ts';
import type { Act } from '../../act.ts';
import type { Database, Writer } from '../../db/connect.ts';
import { noteEvent } from '../audit/note-event.ts';
import { momentFor, openBooks } from '../books/open-books.ts';
import { insertFact, listDebtors } from '../books/queries.ts';
import { numberOf, settleBooks } from '../books/settle-books.ts';

/** Puts every invoice that is open for 30 days under arrest, one transaction a shop; gives how many (books.md, Arrest). */
export async function arrestInvoices(database: Database, act: Act): Promise<number> {
  let count = 0;
  for (const shopId of await listDebtors(database.reader)) {
    count += await database.write((tx) => arrestInvoicesOf(tx, act, shopId));
  }
  return count;
}

async function arrestInvoicesOf(tx: Writer, act: Act, shopId: string): Promise<number> {
  const opened = await openBooks(tx, shopId);
  const due = invoicesToArrest(opened.books, dayOf(act.at));
  if (due.length === 0) return 0;
  for (const { id } of due) {
    const effective_at = momentFor(opened, act, id);
    await insertFact(tx, act, opened.shop, { kind: 'invoice arrested', effective_at, invoice_id: id });
  }
  await settleBooks(tx, act, opened);
  for (const { id } of due) {
    const number = numberOf(opened, id);
    await noteEvent(tx, act, {
      type: 'Arrest Action',
      description: `Invoice ${number} put under arrest`,
      shopId: opened.shop.shop_id,
      invoiceId: number,
    });
  }
  return due.length;
}
