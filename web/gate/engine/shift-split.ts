import { parseRupees, sumCents } from '#billing/money.ts';
import type { ShiftKind, ShiftSplit } from '#contract/gate.ts';
import {
  cancelledNumbers,
  gateVehicleTypes,
  type QueueEntry,
  type ShiftKindSum,
  type TicketEntry,
  ticketsOf,
} from './entries.ts';

/** The contract's kinds in its order. An import would load its schemas too. */
const kinds: readonly ShiftKind[] = ['20', '100', ...gateVehicleTypes];

export function splitShift(entries: readonly QueueEntry[], shiftId: string): ShiftKindSum[] {
  const cancelled = cancelledNumbers(entries);
  const all = ticketsOf(entries, shiftId).filter(({ state }) => state === 'waiting' || state === 'sent');
  return kinds.flatMap((kind) => {
    const ofKind = all.filter((ticket) => kindOf(ticket) === kind);
    if (ofKind.length === 0) return [];
    const valid = ofKind.filter(({ number }) => !cancelled.has(number));
    const sum = sumCents(valid.map(({ cents }) => cents));
    return [{ kind, tickets: valid.length, cents: sum, voided: ofKind.length - valid.length }];
  });
}

function kindOf({ kind }: TicketEntry): string {
  return kind.subject === 'sanitation' ? String(kind.price) : kind.vehicleType;
}

export function readSplit(split: ShiftSplit): ShiftKindSum[] {
  return split.flatMap(({ kind, ticket_count, ticket_sum, void_count }) => {
    const cents = parseRupees(String(ticket_sum));
    return cents === undefined ? [] : [{ kind, tickets: ticket_count, cents, voided: void_count }];
  });
}
