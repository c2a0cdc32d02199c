import { dayOf } from '#billing/calendar.ts';
import { finesToArrest } from '#billing/fine.ts';
import type { Act } from '../../act.ts';
import type { Database, Writer } from '../../db/connect.ts';
import { noteEvent } from '../audit/note-event.ts';
import { momentFor, openBooks } from '../books/open-books.ts';
import { insertFact, listDebtors } from '../books/queries.ts';
import { numberOf, settleBooks } from '../books/settle-books.ts';

/** Puts every fine that is unpaid for 30 days under arrest, one transaction a shop; gives how many (books.md, Arrest). */
export async function arrestFines(database: Database, act: Act): Promise<number> {
  let count = 0;
  for (const shopId of await listDebtors(database.reader)) {
    count += await database.write((tx) => arrestFinesOf(tx, act, shopId));
  }
  return count;
}

async function arrestFinesOf(tx: Writer, act: Act, shopId: string): Promise<number> {
  const opened = await openBooks(tx, shopId);
  const due = finesToArrest(opened.books, dayOf(act.at));
  if (due.length === 0) return 0;
  for (const { id } of due) {
    const effective_at = momentFor(opened, act, id);
    await insertFact(tx, act, opened.shop, { kind: 'fine arrested', effective_at, invoice_id: id });
  }
  await settleBooks(tx, act, opened);
  for (const { id } of due) {
    const number = numberOf(opened, id);
    await noteEvent(tx, act, {
      type: 'Arrest Action',
      description: `Fine on ${number} put under arrest`,
      shopId: opened.shop.shop_id,
      invoiceId: number,
    });
  }
  return due.length;
}
