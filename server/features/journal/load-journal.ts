import { type HeldEntry, holdClosed } from '#billing/journal/hold-closed.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { loadClosedJournal } from '../../db/closed-journal.ts';
import type { Reader } from '../../db/connect.ts';
import { collectInTurns } from '../../turns.ts';
import { findDifference } from './check-journal.ts';
import { loadJournalEntries } from './load-entries.ts';

const MOST_NAMED = 10;

/**
 * Loads the whole journal, closed months as they were closed. Throws a Refusal if it does not agree with the ledgers
 * and the places of money.
 */
export async function loadJournal(db: Reader): Promise<HeldEntry[]> {
  const closed = await loadClosedJournal(db);
  const all = await collectInTurns(holdClosed(await loadJournalEntries(db), closed));
  const { places, tenancies } = await findDifference(db, all);
  if (places.length + tenancies.length === 0) return all;
  const named = [...places, ...tenancies.map((id) => `tenancy ${id}`)].slice(0, MOST_NAMED).join(', ');
  throw new Refusal('journal_differs', { message: apiMessage('refusals.journal_differs.named', { named }) });
}
