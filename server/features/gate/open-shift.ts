import { type Cents, cents, writeDecimal } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { lockHeldCents, partFromHeld } from '../cash/held-cash.ts';
import { isSameTime, readEventTime } from '../tickets/read-event-time.ts';
import { insertShift, lockShift, type ShiftRow } from './queries.ts';

export interface ShiftInput {
  id: string;
  opening_cash: Cents;
  opened_at?: string | undefined;
  device?: string | undefined;
}

/**
 * A retry by the same person with the same content returns the shift. The opening cash comes from the cash of earlier
 * shifts and floats that the person holds, and the rest from the office.
 */
export async function openShift(tx: Writer, context: ActionContext, given: ShiftInput): Promise<ShiftRow> {
  const existing = await lockShift(tx, given.id);
  if (existing) return expectSame(existing, context, given);
  const row: ShiftRow = {
    id: given.id,
    issued_by: context.actor,
    issued_by_id: context.accountId ?? null,
    device: given.device ?? null,
    opened_at: readEventTime(context, given.opened_at),
    opening_cents: given.opening_cash,
    closed_at: null,
    closed_by: null,
    closed_by_id: null,
    last_number: null,
    lacks_number: 0,
    copies_printed: null,
    counted_cents: null,
    reason: '',
    to_hand_over: 0,
    from_held_cents: await takeFromHeld(tx, context, given.opening_cash),
    created_at: context.now,
    updated_at: context.now,
  };
  if (!(await insertShift(tx, row))) return expectSame(await lockShift(tx, given.id), context, given);
  await writeAudit(tx, context, {
    type: 'Shift Opened',
    description: apiMessage(row.device === null ? 'gate.audit.shift_opened' : 'gate.audit.shift_opened_on_device', {
      email: context.actor,
      device: row.device ?? '',
      time: row.opened_at,
    }),
    newValue: writeDecimal(row.opening_cents),
  });
  return row;
}

async function takeFromHeld(tx: Writer, { accountId }: ActionContext, opening: Cents): Promise<Cents> {
  if (accountId === undefined || opening === 0) return cents(0);
  return partFromHeld(opening, await lockHeldCents(tx, accountId));
}

function expectSame(row: ShiftRow | undefined, context: ActionContext, given: ShiftInput): ShiftRow {
  if (
    row &&
    row.issued_by_id === context.accountId &&
    row.opening_cents === given.opening_cash &&
    row.device === (given.device ?? null) &&
    isSameTime(row.opened_at, row.created_at, given.opened_at)
  )
    return row;
  throw new Refusal('shift_exists');
}
