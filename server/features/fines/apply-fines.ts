import { dayOf } from '#billing/calendar.ts';
import { invoicesWithinGrace, overdueInvoices } from '#billing/fine.ts';
import type { Act } from '../../act.ts';
import type { Database, Writer } from '../../db/connect.ts';
import { momentFor, openBooks } from '../books/open-books.ts';
import { insertFact, listDebtors } from '../books/queries.ts';
import { settleBooks } from '../books/settle-books.ts';
import { noteFine } from './apply-fine.ts';

/** How many invoices were fined, and how many are still within their grace days. */
export interface FineCounts {
  fined: number;
  withinGrace: number;
}

/** Fines every invoice past its due day with unpaid rent, no fine, and none ever removed; one transaction a shop. */
export async function applyFines(database: Database, act: Act): Promise<FineCounts> {
  const counts: FineCounts = { fined: 0, withinGrace: 0 };
  for (const shopId of await listDebtors(database.reader)) {
    const { fined, withinGrace } = await database.write((tx) => applyFinesTo(tx, act, shopId));
    counts.fined += fined;
    counts.withinGrace += withinGrace;
  }
  return counts;
}

async function applyFinesTo(tx: Writer, act: Act, shopId: string): Promise<FineCounts> {
  const opened = await openBooks(tx, shopId);
  const today = dayOf(act.at);
  const withinGrace = invoicesWithinGrace(opened.books, today).length;
  const overdue = overdueInvoices(opened.books, today);
  if (overdue.length === 0) return { fined: 0, withinGrace };
  for (const { id } of overdue) {
    const effective_at = momentFor(opened, act, id);
    await insertFact(tx, act, opened.shop, { kind: 'fine applied', effective_at, invoice_id: id });
  }
  const settled = await settleBooks(tx, act, opened, { fined: overdue.map(({ id }) => id) });
  for (const { id } of overdue) await noteFine(tx, act, settled, id);
  return { fined: overdue.length, withinGrace };
}
