import { cents, toRupees } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { Centre } from '#contract/centre.ts';
import type { gate, Shift, ShiftSplit } from '#contract/gate.ts';
import { may } from '#contract/permissions.ts';
import type { Role } from '#contract/roles.ts';
import type { FoundTicket } from '../tickets/find-ticket.ts';
import { NO_TICKETS } from '../tickets/present.ts';
import type { TicketSum } from '../tickets/queries.ts';
import { presentSanitationTicket as presentSanitation } from '../tickets/sanitation/present.ts';
import { presentVehicleTicket as presentVehicle } from '../tickets/vehicle/present.ts';
import type { KindCount, ShiftRow } from './queries.ts';

/** A keeper counts the cash before its sums are shown. */
export function seesSums({ closed_at }: ShiftRow, role: Role): boolean {
  return closed_at !== null || may(role, 'shifts.all');
}

/** Returns a shift with its current figures, which include late tickets. */
export function presentShift(
  row: ShiftRow,
  { sum: total = NO_TICKETS, role }: { sum: TicketSum | undefined; role: Role },
): Shift {
  const { tickets, cents: sum } = total;
  const isSeen = seesSums(row, role);
  const expected = cents(row.opening_cents + sum);
  const counted = row.counted_cents;
  return {
    id: row.id,
    byWhom: row.issued_by,
    device: row.device,
    opened_at: row.opened_at,
    opening_cash: toRupees(row.opening_cents),
    ticket_count: tickets,
    ticket_sum: isSeen ? toRupees(sum) : null,
    expected_cash: isSeen ? toRupees(expected) : null,
    closed_at: row.closed_at,
    counted_cash: counted === null ? null : toRupees(counted),
    difference: counted === null ? null : toRupees(cents(counted - expected)),
    reason: row.reason,
    copies_printed: row.copies_printed,
  };
}

export function presentSplit(counts: readonly KindCount[]): ShiftSplit {
  return counts.map(({ kind, tickets, cents: sum, voided }) => ({
    kind,
    ticket_count: tickets,
    ticket_sum: toRupees(sum),
    void_count: voided,
  }));
}

export function presentCheck({ number, sanitation, vehicle }: FoundTicket, centre: Centre): Answer<typeof gate.check> {
  const row = sanitation ?? vehicle;
  return {
    state: row === undefined ? 'unknown' : row.voided_at === null ? 'valid' : 'void',
    number,
    sanitation: sanitation ? presentSanitation(sanitation) : null,
    vehicle: vehicle ? presentVehicle(vehicle) : null,
    voided_at: row?.voided_at ?? null,
    void_reason: row?.void_reason ?? null,
    centre: { name: centre.name.en },
  };
}
