import { createHmac, timingSafeEqual } from 'node:crypto';
import { dayOf, type Instant } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { badInput } from '../../http/core/read-request.ts';
import { deviceIdOf } from './device-code.ts';
import { claimDeviceNumber, findDevice, findShiftOwner, hasIssuedWith, lockOpenShift } from './queries.ts';
import { isLongBefore, isSameTime, readEventTime } from './read-event-time.ts';

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

/**
 * Returns the ticket if this account has already issued it with this number. Otherwise claims the number and returns
 * undefined. Refuses a number that another ticket has. A number that belongs to another phone is refused before it is
 * claimed, so that it remains free for that phone.
 */
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
  if (row && isOwn && hasSameContent(row) && (await isSameIssue(tx, row, input))) return row;
  throw new Refusal('device_number_used');
}

async function isSameIssue(tx: Writer, row: IssuedRow, input: OfflineIssue): Promise<boolean> {
  if (!isSameTime(row.issued_at, row.created_at, input.issued_at)) return false;
  const named = input.shift_id ?? null;
  return row.shift_id === named || (named === null && (await isOfKnownShift(tx, row)));
}

/** A ticket that named no shift was put into the one that its person had opened before the ticket arrived. */
async function isOfKnownShift(tx: Writer, { shift_id, issued_by_id, created_at }: IssuedRow): Promise<boolean> {
  const shift = shift_id === null ? undefined : await findShiftOwner(tx, shift_id);
  return shift !== undefined && shift.issued_by_id === issued_by_id && shift.created_at <= created_at;
}

/**
 * Returns the columns of a new ticket. Refuses a shift that belongs to another account, or was opened later. A shift that is still unknown
 * is accepted, because the request that opens it may arrive later. A ticket without a shift belongs to the one that the
 * account had open when it was issued.
 */
export async function claimIssue(tx: Writer, context: ActionContext, input: OfflineIssue) {
  const issuedAt = readEventTime(context, input.issued_at);
  if (input.shift_id !== undefined) {
    const owner = await findShiftOwner(tx, input.shift_id);
    if (owner !== undefined && owner.issued_by_id !== context.accountId)
      throw badInput([{ field: 'shift_id', message: apiMessage('tickets.issue.other_shift') }]);
    if (owner !== undefined && isLongBefore(issuedAt, owner.opened_at))
      throw badInput([{ field: 'issued_at', message: apiMessage('tickets.issue.before_shift') }]);
  }
  return {
    issued_day: dayOf(issuedAt),
    issued_at: issuedAt,
    issued_by: context.actor,
    issued_by_id: context.accountId ?? null,
    device_number: input.device_number ?? null,
    shift_id: input.shift_id ?? (await findOpenShift(tx, context, issuedAt)),
    voided_at: null,
    voided_by: null,
    void_reason: null,
    created_at: context.now,
    updated_at: context.now,
  };
}

async function findOpenShift(tx: Writer, { accountId }: ActionContext, at: Instant): Promise<string | null> {
  if (accountId === undefined) return null;
  return (await lockOpenShift(tx, { accountId, at }))?.id ?? null;
}

/** Returns whether an account added a device code or has issued tickets with it. */
export async function hasUsedCode(db: Reader, letters: string, accountId: number): Promise<boolean> {
  const id = deviceIdOf(letters);
  const device = id === undefined ? undefined : await findDevice(db, id);
  return device?.created_by_id === accountId || hasIssuedWith(db, letters, accountId);
}

/**
 * Refuses a number with another phone's device code. If the code was assigned with a secret, the phone must sign the
 * number with that secret. A code without a secret may be used by the account that added it and by accounts that have
 * issued tickets with it. If nobody is known to have added the code, any account may use it. A code that was not
 * assigned may be used by any phone; the office never assigns it after that.
 */
async function refuseForeignNumber(
  db: Reader,
  { accountId }: ActionContext,
  { number, proof }: { number: string; proof: string | undefined },
): Promise<void> {
  // Only tickets issued by a command have no account.
  if (accountId === undefined) return;
  const [letters = ''] = /^[A-Z]+/.exec(number) ?? [];
  const id = deviceIdOf(letters);
  const device = id === undefined ? undefined : await findDevice(db, id);
  if (!device) return;
  const owners = [accountId, null];
  const isMine =
    device.secret === null
      ? owners.includes(device.created_by_id) || (await hasIssuedWith(db, letters, accountId))
      : proof !== undefined && isProof(proof, device.secret, number);
  if (!isMine) throw new Refusal('device_of_other');
}

function isProof(proof: string, secret: string, number: string): boolean {
  const wanted = createHmac('sha256', secret).update(number).digest();
  const given = Buffer.from(proof, 'hex');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
