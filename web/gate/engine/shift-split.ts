import { parseRupees, sumCents } from '#billing/money.ts';
import type { ShiftSplit } from '#contract/gate.ts';
import { inTypeOrder } from '#contract/vehicle-type-names.ts';
import {
  cancelledNumbers,
  type Phone,
  type QueueEntry,
  type ShiftKindSum,
  type TicketEntry,
  ticketsOf,
} from './entries.ts';

/**
 * Returns the sums of a shift: sanitation tickets by price, then vehicle tickets in the order in which the office lists
 * the vehicle types.
 */
export function splitShift(
  entries: readonly QueueEntry[],
  shiftId: string,
  { vehicleTypes }: Pick<Phone, 'vehicleTypes'>,
): ShiftKindSum[] {
  const cancelled = cancelledNumbers(entries);
  const all = ticketsOf(entries, shiftId).filter(({ state }) => state === 'waiting' || state === 'sent');
  const sanitation = all.filter(({ kind }) => kind.subject === 'sanitation');
  const vehicles = all.filter(({ kind }) => kind.subject === 'vehicle');
  return [
    ...sumKinds(sanitation, cancelled).sort((one, other) => Number(one.kind) - Number(other.kind)),
    ...inTypeOrder(vehicleTypes, sumKinds(vehicles, cancelled), ({ kind }) => kind),
  ];
}

function sumKinds(tickets: readonly TicketEntry[], cancelled: ReadonlySet<string>): ShiftKindSum[] {
  return [...Map.groupBy(tickets, kindOf)].map(([kind, ofKind]) => {
    const valid = ofKind.filter(({ number }) => !cancelled.has(number));
    const sum = sumCents(valid.map(({ cents }) => cents));
    return { kind, tickets: valid.length, cents: sum, voided: ofKind.length - valid.length };
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
