import type { Selectable } from 'kysely';
import type { Reader } from './connect.ts';
import type { Tables } from './tables/tables.ts';

export type ClosedEntryRow = Selectable<Tables['closed_entries']>;

/** The number of entries that are read at once, so that other requests are answered in between. */
const ENTRIES_AT_ONCE = 500;

/** Lists the closings that were not reopened, oldest first. */
export function listStandingClosings(db: Reader) {
  return db
    .selectFrom('closings')
    .select(['id', 'month', 'last_day', 'entries', 'digest'])
    .where('reopened_at', 'is', null)
    .orderBy('last_day')
    .execute();
}

/** Lists entries of a closing after a position, in their order. */
export function listClosedEntries(
  db: Reader,
  { closingId, after }: { closingId: number; after: number },
): Promise<ClosedEntryRow[]> {
  return db
    .selectFrom('closed_entries')
    .selectAll()
    .where('closing_id', '=', closingId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(ENTRIES_AT_ONCE)
    .execute();
}
