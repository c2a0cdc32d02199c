import type { Instant } from '#billing/calendar.ts';
import { type Cents, sumCents } from '#billing/money.ts';
import type { Role } from '#contract/permissions.ts';
import type { SanitationPrice, VehicleType, vehicleTypes } from '#contract/tickets.ts';

/** The contract's types in its order. Not imported from there, because its schemas would be loaded too. */
export const gateVehicleTypes: typeof vehicleTypes = ['Lorry', 'Van', 'Three-Wheeler', 'Motorbike', 'Car'];

export type TicketKind =
  | { subject: 'sanitation'; price: SanitationPrice }
  | { subject: 'vehicle'; vehicleType: VehicleType; vehicleNumber: string };

export interface Rejection {
  code: string;
  message: string;
}

interface Queued {
  order: number;
  key: string;
  /** Email of the actor. The entry is sent only in their session. */
  by: string;
  /** By this phone's clock. */
  at: Instant;
  shiftId: string;
  /** Stored values. `refused`: the server rejects it as it is. `told`: rejected, and reported to the office. */
  state: 'waiting' | 'sent' | 'refused' | 'told';
  /** Why it was rejected, or why it still waits although the server answered. */
  refusal: Rejection | null;
}

export interface ShiftOpening extends Queued {
  what: 'opening';
  device: string;
  cash: Cents;
}

export interface TicketEntry extends Queued {
  what: 'ticket';
  /** Assigned by this phone: `K-17`. */
  number: string;
  cents: Cents;
  kind: TicketKind;
  /** The server's id and number; null until it is sent. */
  serverId: number | null;
  serverNumber: string | null;
}

/** A cancelled ticket. Sent after its ticket, so that the server has every number. */
export interface CancellationEntry extends Queued {
  /** Stored value. */
  what: 'undoing';
  number: string;
  reason: string;
}

export interface ShiftClosing extends Queued {
  what: 'closing';
  opened: Instant;
  tickets: number;
  opening: Cents;
  /** Opening cash and valid tickets: counted by this phone, after sending by the server. */
  expected: Cents;
  counted: Cents;
  reason: string;
}

/** An event at the gate. The server receives all of them in order. */
export type QueueEntry = ShiftOpening | TicketEntry | CancellationEntry | ShiftClosing;

/** The user of this phone. They can continue to issue tickets when their session ends. */
export interface Person {
  email: string;
  name: string;
  role: Role;
}

export interface Phone {
  /** Assigned by the server; null before the first sign-in. */
  deviceCode: string | null;
  /** Count in the number of the newest ticket. */
  last: number;
  person: Person | null;
  mode: TicketKind['subject'];
  prices: Partial<Record<VehicleType, Cents>>;
  /** Vehicle numbers, newest first. */
  recent: string[];
}

export const NEW_PHONE: Phone = {
  deviceCode: null,
  last: 0,
  person: null,
  mode: 'sanitation',
  prices: {},
  recent: [],
};

export function cancelledNumbers(entries: readonly QueueEntry[]): Set<string> {
  return new Set(entries.flatMap((entry) => (entry.what === 'undoing' ? [entry.number] : [])));
}

export interface OpenShiftState {
  id: string;
  opened: Instant;
  opening: Cents;
  /** Valid tickets, without rejected ones. */
  tickets: TicketEntry[];
  expected: Cents;
  /** Number of rejected tickets: their cash is in the box, but in no total. */
  rejected: number;
}

export function openShiftOf(entries: readonly QueueEntry[], by: string): OpenShiftState | undefined {
  const closed = new Set(entries.flatMap((entry) => (entry.what === 'closing' ? [entry.shiftId] : [])));
  const opening = entries.findLast(
    (entry) => entry.what === 'opening' && entry.by === by && !closed.has(entry.shiftId),
  );
  if (opening?.what !== 'opening') return undefined;
  const cancelled = cancelledNumbers(entries);
  const all = entries.filter(
    (entry) => entry.what === 'ticket' && entry.shiftId === opening.shiftId && !cancelled.has(entry.number),
  ) as TicketEntry[];
  const tickets = all.filter(({ state }) => state === 'waiting' || state === 'sent');
  return {
    id: opening.shiftId,
    opened: opening.at,
    opening: opening.cash,
    tickets,
    expected: sumCents([opening.cash, ...tickets.map((ticket) => ticket.cents)]),
    rejected: all.length - tickets.length,
  };
}

export function lastClosingOf(entries: readonly QueueEntry[], by: string): ShiftClosing | undefined {
  return entries.findLast((entry): entry is ShiftClosing => entry.what === 'closing' && entry.by === by);
}

/** Returns the newest ticket of a shift: the only one that can be cancelled. */
export function lastTicketOf(entries: readonly QueueEntry[], shiftId: string): TicketEntry | undefined {
  return entries.findLast((entry): entry is TicketEntry => entry.what === 'ticket' && entry.shiftId === shiftId);
}

export function waitingOf(entries: readonly QueueEntry[], by: string): { all: number; tickets: number } {
  const waiting = entries.filter((entry) => entry.state === 'waiting' && entry.by === by);
  return { all: waiting.length, tickets: waiting.filter(({ what }) => what === 'ticket').length };
}

/** Returns the waiting tickets of all other users by email; 0 when only a shift waits. */
export function waitingOfOthers(entries: readonly QueueEntry[], by: string | undefined): Map<string, number> {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    if (entry.state !== 'waiting' || entry.by === by) continue;
    counts.set(entry.by, (counts.get(entry.by) ?? 0) + (entry.what === 'ticket' ? 1 : 0));
  }
  return counts;
}

/** Returns the entries that need attention: rejected, not cancelled and not yet reported to the office. */
export function rejectedEntries(entries: readonly QueueEntry[]): QueueEntry[] {
  const cancelled = cancelledNumbers(entries);
  return entries.filter(
    (entry) => entry.state === 'refused' && !(entry.what === 'ticket' && cancelled.has(entry.number)),
  );
}
