import { type Day, dayOf } from '#billing/calendar.ts';
import type { Books, FoldedInvoice } from '#billing/ledger.ts';
import type { Cents } from '#billing/money.ts';
import type { MarketEffect } from '#contract/bulk-actions.ts';
import type { Act } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { noteEvent } from '../audit/write-audit.ts';
import { overMarket, type Pass, type ShopOutcome } from '../bulk-actions/for-each-shop.ts';
import { momentFor, openBooks } from './load-ledger.ts';
import { insertFact, listDebtors } from './queries.ts';
import { numberOf, settleBooks } from './recompute-ledger.ts';

/** What an arrest action names: invoices, or the fines on them. */
export interface Arrest {
  kind: 'invoice arrested' | 'fine arrested';
  /** Those of a shop that are due for it on that day. */
  due: (books: Books, today: Day) => FoldedInvoice[];
  /** What is still owed of it. */
  owed: (invoice: FoldedInvoice) => Cents;
  /** How the audit log begins to tell of one: 'Invoice', 'Fine on'. */
  what: string;
  /** The sentence for so many. */
  describe: (count: number) => string;
}

/**
 * Takes an arrest action on every shop that owes anything, one transaction a shop. One fact for each invoice it names; it
 * moves no money (books.md, Arrest).
 */
export async function arrestDebts(db: Reader, act: Act, arrest: Arrest, pass: Pass): Promise<MarketEffect> {
  const effect = await overMarket(await listDebtors(db), pass, (tx, { shop_id }) =>
    arrestDebtsOf(tx, act, shop_id, arrest),
  );
  return { message: arrest.describe(effect.count), ...effect };
}

async function arrestDebtsOf(
  tx: Writer,
  act: Act,
  shopId: string,
  { kind, due, owed, what }: Arrest,
): Promise<ShopOutcome[]> {
  const opened = await openBooks(tx, shopId);
  const named = due(opened.books, dayOf(act.at));
  if (named.length === 0) return [];
  for (const { id } of named) {
    const effective_at = momentFor(opened, act, id);
    await insertFact(tx, act, opened.shop, { kind, effective_at, invoice_id: id });
  }
  await settleBooks(tx, act, opened);
  const outcomes: ShopOutcome[] = [];
  for (const invoice of named) {
    const number = numberOf(opened, invoice.id);
    await noteEvent(tx, act, {
      type: 'Arrest Action',
      description: `${what} ${number} put under arrest`,
      shopId: opened.shop.shop_id,
      invoiceId: number,
    });
    outcomes.push({ status: 'success', invoice_id: number, cents: owed(invoice) });
  }
  return outcomes;
}
