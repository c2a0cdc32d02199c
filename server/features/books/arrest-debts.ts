import type { Books, FoldedInvoice } from '#billing/books.ts';
import { type Day, dayOf } from '#billing/calendar.ts';
import type { Act } from '../../act.ts';
import type { Database, Writer } from '../../db/connect.ts';
import { noteEvent } from '../audit/note-event.ts';
import { momentFor, openBooks } from './open-books.ts';
import { insertFact, listDebtors } from './queries.ts';
import { numberOf, settleBooks } from './settle-books.ts';

/** What an arrest action names: invoices, or the fines on them. */
export interface Arrest {
  kind: 'invoice arrested' | 'fine arrested';
  /** Those of a shop that are due for it on that day. */
  due: (books: Books, today: Day) => FoldedInvoice[];
  /** How the audit log begins to tell of one: 'Invoice', 'Fine on'. */
  what: string;
}

/**
 * Takes an arrest action on every shop that owes anything, one transaction a shop, and gives how many invoices it named.
 * One fact for each; it moves no money (books.md, Arrest).
 */
export async function arrestDebts(database: Database, act: Act, arrest: Arrest): Promise<number> {
  let count = 0;
  for (const shopId of await listDebtors(database.reader)) {
    count += await database.write((tx) => arrestDebtsOf(tx, act, shopId, arrest));
  }
  return count;
}

async function arrestDebtsOf(tx: Writer, act: Act, shopId: string, { kind, due, what }: Arrest): Promise<number> {
  const opened = await openBooks(tx, shopId);
  const named = due(opened.books, dayOf(act.at));
  if (named.length === 0) return 0;
  for (const { id } of named) {
    const effective_at = momentFor(opened, act, id);
    await insertFact(tx, act, opened.shop, { kind, effective_at, invoice_id: id });
  }
  await settleBooks(tx, act, opened);
  for (const { id } of named) {
    const number = numberOf(opened, id);
    await noteEvent(tx, act, {
      type: 'Arrest Action',
      description: `${what} ${number} put under arrest`,
      shopId: opened.shop.shop_id,
      invoiceId: number,
    });
  }
  return named.length;
}
