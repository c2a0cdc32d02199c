import { createHash } from 'node:crypto';
import type { Month } from '#billing/calendar.ts';
import type { Posting } from '#billing/journal/entries.ts';
import type { ClosedJournal, HeldEntry } from '#billing/journal/hold-closed.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { mapInTurns, takeTurns } from '../turns.ts';
import { type ClosedEntryRow, listClosedEntries, listStandingClosings } from './closed-queries.ts';
import type { Reader } from './connect.ts';

export type ClosedColumns = Omit<ClosedEntryRow, 'closing_id'>;

/** Loads the entries of all closed months; null if none is closed. Throws a Refusal if somebody changed one of them. */
export async function loadClosedJournal(db: Reader): Promise<ClosedJournal | null> {
  const closings = await listStandingClosings(db);
  const last = closings.at(-1);
  if (!last) return null;
  const entries: HeldEntry[] = [];
  for (const closing of closings) {
    const rows = await loadRows(db, closing.id);
    if (!(await isAsClosed(closing, rows))) throw changedMonth(closing.month);
    for (const entry of await mapInTurns(rows, toEntry)) entries.push(entry);
  }
  return { lastDay: last.last_day, entries };
}

/** Returns the closings whose entries somebody changed in the database, by their last month. */
export async function listChangedClosings(db: Reader): Promise<Month[]> {
  const changed: Month[] = [];
  for (const closing of await listStandingClosings(db))
    if (!(await isAsClosed(closing, await loadRows(db, closing.id)))) changed.push(closing.month);
  return changed;
}

/** Returns the columns of the entry at a place in the order of a closing. */
export function toColumns({ id, factId, ofDay, day, text, postings }: HeldEntry, at: number): ClosedColumns {
  return {
    id,
    position: at + 1,
    fact_id: factId,
    of_day: ofDay,
    day,
    text,
    postings: JSON.stringify(postings.map(({ account, cents }) => [account, cents])),
  };
}

/** Returns the SHA-256 of all columns of entries, which the audit log and the closing have. */
export async function digestOf(rows: readonly ClosedColumns[]): Promise<string> {
  const hash = createHash('sha256');
  for (const [at, { id, position, fact_id, of_day, day, text, postings }] of rows.entries()) {
    if (at % ROWS_A_LOOK === 0) await takeTurns();
    hash.update(`${JSON.stringify([id, position, fact_id, of_day, day, text, postings])}\n`);
  }
  return hash.digest('hex');
}

const ROWS_A_LOOK = 100;

async function loadRows(db: Reader, closingId: number): Promise<ClosedEntryRow[]> {
  const rows: ClosedEntryRow[] = [];
  for (let after = 0; ; ) {
    const some = await listClosedEntries(db, { closingId, after });
    rows.push(...some);
    after = some.at(-1)?.position ?? after;
    await takeTurns();
    if (some.length === 0) return rows;
  }
}

function toEntry({ id, fact_id, of_day, day, text, postings }: ClosedEntryRow): HeldEntry {
  const pairs = JSON.parse(postings) as [Posting['account'], number][];
  return {
    id,
    factId: fact_id,
    ofDay: of_day,
    day,
    text,
    postings: pairs.map(([account, cents]) => ({ account, cents })),
  };
}

async function isAsClosed(
  { entries, digest }: { entries: number; digest: string },
  rows: readonly ClosedEntryRow[],
): Promise<boolean> {
  return rows.length === entries && (await digestOf(rows)) === digest;
}

function changedMonth(month: Month): Refusal {
  return new Refusal('journal_differs', {
    message: apiMessage('refusals.journal_differs.closed', { month: { month } }),
  });
}
