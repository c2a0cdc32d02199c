import { dayOf } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { badInput } from '../../http/core/read-request.ts';
import { refuseForeignNumber } from './prove-device.ts';
import { claimDeviceNumber, findShiftOwner } from './queries.ts';
import { isSameTime, readEventTime } from './read-event-time.ts';

export interface OfflineIssue {
  issued_at?: string | undefined;
  device_number?: string | undefined;
  device_proof?: string | undefined;
  shift_id?: string | undefined;
}

type IssuedRow = Pick<Tables['sanitation_tickets'], 'issued_at' | 'created_at' | 'shift_id' | 'issued_by_id'>;

interface IssuedSearch<Row> {
  context: ActionContext;
  find: (deviceNumber: string) => Promise<Row | undefined>;
  hasSameContent: (row: Row) => boolean;
}

/** Another person's number is refused before it is claimed, so it costs nobody a number. */
export async function findIssued<Row extends IssuedRow>(
  tx: Writer,
  input: OfflineIssue,
  { context, find, hasSameContent }: IssuedSearch<Row>,
): Promise<Row | undefined> {
  const { device_number: number, device_proof: proof } = input;
  if (number === undefined) return undefined;
  await refuseForeignNumber(tx, context, { number, proof });
  if (await claimDeviceNumber(tx, number)) return undefined;
  const row = await find(number);
  const isOwn = row?.issued_by_id === (context.accountId ?? null);
  if (row && isOwn && hasSameContent(row) && isSameIssue(row, input)) return row;
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
    if (owner !== undefined && owner.issued_by_id !== context.accountId)
      throw badInput([{ field: 'shift_id', message: apiMessage('tickets.issue.other_shift') }]);
  }
  return {
    issued_day: dayOf(issuedAt),
    issued_at: issuedAt,
    issued_by: context.actor,
    issued_by_id: context.accountId ?? null,
    device_number: input.device_number ?? null,
    shift_id: input.shift_id ?? null,
    voided_at: null,
    voided_by: null,
    void_reason: null,
    created_at: context.now,
    updated_at: context.now,
  };
}
