import type { JournalAccount, JournalEntry } from '#billing/journal/entries.ts';
import { sumAccounts } from '#billing/journal/write-journal.ts';
import type { Place } from '#billing/places.ts';
import type { Reader } from '../../db/connect.ts';
import { loadPlaceSums } from '../places/load-places.ts';
import { listReceivables } from './queries.ts';

/** The places whose money is in accounts of the journal. The bank is compared without lines that are not of tenants. */
const ACCOUNT_OF_PLACE: Partial<Record<Place, JournalAccount>> = {
  without_session: 'without_session',
  drawer: 'drawers',
  kept: 'kept',
  to_bank: 'to_bank',
  cheques: 'cheques',
  to_confirm: 'to_confirm',
  gate_shift: 'gate_shift',
  to_count: 'to_count',
  gate_held: 'gate_held',
  gate_counted: 'gate_counted',
  difference: 'differences',
  office: 'floats',
};

/** What differs between the journal and the places of money, or the ledgers. */
export interface JournalDifference {
  places: Place[];
  tenancies: number[];
}

/** Compares the entries of the whole journal with where the money is, and with what the tenants are due. */
export async function findDifference(db: Reader, entries: readonly JournalEntry[]): Promise<JournalDifference> {
  const sums = sumAccounts(entries);
  const places = await loadPlaceSums(db);
  const sumOf = (account: JournalAccount) => sums.get(account) ?? 0;
  const differing = (Object.entries(ACCOUNT_OF_PLACE) as [Place, JournalAccount][])
    .filter(([place, account]) => (places.get(place)?.cents ?? 0) !== sumOf(account))
    .map(([place]) => place);
  const isBank = (account: JournalAccount) => account === 'bank' || account.startsWith('bank ');
  const ignored = entries.filter(({ id }) => id.startsWith('B')).flatMap(({ postings }) => postings);
  const atBank = [...sums].filter(([account]) => isBank(account)).reduce((sum, [, cents]) => sum + cents, 0);
  const ofOthers = ignored.filter(({ account }) => isBank(account)).reduce((sum, { cents }) => sum + cents, 0);
  if (atBank - ofOthers !== (places.get('bank')?.cents ?? 0)) differing.push('bank');
  if ((places.get('nowhere')?.cents ?? 0) !== 0) differing.push('nowhere');
  const due = await listReceivables(db);
  const tenancies = [...due].filter(([id, cents]) => sumOf(`receivables ${id}`) !== cents).map(([id]) => id);
  return { places: [...new Set(differing)], tenancies };
}
