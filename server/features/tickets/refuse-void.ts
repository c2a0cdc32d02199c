import { dayOf } from '#billing/calendar.ts';
import { may } from '#contract/permissions.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Role } from '#contract/roles.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { lockShiftOfTicket } from './queries.ts';
import { readEventTime } from './read-event-time.ts';

export interface TicketVoiding {
  id: number;
  reason: string;
  voidedAt: string | undefined;
  mayVoidAll: boolean;
}

type Row = Pick<Tables['sanitation_tickets'], 'issued_by_id' | 'issued_day' | 'shift_id'>;

export function readVoid(
  { id, reason = '', voided_at }: { id: number; reason?: string | undefined; voided_at?: string | undefined },
  role: Role,
): TicketVoiding {
  return { id, reason, voidedAt: voided_at, mayVoidAll: may(role, 'tickets.void-all') };
}

/**
 * Throws the refusal `void_not_allowed` unless the caller may void every ticket, or it is the caller's own ticket and
 * its shift is open.
 */
export async function refuseVoid(
  tx: Writer,
  context: ActionContext,
  { row, voidedAt, mayVoidAll }: TicketVoiding & { row: Row },
): Promise<void> {
  if (mayVoidAll) return;
  const isOwn = row.issued_by_id === context.accountId;
  if (!isOwn || !(await isOfOpenShift(tx, context, { row, voidedAt }))) throw new Refusal('void_not_allowed');
}

/**
 * Returns whether the shift of a ticket is open, or, for a ticket without a shift, whether it was issued today. A phone
 * sends its cancellations before its closing, so that a later one needs the office, whatever time it names: it would
 * change what was expected at the count.
 */
async function isOfOpenShift(
  tx: Writer,
  context: ActionContext,
  { row, voidedAt }: { row: Row; voidedAt: string | undefined },
): Promise<boolean> {
  if (row.shift_id === null) return row.issued_day === dayOf(context.now);
  const shift = await lockShiftOfTicket(tx, row.shift_id);
  if (!shift || shift.issued_by_id !== context.accountId) return false;
  if (shift.closed_at === null) return true;
  // A time that no phone may name is refused as such.
  readEventTime(context, voidedAt);
  return false;
}
