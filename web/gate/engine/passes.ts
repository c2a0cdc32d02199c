import { dayOf, type Instant } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { foldPlate } from '#contract/fold-text.ts';
import { lastDayOfPass } from '#contract/pass-days.ts';
import type { passes } from '#contract/passes.ts';
import { cancelledNumbers, isRejected, type KnownPass, type Phone, type QueueEntry } from './entries.ts';

export function readPasses(answer: Answer<typeof passes.list>): KnownPass[] {
  return answer.map((pass) => ({
    number: pass.number,
    deviceNumber: pass.device_number,
    vehicleNumber: pass.vehicleNumber,
    term: pass.term,
    from: dayOf(pass.issued_at),
    until: pass.valid_until,
    lastEntry: pass.last_entry,
  }));
}

/**
 * Returns the pass with which a vehicle may enter: one that the office knew when it was last asked, or one of this phone.
 * A pass that was cancelled on this phone is none, although the office may not know it yet.
 */
export function findPass(
  { phone, entries }: { phone: Pick<Phone, 'passes'>; entries: readonly QueueEntry[] },
  vehicleNumber: string,
  now: Instant,
): KnownPass | undefined {
  const plate = foldPlate(vehicleNumber);
  if (plate === '') return undefined;
  const cancelled = cancelledNumbers(entries);
  const today = dayOf(now);
  const isValid = ({ deviceNumber, from, until }: KnownPass) =>
    from <= today && today <= until && !(deviceNumber !== null && cancelled.has(deviceNumber));
  const known = [...phone.passes, ...ownPasses(entries)].filter((pass) => foldPlate(pass.vehicleNumber) === plate);
  const pass = known.filter(isValid).toSorted((one, other) => (one.until < other.until ? 1 : -1))[0];
  return pass && { ...pass, lastEntry: lastEntryOf(pass, entries) };
}

/** The passes that this phone issued, which the office may not have yet. */
function ownPasses(entries: readonly QueueEntry[]): KnownPass[] {
  return entries.flatMap((entry) => {
    if (entry.what !== 'ticket' || entry.kind.subject !== 'vehicle' || isRejected(entry)) return [];
    const { vehicleNumber, pass: term } = entry.kind;
    if (term === undefined) return [];
    const from = dayOf(entry.at);
    const number = entry.serverNumber ?? entry.number;
    const until = lastDayOfPass(term, from);
    return [{ number, deviceNumber: entry.number, vehicleNumber, term, from, until, lastEntry: null }];
  });
}

function lastEntryOf({ number, deviceNumber, lastEntry }: KnownPass, entries: readonly QueueEntry[]): Instant | null {
  const own = entries.findLast(
    (entry) => entry.what === 'entry' && (entry.pass === number || entry.pass === deviceNumber) && !isRejected(entry),
  );
  return own && (lastEntry === null || own.at > lastEntry) ? own.at : lastEntry;
}
