import { addDays, dayOf, type Instant } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import { newKey } from '#web/ui/form/use-form-key.ts';
import {
  cancelledNumbers,
  openShiftOf,
  type QueueEntry,
  type ShiftClosing,
  type TicketEntry,
  type TicketKind,
} from './entries.ts';
import type { GateState, GateStore } from './gate-store.ts';

/** Who does something at the gate, and when. */
export interface GateActor {
  by: string;
  at: Instant;
}

const RECENT_VEHICLES = 6;
/** What was sent is kept so long, to be looked up; the server keeps it for good. */
const KEPT_DAYS = 3;
const UNDO_REASON = 'Undone at the gate.';

/**
 * Opens a shift with the cash in the box, unless there is one open already, as after a tap in two tabs. What was sent days
 * ago goes from the phone.
 */
export function queueShiftOpening(store: GateStore, cash: Cents, { by, at }: GateActor): Promise<void> {
  return store.change(async (book) => {
    const { letters } = await book.phone();
    const entries = await book.entries();
    if (letters === null) throw new Error('A phone without letters cannot open a shift.');
    if (openShiftOf(entries, by)) return;
    for (const old of sentLongAgo(entries, at)) await book.drop(old.order);
    await book.add({ ...queued(newUuid(), { by, at }), what: 'opening', device: letters, cash });
  });
}

/** Issues a ticket under the next number of this phone, which no other tab can take. It waits to be sent from then on. */
export function queueTicket(store: GateStore, kind: TicketKind, cents: Cents, doing: GateActor): Promise<TicketEntry> {
  return store.change(async (book) => {
    const phone = await book.phone();
    const shift = openShiftOf(await book.entries(), doing.by);
    if (phone.letters === null || !shift) throw new Error('A ticket needs the letters of the phone and an open shift.');
    const last = phone.last + 1;
    const recent = kind.subject === 'vehicle' ? withNewest(phone.recent, kind.vehicleNumber) : phone.recent;
    await book.keepPhone({ ...phone, last, recent });
    const number = `${phone.letters}-${last}`;
    const mine = { number, cents, kind, serverId: null, serverNumber: null };
    return (await book.add({ ...queued(shift.id, doing), what: 'ticket', ...mine })) as TicketEntry;
  });
}

/** Takes a ticket back, once. One that still waits is sent first all the same: its number must not be missing. */
export function queueCancellation(store: GateStore, order: number, doing: GateActor): Promise<void> {
  return store.change(async (book) => {
    const ticket = await book.find(order);
    if (ticket?.what !== 'ticket' || cancelledNumbers(await book.entries()).has(ticket.number)) return;
    const { number, shiftId } = ticket;
    await book.add({ ...queued(shiftId, doing), what: 'undoing', number, reason: UNDO_REASON });
  });
}

/** Closes the open shift with the counted cash; the reason says why that is not what is expected. */
export function queueShiftClosing(store: GateStore, counted: Cents, reason: string, doing: GateActor): Promise<void> {
  return store.change(async (book) => {
    const shift = openShiftOf(await book.entries(), doing.by);
    if (!shift) return;
    const { opened, opening, expected, tickets } = shift;
    const sums = { opened, opening, expected, counted, tickets: tickets.length, reason };
    await book.add({ ...queued(shift.id, doing), what: 'closing', ...sums });
  });
}

/** Sends a closing again that the server refused for want of a reason. */
export function explainClosing(store: GateStore, order: number, reason: string): Promise<void> {
  return store.change(async (book) => {
    const closing = await book.find(order);
    if (closing?.what !== 'closing' || closing.state !== 'refused') return;
    // Another request than the one that was refused: it needs a key of its own.
    await book.keep({ ...closing, reason, key: newKey(), state: 'waiting', refusal: null });
  });
}

/** Takes a refused thing from the list of those to look at: somebody said that the office knows. */
export function markReported(store: GateStore, order: number): Promise<void> {
  return store.change(async (book) => {
    const entry = await book.find(order);
    if (entry?.state === 'refused') await book.keep({ ...entry, state: 'told' });
  });
}

/** Writes down that the server has something, with what it says of it. */
export async function markSent(book: GateState, entry: QueueEntry, facts: SentFacts): Promise<void> {
  const { serverId = null, serverNumber = null, closing = {} } = facts;
  const sent = { state: 'sent', refusal: null } as const;
  if (entry.what === 'ticket') await book.keep({ ...entry, ...sent, serverId, serverNumber });
  else if (entry.what === 'closing') await book.keep({ ...entry, ...sent, ...closing });
  else await book.keep({ ...entry, ...sent });
}

/** What the server says of something that it has taken. */
export interface SentFacts {
  serverId?: number;
  serverNumber?: string;
  closing?: Partial<Pick<ShiftClosing, 'tickets' | 'expected' | 'counted' | 'reason'>>;
}

function queued(shiftId: string, { by, at }: GateActor) {
  return { key: newKey(), by, at, shiftId, state: 'waiting', refusal: null } as const;
}

/** Entries of closed shifts that are sent, and older than a few days. */
function sentLongAgo(entries: readonly QueueEntry[], at: Instant): QueueEntry[] {
  const oldest = addDays(dayOf(at), -KEPT_DAYS);
  const closed = new Set(entries.flatMap((entry) => (entry.what === 'closing' ? [entry.shiftId] : [])));
  const alive = new Set(
    entries.flatMap((entry) => (entry.state === 'waiting' || entry.state === 'refused' ? [entry.shiftId] : [])),
  );
  return entries.filter((entry) => closed.has(entry.shiftId) && !alive.has(entry.shiftId) && dayOf(entry.at) < oldest);
}

function withNewest(numbers: readonly string[], newest: string): string[] {
  return [newest, ...numbers.filter((number) => number !== newest)].slice(0, RECENT_VEHICLES);
}

/** A random UUID. (`randomUUID` is missing where the page runs without TLS.) */
function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
