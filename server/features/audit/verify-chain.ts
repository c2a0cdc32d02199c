import type { Database } from '../../db/connect.ts';
import { hashEntry } from './note-event.ts';
import { listEntriesAfter, readHead } from './queries.ts';

const PAGE = 2000;

/**
 * Walks the chain of the audit log: each entry must follow from the one before it, and the newest must be the head. After
 * a break it goes on from the entry as it stands, so that one break hides no other.
 */
export async function verifyChain(database: Database): Promise<{ entries: number; differences: string[] }> {
  return database.snapshot(async (db) => {
    let entries = 0;
    const differences: string[] = [];
    let expected = '';
    for (let lastId = 0; ; ) {
      const page = await listEntriesAfter(db, lastId, PAGE);
      for (const { id, hash, ...entry } of page) {
        if (entry.previous_hash !== expected || hash !== hashEntry(entry)) {
          differences.push(`audit entry ${id} does not follow from the one before it`);
        }
        expected = hash;
        lastId = id;
      }
      entries += page.length;
      if (page.length < PAGE) break;
    }
    const head = await readHead(db);
    if (head !== expected) differences.push('the newest audit entries are missing');
    return { entries, differences };
  });
}
