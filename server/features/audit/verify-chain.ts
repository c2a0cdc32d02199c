import { dayOf } from '#billing/calendar.ts';
import { message } from '#contract/messages/message.ts';
import type { Database } from '../../db/connect.ts';
import { listAuditCounts, listEntriesAfter, readHead } from './queries.ts';
import { hashEntry } from './write-audit.ts';

const PAGE = 2000;

/** After a break it continues from the entry as stored, so that one break hides no other. */
export async function verifyChain(database: Database): Promise<{ entries: number; differences: string[] }> {
  return database.snapshot(async (db) => {
    let entries = 0;
    const differences: string[] = [];
    let expected = '';
    const counted = new Map<string, number>();
    for (let lastId = 0; ; ) {
      const page = await listEntriesAfter(db, lastId, PAGE);
      for (const { id, hash, ...entry } of page) {
        if (entry.previous_hash !== expected || hash !== hashEntry(entry)) {
          differences.push(message('audit.verify.broken', { id: String(id) }));
        }
        expected = hash;
        lastId = id;
        const place = `${dayOf(entry.event_date)} ${entry.event_type}`;
        counted.set(place, (counted.get(place) ?? 0) + 1);
      }
      entries += page.length;
      if (page.length < PAGE) break;
    }
    const head = await readHead(db);
    if (head !== expected) differences.push(message('audit.verify.truncated'));
    if (differences.length === 0) differences.push(...compareCounts(counted, await listAuditCounts(db)));
    return { entries, differences };
  });
}

function compareCounts(
  counted: ReadonlyMap<string, number>,
  stored: Awaited<ReturnType<typeof listAuditCounts>>,
): string[] {
  const storedCounts = new Map(stored.map(({ day, event_type, entries }) => [`${day} ${event_type}`, entries]));
  return [...new Set([...counted.keys(), ...storedCounts.keys()])]
    .filter((place) => counted.get(place) !== storedCounts.get(place))
    .map((place) =>
      message('audit.verify.count', { place, stored: storedCounts.get(place) ?? 0, found: counted.get(place) ?? 0 }),
    );
}
