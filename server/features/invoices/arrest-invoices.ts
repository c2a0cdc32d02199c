import { unpaidOf } from '#billing/books.ts';
import { invoicesToArrest } from '#billing/fine.ts';
import type { MarketEffect } from '#contract/market-actions.ts';
import type { Act } from '../../act.ts';
import type { Reader } from '../../db/connect.ts';
import { type Arrest, arrestDebts } from '../books/arrest-debts.ts';
import type { Pass } from '../market-runs/over-market.ts';

const invoiceArrest: Arrest = {
  kind: 'invoice arrested',
  due: invoicesToArrest,
  owed: unpaidOf,
  what: 'Invoice',
  describe: (count) => (count === 0 ? 'No open invoice is 30 days old.' : `Invoices put under arrest: ${count}.`),
};

/** Puts every invoice that is open for 30 days under arrest (books.md, Arrest). */
export function arrestInvoices(db: Reader, act: Act, pass: Pass): Promise<MarketEffect> {
  return arrestDebts(db, act, invoiceArrest, pass);
}
