/**
 * The journal of closed months (docs/rules.md, Closing a month). What was closed never changes. What has changed since
 * is an entry of the day on which it was recorded, whatever changed it.
 */
import { addDays, type Day } from '../calendar.ts';
import { accountName, type JournalAccount, type JournalEntry, journalEntry, type Posting } from './entries.ts';

/** An entry of the journal with the fact that it is about. An entry that only changes another has the fact of that. */
export interface HeldEntry extends JournalEntry {
  factId: string;
  /** The day of a closed month to which it belongs; null for an entry on its own day. */
  ofDay: Day | null;
}

/** The entries of all closed months, oldest first. */
export interface ClosedJournal {
  lastDay: Day;
  entries: readonly HeldEntry[];
}

/**
 * Yields the journal of facts of which some are in closed months: the closed entries unchanged, then those of the open
 * days. A fact that became known or changed after its month was closed is on its booked day, with its difference to what was
 * closed. The sums of all accounts are always those of `facts`. It yields undefined for a fact that is as it
 * was closed, so that whoever reads many of them can do something else in between.
 */
export function* holdClosed(
  facts: Iterable<JournalEntry>,
  closed: ClosedJournal | null,
): Generator<HeldEntry | undefined> {
  if (!closed) {
    for (const fact of facts) yield { ...fact, factId: fact.id, ofDay: null };
    return;
  }
  const known = new Map<string, HeldEntry[]>();
  for (const entry of closed.entries) {
    const ofFact = known.get(entry.factId);
    if (ofFact) ofFact.push(entry);
    else known.set(entry.factId, [entry]);
    yield entry;
  }
  for (const fact of facts) {
    const before = known.get(fact.id);
    known.delete(fact.id);
    yield before ? changeOf(before, closed.lastDay, fact) : onOpenDay(fact, closed.lastDay);
  }
  for (const before of known.values()) yield changeOf(before, closed.lastDay);
}

/**
 * The one rule for the month to which money belongs (docs/rules.md, Which month money belongs to): that of its own day
 * while the month is open, otherwise that of the day on which it was recorded, at the earliest the first open day.
 */
export function bookedDay({ day, recorded = day }: { day: Day; recorded?: Day }, lastClosed: Day | null): Day {
  return lastClosed === null || day > lastClosed ? day : laterOf(recorded, addDays(lastClosed, 1));
}

export function laterOf(one: Day, other: Day): Day {
  return one > other ? one : other;
}

function onOpenDay(fact: JournalEntry, lastDay: Day): HeldEntry {
  const day = bookedDay(fact, lastDay);
  const held = { ...fact, factId: fact.id };
  if (day === fact.day) return { ...held, ofDay: null };
  return { ...held, day, text: `${fact.text} (of ${fact.day})`, ofDay: fact.day };
}

/** Returns the difference between a fact and what the closed months have of it. */
function changeOf(closed: readonly HeldEntry[], lastDay: Day, now?: JournalEntry): HeldEntry | undefined {
  const [first] = closed;
  if (!first) return undefined;
  const { factId, text } = first;
  const ofDay = first.ofDay ?? first.day;
  const before = closed.flatMap(({ postings }) => postings);
  const entry = journalEntry({
    id: `${factId}.${closed.length}`,
    day: bookedDay(now ?? { day: lastDay }, lastDay),
    text: `${now?.text ?? text} changed (of ${ofDay})`,
    postings: difference(before, now?.postings ?? []),
  });
  return entry && { ...entry, factId, ofDay };
}

function difference(before: readonly Posting[], after: readonly Posting[]): Posting[] {
  const sums = new Map<JournalAccount, number>();
  const add = (account: JournalAccount, cents: number) => sums.set(account, (sums.get(account) ?? 0) + cents);
  for (const { account, cents } of before) add(account, -cents);
  for (const { account, cents } of after) add(account, cents);
  return [...sums]
    .map(([account, cents]) => ({ account, cents }))
    .sort((one, other) => (accountName(one.account) < accountName(other.account) ? -1 : 1));
}
