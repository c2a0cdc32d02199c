import type { Instant } from '#billing/calendar.ts';
import { type Cents, sumCents } from '#billing/money.ts';
import type { Role } from '#contract/permissions.ts';
import type { SanitationPrice, VehicleType } from '#contract/tickets.ts';

/** What a ticket is for. */
export type TicketKind =
  | { subject: 'sanitation'; price: SanitationPrice }
  | { subject: 'vehicle'; vehicleType: VehicleType; vehicleNumber: string };

/** What the server said about something that it did not take. */
export interface Rejection {
  code: string;
  message: string;
}

interface Queued {
  /** Its place in the queue; the store gives it. */
  order: number;
  /** The Idempotency-Key, made when it happened. */
  key: string;
  /** E-mail of whose act it is: it is sent in their session alone. */
  by: string;
  /** When it happened, by the clock of this phone. */
  at: Instant;
  shiftId: string;
  /**
   * `waiting` to be sent; `sent`: the server has it; `refused`: it has not and will not take it as it is; `told`: refused,
   * and a person said that the office knows.
   */
  state: 'waiting' | 'sent' | 'refused' | 'told';
  /** Why it was refused, or why it still waits although the server was reached. */
  refusal: Rejection | null;
}

export interface ShiftOpening extends Queued {
  what: 'opening';
  /** Letters of the phone. */
  device: string;
  cash: Cents;
}

export interface TicketEntry extends Queued {
  what: 'ticket';
  /** The number that this phone gave: `K-17`. */
  number: string;
  cents: Cents;
  kind: TicketKind;
  /** The server's id and number, once it has answered. */
  serverId: number | null;
  serverNumber: string | null;
}

/** A ticket taken back. It is sent after its ticket, so that no number is missing on the server. */
export interface CancellationEntry extends Queued {
  what: 'undoing';
  /** The device number of the ticket. */
  number: string;
  reason: string;
}

export interface ShiftClosing extends Queued {
  what: 'closing';
  opened: Instant;
  tickets: number;
  opening: Cents;
  /** Cash at the opening and the standing tickets: by this phone, and once sent by the server. */
  expected: Cents;
  counted: Cents;
  reason: string;
}

/** One thing that happened at the gate and that the server has to be told, in order. */
export type QueueEntry = ShiftOpening | TicketEntry | CancellationEntry | ShiftClosing;

/** Whoever works with this phone. They go on working when their session ends. */
export interface Person {
  email: string;
  name: string;
  role: Role;
}

/** What this phone remembers besides the queue. */
export interface Phone {
  /** Letters of its own, from the office; null before the first sign-in. */
  letters: string | null;
  /** The count of its newest ticket. */
  last: number;
  person: Person | null;
  mode: TicketKind['subject'];
  /** Price of a ticket of each type of vehicle, as set on this phone. */
  prices: Partial<Record<VehicleType, Cents>>;
  /** Vehicle numbers, the newest first. */
  recent: string[];
}

export const NEW_PHONE: Phone = {
  letters: null,
  last: 0,
  person: null,
  mode: 'sanitation',
  prices: {},
  recent: [],
};

/** Numbers of tickets that were taken back on this phone. */
export function cancelledNumbers(entries: readonly QueueEntry[]): Set<string> {
  return new Set(entries.flatMap((entry) => (entry.what === 'undoing' ? [entry.number] : [])));
}

/** A shift as this phone knows it. */
export interface OpenShiftState {
  id: string;
  opened: Instant;
  opening: Cents;
  /** Standing tickets, not those that the server refused. */
  tickets: TicketEntry[];
  /** Opening cash and the standing tickets. */
  expected: Cents;
  /** Tickets that the server refused: their money is in the box, and in no sum. */
  refused: number;
}

/** The shift that somebody has open on this phone. */
export function openShiftOf(entries: readonly QueueEntry[], by: string): OpenShiftState | undefined {
  const closed = new Set(entries.flatMap((entry) => (entry.what === 'closing' ? [entry.shiftId] : [])));
  const opening = entries.findLast(
    (entry) => entry.what === 'opening' && entry.by === by && !closed.has(entry.shiftId),
  );
  if (opening?.what !== 'opening') return undefined;
  const undone = cancelledNumbers(entries);
  const all = entries.filter(
    (entry) => entry.what === 'ticket' && entry.shiftId === opening.shiftId && !undone.has(entry.number),
  ) as TicketEntry[];
  const tickets = all.filter(({ state }) => state === 'waiting' || state === 'sent');
  return {
    id: opening.shiftId,
    opened: opening.at,
    opening: opening.cash,
    tickets,
    expected: sumCents([opening.cash, ...tickets.map((ticket) => ticket.cents)]),
    refused: all.length - tickets.length,
  };
}

/** The newest shift that somebody closed on this phone. */
export function lastClosingOf(entries: readonly QueueEntry[], by: string): ShiftClosing | undefined {
  return entries.findLast((entry): entry is ShiftClosing => entry.what === 'closing' && entry.by === by);
}

/** The newest ticket of a shift; the one that can be undone. */
export function lastTicketOf(entries: readonly QueueEntry[], shiftId: string): TicketEntry | undefined {
  return entries.findLast((entry): entry is TicketEntry => entry.what === 'ticket' && entry.shiftId === shiftId);
}

/** What waits to be sent of one person: how many things, and how many of them are tickets. */
export function waitingOf(entries: readonly QueueEntry[], by: string): { all: number; tickets: number } {
  const waiting = entries.filter((entry) => entry.state === 'waiting' && entry.by === by);
  return { all: waiting.length, tickets: waiting.filter(({ what }) => what === 'ticket').length };
}

/** Whose things wait on this phone besides that person's, with how many tickets each. */
export function waitingOfOthers(entries: readonly QueueEntry[], by: string | undefined): Map<string, number> {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    if (entry.state !== 'waiting' || entry.by === by) continue;
    counts.set(entry.by, (counts.get(entry.by) ?? 0) + (entry.what === 'ticket' ? 1 : 0));
  }
  return counts;
}

/** What a person has to look at: refused, not taken back, and nobody said yet that the office knows. */
export function rejectedEntries(entries: readonly QueueEntry[]): QueueEntry[] {
  const undone = cancelledNumbers(entries);
  return entries.filter((entry) => entry.state === 'refused' && !(entry.what === 'ticket' && undone.has(entry.number)));
}
