import { addDays, dayOf, type Instant } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import { newKey, newUuid } from '#web/ui/form/use-form-key.ts';
import {
  cancelledNumbers,
  type KnownPass,
  keyOf,
  openShiftOf,
  type Person,
  type QueueEntry,
  type ShiftClosing,
  type TicketEntry,
  type TicketKind,
  ticketsOf,
} from './entries.ts';
import type { GateState, GateStore } from './gate-store.ts';
import { type KnownVehicle, rememberVehicle } from './known-vehicles.ts';
import { splitShift } from './shift-split.ts';

export interface GateActor {
  by: string;
  email?: string;
  at: Instant;
}

/** Adds the account's id to the entries of older versions, which identify their account by its email. */
export function adoptEntries(store: GateStore, person: Person): Promise<void> {
  const { email } = person;
  const by = keyOf(person);
  if (by === email) return Promise.resolve();
  return store.change(async (state) => {
    const own = (await state.entries()).filter((entry) => entry.by === email);
    for (const entry of own) await state.save({ ...entry, by, email });
  });
}

const SENT_DAYS = 3;

/**
 * Opens a shift, unless one is open already, for example after a tap in each of two tabs. Removes entries that were
 * sent days ago.
 */
export function queueShiftOpening(store: GateStore, cash: Cents, actor: GateActor): Promise<void> {
  const { by, at } = actor;
  return store.change(async (state) => {
    const { deviceCode } = await state.phone();
    const entries = await state.entries();
    if (deviceCode === null) throw new Error('A phone without a device code cannot open a shift.');
    if (openShiftOf(entries, by)) return;
    for (const old of sentLongAgo(entries, at)) await state.remove(old.order);
    await state.add({ ...queued(newUuid(), actor), what: 'opening', device: deviceCode, cash });
  });
}

interface TicketsInput {
  kind: TicketKind;
  cents: Cents;
  count: number;
}

/** Adds all tickets or none, with consecutive numbers. Returns the last ticket. */
export function queueTickets(
  store: GateStore,
  { kind, cents, count }: TicketsInput,
  actor: GateActor,
): Promise<TicketEntry[]> {
  return store.change(async (state) => {
    const phone = await state.phone();
    const shift = openShiftOf(await state.entries(), actor.by);
    if (phone.deviceCode === null || !shift) throw new Error('A ticket needs a device code and an open shift.');
    await state.savePhone({
      ...phone,
      last: phone.last + count,
      vehicles: withVehicle(phone.vehicles, kind, actor.at),
    });
    const add = (last: number) => {
      const mine = { number: `${phone.deviceCode}-${last}`, cents, kind, serverId: null, serverNumber: null };
      return state.add({ ...queued(shift.id, actor), what: 'ticket', ...mine }) as Promise<TicketEntry>;
    };
    const tickets: TicketEntry[] = [];
    for (let made = 1; made <= count; made += 1) tickets.push(await add(phone.last + made));
    return tickets;
  });
}

export function queuePassEntry(
  store: GateStore,
  { number, vehicleNumber }: Pick<KnownPass, 'number' | 'vehicleNumber'>,
  actor: GateActor,
): Promise<void> {
  return store.change(async (state) => {
    const shift = openShiftOf(await state.entries(), actor.by);
    if (!shift) throw new Error('An entry needs an open shift.');
    await state.add({ ...queued(shift.id, actor), what: 'entry', pass: number, vehicleNumber });
  });
}

/** Counts that a ticket was printed. */
export function countPrint(store: GateStore, order: number): Promise<void> {
  return store.change(async (state) => {
    const ticket = await state.find(order);
    if (ticket?.what === 'ticket') await state.save({ ...ticket, prints: (ticket.prints ?? 0) + 1 });
  });
}

/** Adds a cancellation for each of these tickets that is not cancelled yet. */
export function queueCancellations(
  store: GateStore,
  { orders, reason }: { orders: readonly number[]; reason: string },
  actor: GateActor,
): Promise<void> {
  return store.change(async (state) => {
    const cancelled = cancelledNumbers(await state.entries());
    for (const order of orders) {
      const ticket = await state.find(order);
      if (ticket?.what !== 'ticket' || cancelled.has(ticket.number)) continue;
      const { number, shiftId } = ticket;
      await state.add({ ...queued(shiftId, actor), what: 'undoing', number, reason });
    }
  });
}

/** Stores the first count of the cash. Later counts are ignored, because by then the user has seen the expected sum. */
export function queueCount(store: GateStore, counted: Cents, { by }: GateActor): Promise<void> {
  return store.change(async (state) => {
    const entries = await state.entries();
    const shift = openShiftOf(entries, by);
    const opening = entries.find((entry) => entry.what === 'opening' && entry.shiftId === shift?.id);
    if (opening?.what === 'opening' && opening.counted === undefined) await state.save({ ...opening, counted });
  });
}

export function queueShiftClosing(store: GateStore, reason: string, actor: GateActor): Promise<void> {
  return store.change(async (state) => {
    const entries = await state.entries();
    const shift = openShiftOf(entries, actor.by);
    if (shift?.counted === undefined) return;
    const { opened, opening, expected, counted, tickets } = shift;
    const split = splitShift(entries, shift.id, await state.phone());
    const all = ticketsOf(entries, shift.id);
    const last = all[0]?.number ?? null;
    const copies = all.reduce((sum, { prints = 0 }) => sum + Math.max(0, prints - 1), 0);
    const sums = { opened, opening, expected, counted, tickets: tickets.length, last, split, copies, reason };
    await state.add({ ...queued(shift.id, actor), what: 'closing', ...sums });
  });
}

export function explainClosing(store: GateStore, order: number, reason: string): Promise<void> {
  return store.change(async (state) => {
    const closing = await state.find(order);
    if (closing?.what !== 'closing' || closing.state !== 'refused') return;
    // A closing with a reason is a different request, so it needs a new idempotency key.
    await state.save({ ...closing, reason, key: newKey(), state: 'waiting', refusal: null });
  });
}

export function markReported(store: GateStore, order: number): Promise<void> {
  return store.change(async (state) => {
    const entry = await state.find(order);
    if (entry?.state === 'refused') await state.save({ ...entry, state: 'told' });
  });
}

export async function markSent(state: GateState, entry: QueueEntry, facts: SentFacts): Promise<void> {
  const { serverId = null, serverNumber = null, closing = {} } = facts;
  const sent = { state: 'sent', refusal: null } as const;
  if (entry.what === 'ticket') await state.save({ ...entry, ...sent, serverId, serverNumber });
  else if (entry.what === 'closing') await state.save({ ...entry, ...sent, ...closing });
  else if (entry.what === 'walk') await state.save({ ...entry, ...sent, picture: null });
  else await state.save({ ...entry, ...sent });
}

export interface SentFacts {
  serverId?: number;
  serverNumber?: string;
  closing?: Partial<Pick<ShiftClosing, 'tickets' | 'expected' | 'split'>>;
}

function queued(shiftId: string, { by, email, at }: GateActor) {
  return {
    key: newKey(),
    by,
    ...(email !== undefined && { email }),
    at,
    shiftId,
    state: 'waiting',
    refusal: null,
  } as const;
}

function sentLongAgo(entries: readonly QueueEntry[], at: Instant): QueueEntry[] {
  const oldest = addDays(dayOf(at), -SENT_DAYS);
  const closed = new Set(entries.flatMap((entry) => (entry.what === 'closing' ? [entry.shiftId] : [])));
  const unsent = new Set(
    entries.flatMap((entry) => (entry.state === 'waiting' || entry.state === 'refused' ? [entry.shiftId] : [])),
  );
  return entries.filter((entry) => closed.has(entry.shiftId) && !unsent.has(entry.shiftId) && dayOf(entry.at) < oldest);
}

function withVehicle(known: KnownVehicle[], kind: TicketKind, at: Instant): KnownVehicle[] {
  if (kind.subject !== 'vehicle') return known;
  return rememberVehicle(known, { number: kind.vehicleNumber, type: kind.vehicleType, at });
}
