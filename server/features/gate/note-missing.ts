import { addDays, dayOf, type Instant, startOfDay } from '#billing/calendar.ts';
import type { MissingNumbers } from '#contract/gate.ts';
import { writeInstant } from '#contract/messages/day-words.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { listMissingNumbers, type MissingNumber, noteNumbers, storedName } from '../tickets/missing-numbers.ts';
import { findShift } from './queries.ts';

/** Missing numbers are listed until they are noted, for at most this many days. */
const LISTED_DAYS = 30;

function listedSince({ now }: Pick<ActionContext, 'now'>): Instant {
  return startOfDay(addDays(dayOf(now), -LISTED_DAYS));
}

/** Lists the missing numbers by phone and by the shift of the next ticket that arrived. */
export async function loadMissing(db: Reader, context: Pick<ActionContext, 'now'>): Promise<MissingNumbers[]> {
  const groups = groupByShift(await listMissingNumbers(db, listedSince(context)));
  return Promise.all(
    groups.map(async ({ phone, shiftId, missing }) => {
      const shift = shiftId === null ? undefined : await findShift(db, shiftId);
      return {
        phone,
        numbers: missing.map(shownName),
        shift_id: shiftId,
        byWhom: shift?.issued_by ?? null,
        opened_at: shift?.opened_at ?? null,
      };
    }),
  );
}

/**
 * Notes numbers that will not arrive, each with its shift. Throws the refusal `number_not_missing` if one of them has
 * arrived or was noted, and `invalid_input` for those of the caller's own tickets, so that nobody explains the own
 * missing cash. The audit log has one entry for each shift.
 */
export async function noteMissing(
  tx: Writer,
  context: ActionContext,
  { numbers, reason }: { numbers: readonly string[]; reason: string },
): Promise<number> {
  const asked = new Set(numbers);
  const listed = await listMissingNumbers(tx, listedSince(context));
  const missing = listed.filter((one) => asked.has(storedName(one)));
  if (missing.length < asked.size) throw new Refusal('number_not_missing');
  if (context.accountId !== undefined && missing.some(({ accountId }) => accountId === context.accountId))
    throw badInput([{ field: 'numbers', message: apiMessage('gate.missing.own') }]);
  if ((await noteNumbers(tx, missing, context.now)) < asked.size) throw new Refusal('number_not_missing');
  for (const group of groupByShift(missing)) await auditNote(tx, context, { group, reason });
  return missing.length;
}

async function auditNote(
  tx: Writer,
  context: ActionContext,
  { group, reason }: { group: ShiftGroup; reason: string },
): Promise<void> {
  const shift = group.shiftId === null ? undefined : await findShift(tx, group.shiftId);
  const numbers = group.missing.map(shownName).join(', ');
  const description = shift
    ? apiMessage('gate.audit.missing_noted', { numbers, email: shift.issued_by, time: writeInstant(shift.opened_at) })
    : apiMessage('gate.audit.missing_noted_without', { numbers });
  await writeAudit(tx, context, { type: 'Missing Tickets Noted', description, reason });
}

interface ShiftGroup {
  phone: string;
  shiftId: string | null;
  missing: MissingNumber[];
}

function groupByShift(missing: readonly MissingNumber[]): ShiftGroup[] {
  const groups = Map.groupBy(missing, ({ phone, shiftId }) => `${phone} ${shiftId}`);
  return [...groups.values()].flatMap((ofShift) => {
    const [first] = ofShift;
    return first ? [{ phone: first.phone, shiftId: first.shiftId, missing: ofShift }] : [];
  });
}

function shownName({ phone, number }: MissingNumber): string {
  return `${phone}-${number}`;
}
