import { type Cents, cents, writeDecimal } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { CountRefused } from '../cash/count-refused.ts';
import { hasUsedCode } from '../tickets/claim-device-number.ts';
import { NO_TICKETS } from '../tickets/present.ts';
import { isSameTime, readEventTime } from '../tickets/read-event-time.ts';
import { lockShift, type ShiftRow, sumShifts, updateShift } from './queries.ts';

export interface CashCountInput {
  counted_cash: Cents;
  closed_at?: string | undefined;
  reason?: string | undefined;
  /** The last number of the phone in the shift; null if it issued none there. Others than the phone do not know it. */
  last_number?: string | null | undefined;
  copies_printed?: number | undefined;
}

/** A retry with the same figures returns the shift. */
export async function closeShift(
  tx: Writer,
  context: ActionContext,
  { id, seesAll, ...given }: CashCountInput & { id: string; seesAll: boolean },
): Promise<ShiftRow> {
  const shift = await lockShift(tx, id);
  if (!shift || !(seesAll || shift.issued_by_id === context.accountId)) throw new Refusal('shift_not_found');
  if (shift.closed_at !== null) return expectSame(shift, given);
  const closedAt = readEventTime(context, given.closed_at);
  const expected = cents(shift.opening_cents + ((await sumShifts(tx, [shift])).get(id) ?? NO_TICKETS).cents);
  const reason = given.reason ?? '';
  if (given.counted_cash !== expected && reason === '') {
    const description = apiMessage('gate.audit.count_refused', { email: shift.issued_by, time: shift.opened_at });
    throw new CountRefused(context, { description, expected, counted: given.counted_cash });
  }
  const columns = {
    closed_at: closedAt,
    closed_by: context.actor,
    closed_by_id: context.accountId ?? null,
    counted_cents: given.counted_cash,
    copies_printed: given.copies_printed ?? null,
    reason,
    ...(shift.issued_by_id === context.accountId
      ? await statedNumber(tx, shift, given.last_number)
      : await numberSeen(tx, shift, given.last_number)),
    // Without an account nobody can be asked for the cash.
    to_hand_over: shift.issued_by_id === null ? 0 : 1,
    updated_at: context.now,
  };
  await updateShift(tx, id, columns);
  await writeAudit(tx, context, {
    type: 'Shift Closed',
    description: apiMessage('gate.audit.shift_closed', { email: shift.issued_by, time: shift.opened_at }),
    oldValue: writeDecimal(expected),
    newValue: writeDecimal(given.counted_cash),
    ...(reason !== '' && { reason }),
  });
  return { ...shift, ...columns };
}

/**
 * Returns the columns of what a phone stated. A number of another phone counts as none: it would name tickets of that
 * phone as missing.
 */
async function statedNumber(tx: Writer, shift: ShiftRow, number: string | null | undefined) {
  const none = { last_number: null, lacks_number: shift.device === null || number === null ? 0 : 1 };
  if (typeof number !== 'string') return none;
  return (await isOfPhone(tx, shift, number)) ? { last_number: number, lacks_number: 0 } : none;
}

/**
 * Returns the columns of a number that another person than the keeper knows, for example from a ticket of a visitor. The
 * phone may have issued more, so its statement is still lacking.
 */
async function numberSeen(tx: Writer, shift: ShiftRow, number: string | null | undefined) {
  const { device } = shift;
  const lacks_number = device === null ? 0 : 1;
  if (typeof number !== 'string') return { last_number: null, lacks_number };
  if (!(await isOfPhone(tx, shift, number)))
    throw badInput([
      { field: 'last_number', message: apiMessage('gate.close_shift.other_phone', { code: device ?? '' }) },
    ]);
  return { last_number: number, lacks_number };
}

async function isOfPhone(tx: Writer, { device, issued_by_id: accountId }: ShiftRow, number: string): Promise<boolean> {
  const letters = number.replace(/\d+$/, '');
  return letters === device || (accountId !== null && (await hasUsedCode(tx, letters, accountId)));
}

function expectSame(shift: ShiftRow, given: CashCountInput): ShiftRow {
  const isSame =
    shift.closed_at !== null &&
    shift.counted_cents === given.counted_cash &&
    shift.reason === (given.reason ?? '') &&
    isSameTime(shift.closed_at, shift.updated_at, given.closed_at);
  if (isSame) return shift;
  throw new Refusal('shift_closed');
}
