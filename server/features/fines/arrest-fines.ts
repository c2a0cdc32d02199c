import { finesToArrest } from '#billing/fine.ts';
import type { Act } from '../../act.ts';
import type { Database } from '../../db/connect.ts';
import { arrestDebts } from '../books/arrest-debts.ts';

/** Puts every fine that is unpaid for 30 days under arrest; gives how many (books.md, Arrest). */
export function arrestFines(database: Database, act: Act): Promise<number> {
  return arrestDebts(database, act, { kind: 'fine arrested', due: finesToArrest, what: 'Fine on' });
}
