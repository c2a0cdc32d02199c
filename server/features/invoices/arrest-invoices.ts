import { invoicesToArrest } from '#billing/fine.ts';
import type { Act } from '../../act.ts';
import type { Database } from '../../db/connect.ts';
import { arrestDebts } from '../books/arrest-debts.ts';

/** Puts every invoice that is open for 30 days under arrest; gives how many (books.md, Arrest). */
export function arrestInvoices(database: Database, act: Act): Promise<number> {
  return arrestDebts(database, act, { kind: 'invoice arrested', due: invoicesToArrest, what: 'Invoice' });
}
