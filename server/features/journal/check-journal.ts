import type { JournalAccount, JournalEntry } from '#billing/journal/entries.ts';
import { addPostings } from '#billing/journal/write-journal.ts';
import type { Place } from '#billing/places.ts';
import type { Reader } from '../../db/connect.ts';
import { takeTurns } from '../../turns.ts';
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
  const { sums, ofOthers } = await sumEntries(entries);
  const places = await loadPlaceSums(db);
  const sumOf = (account: JournalAccount) => sums.get(account) ?? 0;
  const differing = (Object.entries(ACCOUNT_OF_PLACE) as [Place, JournalAccount][])
    .filter(([place, account]) => (places.get(place)?.cents ?? 0) !== sumOf(account))
    .map(([place]) => place);
  const atBank = [...sums].filter(([account]) => isBank(account)).reduce((sum, [, cents]) => sum + cents, 0);
  if (atBank - ofOthers !== (places.get('bank')?.cents ?? 0)) differing.push('bank');
  if ((places.get('nowhere')?.cents ?? 0) !== 0) differing.push('nowhere');
  const due = await listReceivables(db);
  const tenancies = [...due].filter(([id, cents]) => sumOf(`receivables ${id}`) !== cents).map(([id]) => id);
  return { places: [...new Set(differing)], tenancies };
}

const ENTRIES_A_LOOK = 100;

/** Sums all accounts, and what the bank has of lines that are not of tenants. */
async function sumEntries(
  entries: readonly JournalEntry[],
): Promise<{ sums: Map<JournalAccount, number>; ofOthers: number }> {
  const sums = new Map<JournalAccount, number>();
  let ofOthers = 0;
  for (const [at, entry] of entries.entries()) {
    if (at % ENTRIES_A_LOOK === 0) await takeTurns();
    addPostings(sums, entry);
    if (!entry.id.startsWith('B')) continue;
    for (const { account, cents } of entry.postings) if (isBank(account)) ofOthers += cents;
  }
  return { sums, ofOthers };
}

function isBank(account: JournalAccount): boolean {
  return account === 'bank' || account.startsWith('bank ');
}
