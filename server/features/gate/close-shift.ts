import { type Cents, cents, toRupees } from '#billing/money.ts';
import { Refusal, refusals } from '#contract/refusals.ts';
import type { Act } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { noteEvent } from '../audit/write-audit.ts';
import { NO_TICKETS } from '../tickets/present.ts';
import { isSameTime, takeTime } from '../tickets/read-event-time.ts';
import { lockShift, type ShiftRow, sumShifts, updateShift } from './queries.ts';

/** What is in the box at the end of a shift. */
export interface CountGiven {
  counted_cash: Cents;
  closed_at?: string | undefined;
  reason?: string | undefined;
}

/**
 * Closes a shift with the counted cash. Sent again with the same figures it gives the shift as it stands. Refuses a shift
 * that is unknown, or of somebody else unless `seesAll`; one that was closed with other figures; a time out of bounds; and
 * a difference from the expected cash without a reason.
 */
export async function closeShift(
  tx: Writer,
  act: Act,
  id: string,
  given: CountGiven,
  seesAll: boolean,
): Promise<ShiftRow> {
  const shift = await lockShift(tx, id);
  if (!shift || !(seesAll || shift.issued_by === act.by)) throw new Refusal('shift_not_found');
  if (shift.closed_at !== null) return expectSame(shift, given);
  const closedAt = takeTime(act, given.closed_at);
  const expected = cents(shift.opening_cents + ((await sumShifts(tx, [shift])).get(id) ?? NO_TICKETS).cents);
  const reason = given.reason ?? '';
  if (given.counted_cash !== expected && reason === '') {
    const { message } = refusals.difference_unexplained;
    throw new Refusal('difference_unexplained', { details: [{ field: 'reason', message }] });
  }
  const columns = { closed_at: closedAt, counted_cents: given.counted_cash, reason, updated_at: act.at };
  await updateShift(tx, id, columns);
  await noteEvent(tx, act, {
    type: 'Shift Closed',
    description: `Shift of ${shift.issued_by}, opened at ${shift.opened_at}`,
    oldValue: String(toRupees(expected)),
    newValue: String(toRupees(given.counted_cash)),
    ...(reason !== '' && { reason }),
  });
  return { ...shift, ...columns };
}

function expectSame(shift: ShiftRow, given: CountGiven): ShiftRow {
  const isSame =
    shift.closed_at !== null &&
    shift.counted_cents === given.counted_cash &&
    shift.reason === (given.reason ?? '') &&
    isSameTime(shift.closed_at, shift.updated_at, given.closed_at);
  if (isSame) return shift;
  throw new Refusal('shift_closed');
}
