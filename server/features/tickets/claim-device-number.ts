import { dayOf } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { badInput } from '../../http/core/endpoint.ts';
import { claimDeviceNumber, findShiftOwner } from './queries.ts';
import { isSameTime, readEventTime } from './read-event-time.ts';

export interface OfflineIssue {
  issued_at?: string | undefined;
  device_number?: string | undefined;
  shift_id?: string | undefined;
}

type IssuedRow = Pick<Tables['sanitation_tickets'], 'issued_at' | 'created_at' | 'shift_id'>;

export async function findIssued<Row extends IssuedRow>(
  tx: Writer,
  input: OfflineIssue,
  {
    find,
    hasSameContent,
  }: { find: (deviceNumber: string) => Promise<Row | undefined>; hasSameContent: (row: Row) => boolean },
): Promise<Row | undefined> {
  if (input.device_number === undefined || (await claimDeviceNumber(tx, input.device_number))) return undefined;
  const row = await find(input.device_number);
  if (row && hasSameContent(row) && isSameIssue(row, input)) return row;
  throw new Refusal('device_number_used');
}

function isSameIssue(row: IssuedRow, input: OfflineIssue): boolean {
  return isSameTime(row.issued_at, row.created_at, input.issued_at) && row.shift_id === (input.shift_id ?? null);
}

/** A shift that is not open yet is accepted: its opening may arrive later. */
export async function claimIssue(tx: Writer, context: ActionContext, input: OfflineIssue) {
  const issuedAt = readEventTime(context, input.issued_at);
  if (input.shift_id !== undefined) {
    const owner = await findShiftOwner(tx, input.shift_id);
    if (owner !== undefined && owner !== context.actor)
      throw badInput([{ field: 'shift_id', message: apiMessage('tickets.issue.other_shift') }]);
  }
  return {
    issued_day: dayOf(issuedAt),
    issued_at: issuedAt,
    issued_by: context.actor,
    device_number: input.device_number ?? null,
    shift_id: input.shift_id ?? null,
    voided_at: null,
    voided_by: null,
    void_reason: null,
    created_at: context.now,
    updated_at: context.now,
  };
}
