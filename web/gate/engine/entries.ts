import { type Day, dayOf, type Instant } from '#billing/calendar.ts';
import { type Cents, sumCents } from '#billing/money.ts';
import { foldPlate } from '#contract/fold-text.ts';
import type { Role } from '#contract/roles.ts';
import type { VehicleType } from '#contract/tariff.ts';
import type { SanitationPrice } from '#contract/tickets.ts';
import type { WalkStall } from '#contract/walks.ts';
import type { PassTerm, WalkState } from '#contract/words.ts';
import type { PhonePrinter } from '../printer/phone-printer.ts';
import type { KnownVehicle } from './known-vehicles.ts';

export type TicketKind =
  | { subject: 'sanitation'; price: SanitationPrice }
  | { subject: 'vehicle'; vehicleType: string; vehicleNumber: string; pass?: PassTerm };

export interface Rejection {
  code: string;
  message: string;
}

interface Queued {
  order: number;
  key: string;
  /** The key of the actor's account (keyOf). The entry is sent only in a session of that account. */
  by: string;
  /** The actor's email at that time, to be shown. Entries of older versions have the email in `by`. */
  email?: string;
  at: Instant;
  shiftId: string;
  /**
   * `refused` means that the server rejected the entry as it is. `told` means that the office was also informed of the
   * rejection.
   */
  state: 'waiting' | 'sent' | 'refused' | 'told';
  /** Why the server rejected the entry, or why the entry still waits although the server answered. */
  refusal: Rejection | null;
}

export interface ShiftOpening extends Queued {
  what: 'opening';
  device: string;
  cash: Cents;
  /** The cash that was counted before the expected sum was shown; it is final. */
  counted?: Cents;
}

export interface TicketEntry extends Queued {
  what: 'ticket';
  number: string;
  cents: Cents;
  kind: TicketKind;
  serverId: number | null;
  serverNumber: string | null;
  /** How often it was printed; missing in entries of older versions and before the first time. */
  prints?: number;
}

/**
 * The cancellation of a ticket. The ticket itself is sent first, so that the server knows the number that is cancelled.
 */
export interface CancellationEntry extends Queued {
  what: 'undoing';
  number: string;
  reason: string;
}

/** The entry of a vehicle with a pass, for which nothing is paid. */
interface PassEntry extends Queued {
  what: 'entry';
  /** The number of the ticket that is the pass: that of the server, or of the phone that issued it. */
  pass: string;
  vehicleNumber: string;
}

export interface ShiftKindSum {
  /** The price for sanitation tickets, the vehicle type for vehicle tickets. */
  kind: string;
  tickets: number;
  cents: Cents;
  voided: number;
}

export interface ShiftClosing extends Queued {
  what: 'closing';
  opened: Instant;
  tickets: number;
  opening: Cents;
  /** The opening cash plus the valid tickets; after sending, the sum that the server computed. */
  expected: Cents;
  counted: Cents;
  reason: string;
  /** The number of the last ticket of the shift; null without tickets, missing in entries of older versions. */
  last?: string | null;
  /** The sums by kind; missing in entries of older versions. */
  split?: ShiftKindSum[];
  /** How many papers of the shift are copies; missing in entries of older versions. */
  copies?: number;
}

/** What was seen at a stall on a walk. It belongs to no shift. */
export interface WalkEntry extends Queued {
  what: 'walk';
  /** The id of the entry, which the server records once. */
  entryKey: string;
  shop: string;
  seen: WalkState;
  note: string;
  /** As JPEG in base64; null without one, and once it was sent. */
  picture: string | null;
}

export type QueueEntry = ShiftOpening | TicketEntry | CancellationEntry | PassEntry | ShiftClosing | WalkEntry;

/** The stalls for a walk, as last loaded. */
export interface WalkList {
  at: Instant;
  stalls: WalkStall[];
}

export interface Person {
  account?: string | undefined;
  email: string;
  name: string;
  role: Role;
}

export interface Phone {
  deviceCode: string | null;
  /** The secret that signs ticket numbers. Phones registered by older versions, or on pages without TLS, have none. */
  deviceSecret?: string | null | undefined;
  last: number;
  person: Person | null;
  mode: TicketKind['subject'];
  /** The receipt printer of this phone. */
  printer?: PhonePrinter | undefined;
  /** Prices that were set on this phone, for days without prices from the office. */
  prices: TypePrices;
  tariffs: GateTariff[];
  /** The vehicle types of the office, as last loaded. */
  vehicleTypes: VehicleType[];
  /** The vehicles of the last weeks, the newest first. */
  vehicles: KnownVehicle[];
  checked: CheckedBefore[];
  /** Missing until the user opens the walk, and after signing out, because it has names of tenants. */
  walk?: WalkList | undefined;
  /** The passes of the office, as last loaded. */
  passes: KnownPass[];
}

export interface KnownPass {
  number: string;
  deviceNumber: string | null;
  vehicleNumber: string;
  term: PassTerm;
  from: Day;
  until: Day;
  /** The last entry that the office knew; null if there was none. */
  lastEntry: Instant | null;
}

export interface GateTariff {
  validFrom: Day;
  prices: TypePrices;
  /** Prices of passes; missing in tariffs that older versions stored. */
  passes?: Record<PassTerm, TypePrices>;
}

/** Prices by the English name of the vehicle type. */
export type TypePrices = Partial<Record<string, Cents>>;

export interface CheckedBefore {
  ticket: string;
  at: Instant;
}

export const NEW_PHONE: Phone = {
  deviceCode: null,
  last: 0,
  person: null,
  mode: 'sanitation',
  prices: {},
  tariffs: [],
  vehicleTypes: [],
  vehicles: [],
  checked: [],
  passes: [],
};

/**
 * Returns the key of an account: its id, because an email can change hands. Sessions of older versions have only the
 * email.
 */
export function keyOf({ account, email }: Pick<Person, 'account' | 'email'>): string {
  return account ?? email;
}

export function shownEmail({ email, by }: Pick<QueueEntry, 'email' | 'by'>): string {
  return email ?? by;
}

/**
 * Returns the numbers of cancelled tickets. If the server rejected a cancellation, its ticket is still valid and not
 * included.
 */
export function cancelledNumbers(entries: readonly QueueEntry[]): Set<string> {
  return new Set(
    entries.flatMap((entry) =>
      entry.what === 'undoing' && (entry.state === 'waiting' || entry.state === 'sent') ? [entry.number] : [],
    ),
  );
}

export interface OpenShiftState {
  id: string;
  opened: Instant;
  opening: Cents;
  tickets: TicketEntry[];
  expected: Cents;
  counted: Cents | undefined;
  /** The number of rejected tickets. Their cash is in the box, but is not included in `expected`. */
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
    counted: opening.counted,
    rejected: all.length - tickets.length,
  };
}

export function lastClosingOf(entries: readonly QueueEntry[], by: string): ShiftClosing | undefined {
  return entries.findLast((entry): entry is ShiftClosing => entry.what === 'closing' && entry.by === by);
}

export function ticketsOf(entries: readonly QueueEntry[], shiftId: string): TicketEntry[] {
  return entries
    .filter((entry): entry is TicketEntry => entry.what === 'ticket' && entry.shiftId === shiftId)
    .reverse();
}

const GROUP_MS = 3000;
const GROUP_MOST = 10;

/**
 * Returns the newest tickets of the shift, newest first, as long as they have the same kind, price and state and each
 * was issued within GROUP_MS of the next. At most GROUP_MOST are returned.
 */
export function newestGroup(entries: readonly QueueEntry[], shiftId: string): TicketEntry[] {
  const cancelled = cancelledNumbers(entries);
  const sameness = (ticket: TicketEntry) =>
    JSON.stringify([ticket.kind, ticket.cents, cancelled.has(ticket.number), isRejected(ticket)]);
  const newest = ticketsOf(entries, shiftId).slice(0, GROUP_MOST);
  const end = newest.findIndex((ticket, at) => {
    const later = newest[at - 1];
    if (!later) return false;
    return sameness(later) !== sameness(ticket) || Date.parse(later.at) - Date.parse(ticket.at) > GROUP_MS;
  });
  return end === -1 ? newest : newest.slice(0, end);
}

export function isRejected({ state }: QueueEntry): boolean {
  return state === 'refused' || state === 'told';
}

const REPEAT_MS = 10 * 60_000;

/** Returns the newest ticket that the vehicle got on this day, or shortly before midnight. */
export function repeatedVehicle(
  entries: readonly QueueEntry[],
  vehicleNumber: string,
  now: Instant,
): TicketEntry | undefined {
  const cancelled = cancelledNumbers(entries);
  const plate = foldPlate(vehicleNumber);
  return entries.findLast(
    (entry): entry is TicketEntry =>
      entry.what === 'ticket' &&
      entry.kind.subject === 'vehicle' &&
      foldPlate(entry.kind.vehicleNumber) === plate &&
      !cancelled.has(entry.number) &&
      (dayOf(entry.at) === dayOf(now) || Math.abs(Date.parse(now) - Date.parse(entry.at)) < REPEAT_MS),
  );
}

export function waitingOf(entries: readonly QueueEntry[], by: string): { all: number; tickets: number; walks: number } {
  const waiting = entries.filter((entry) => entry.state === 'waiting' && entry.by === by);
  const count = (isCounted: (entry: QueueEntry) => boolean) => waiting.filter(isCounted).length;
  return { all: waiting.length, tickets: count(isOfVehicleOrPerson), walks: count(({ what }) => what === 'walk') };
}

/** Shifts, cancellations and walks are not counted. */
function isOfVehicleOrPerson({ what }: QueueEntry): boolean {
  return what === 'ticket' || what === 'entry';
}

export function waitingOfOthers(entries: readonly QueueEntry[], by: string | undefined): Map<string, number> {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    if (entry.state !== 'waiting' || entry.by === by) continue;
    counts.set(shownEmail(entry), (counts.get(shownEmail(entry)) ?? 0) + Number(isOfVehicleOrPerson(entry)));
  }
  return counts;
}

export function rejectedEntries(entries: readonly QueueEntry[]): QueueEntry[] {
  const cancelled = cancelledNumbers(entries);
  return entries.filter(
    (entry) => entry.state === 'refused' && !(entry.what === 'ticket' && cancelled.has(entry.number)),
  );
}
