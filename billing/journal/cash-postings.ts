import type { Day } from '../calendar.ts';
import { type JournalAccount, type JournalEntry, journalEntry, moving, type Posting } from './entries.ts';

/** A cash session with the days on which its cash moved (billing/places.ts has the same moves without days). */
export interface DatedSession {
  id: number;
  opened: Day;
  float: number;
  floatExpected: number | null;
  fromHeld: number;
  closed: { day: Day; expected: number; counted: number; kept: number } | null;
  banked: { day: Day; account: JournalAccount } | null;
  keptBanked: { day: Day; account: JournalAccount } | null;
}

export interface DatedShift {
  id: string;
  opened: Day;
  opening: number;
  fromHeld: number;
  /** All tickets of the shift that are not void. */
  tickets: number;
  closed: { day: Day; counted: number; isHandedOver: boolean } | null;
}

export interface DatedHandover {
  id: number;
  day: Day;
  expected: number;
  given: number;
  received: number;
  left: number;
  isIntoDrawer: boolean;
  banked: { day: Day; account: JournalAccount } | null;
}

/** The tickets of a day whose cash is in one place. */
export interface TicketsOfDay {
  day: Day;
  place: 'gate_shift' | 'to_count' | 'gate_counted';
  cents: number;
}

/** A movement of an object: `suffix` tells the movements of one object apart. */
interface Movement {
  suffix: string;
  day: Day;
  what: string;
  postings: readonly Posting[];
}

function entriesOf(prefix: string, name: string, movements: readonly Movement[]): JournalEntry[] {
  const entries = movements.map(({ suffix, day, what, postings }) =>
    journalEntry({ id: `${prefix}${suffix}`, day, text: `${name} ${what}`, postings }),
  );
  return entries.filter((entry) => entry !== undefined);
}

export function postSession(session: DatedSession): JournalEntry[] {
  const { id, opened, float, floatExpected, fromHeld, closed, banked, keptBanked } = session;
  const expected = floatExpected ?? 0;
  const others: JournalAccount = floatExpected === null ? 'floats' : 'differences';
  const opening = [
    ...moving('kept', 'drawers', expected),
    ...moving('gate_held', 'drawers', fromHeld),
    ...moving(others, 'drawers', float - expected - fromHeld),
  ];
  const movements: Movement[] = [{ suffix: '', day: opened, what: 'opened', postings: opening }];
  if (closed) {
    const { day, counted, kept } = closed;
    const counting = [
      ...moving('drawers', 'to_bank', counted - kept),
      ...moving('drawers', 'kept', kept),
      ...moving('drawers', 'differences', closed.expected - counted),
    ];
    movements.push({ suffix: 'C', day, what: 'counted', postings: counting });
    if (banked) {
      const postings = moving('to_bank', banked.account, counted - kept);
      movements.push({ suffix: 'B', day: banked.day, what: 'banked', postings });
    }
    if (keptBanked) {
      const postings = moving('kept', keptBanked.account, kept);
      movements.push({ suffix: 'K', day: keptBanked.day, what: 'rest banked', postings });
    }
  }
  return entriesOf(`S${id}`, `cash session ${id}`, movements);
}

export function postShift({ id, opened, opening, fromHeld, tickets, closed }: DatedShift): JournalEntry[] {
  const lent = [...moving('gate_held', 'gate_shift', fromHeld), ...moving('floats', 'gate_shift', opening - fromHeld)];
  const movements: Movement[] = [{ suffix: '', day: opened, what: 'opened', postings: lent }];
  if (closed) {
    const { day, counted, isHandedOver } = closed;
    // Earlier releases lent the opening cash for the time of the shift.
    const left = isHandedOver
      ? moving('gate_shift', 'gate_held', counted)
      : [...moving('gate_shift', 'floats', opening), ...moving('gate_shift', 'gate_counted', counted - opening)];
    const postings = [...moving('gate_shift', 'differences', opening + tickets - counted), ...left];
    movements.push({ suffix: 'C', day, what: 'counted', postings });
  }
  return entriesOf(`G${id}`, 'gate shift', movements);
}

export function postHandover(handover: DatedHandover): JournalEntry[] {
  const { id, day, expected, given, received, left, isIntoDrawer, banked } = handover;
  const handing = [
    ...moving('floats', 'gate_held', given),
    ...moving('gate_held', isIntoDrawer ? 'drawers' : 'to_bank', received),
    ...moving('gate_held', 'differences', expected + given - received - left),
  ];
  const movements: Movement[] = [{ suffix: '', day, what: 'received', postings: handing }];
  if (banked && !isIntoDrawer) {
    const postings = moving('to_bank', banked.account, received);
    movements.push({ suffix: 'B', day: banked.day, what: 'banked', postings });
  }
  return entriesOf(`H${id}`, `hand-over ${id}`, movements);
}

export function postTickets({ day, place, cents }: TicketsOfDay): JournalEntry[] {
  const movement = { suffix: '', day, what: 'of the day', postings: moving('tickets', place, cents) };
  return entriesOf(`T${day}-${place}`, 'tickets', [movement]);
}
