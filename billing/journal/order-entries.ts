import type { Day } from '../calendar.ts';
import type { JournalEntry } from './entries.ts';

/**
 * Yields entries by day and id, which is their order in a journal. It yields undefined while it looks through them, so
 * that whoever reads many of them can do something else in between.
 */
export function* orderEntries<Entry extends JournalEntry>(entries: Iterable<Entry>): Generator<Entry | undefined> {
  const days = new Map<Day, Entry[]>();
  for (const entry of entries) {
    const ofDay = days.get(entry.day);
    if (ofDay) ofDay.push(entry);
    else days.set(entry.day, [entry]);
    yield undefined;
  }
  for (const day of [...days.keys()].sort()) yield* (days.get(day) ?? []).sort(byId);
}

function byId(one: JournalEntry, other: JournalEntry): number {
  return one.id < other.id ? -1 : 1;
}
