import { addDays, dayOf, type Instant, instantOf, startOfDay } from '#billing/calendar.ts';
import { type GateIncome, MOST_UNKNOWN_SHIFTS } from '#contract/gate.ts';
import type { Reader } from '../../db/connect.ts';
import { listNamesByEmail } from '../cash/queries.ts';
import { listIncompleteShifts } from './queries.ts';

const LISTED_DAYS = 7;
const OPEN_MS = 24 * 60 * 60_000;

/** Loads the shifts of phones whose tickets may not all have arrived. */
export async function loadIncompleteShifts(db: Reader, now: Instant): Promise<GateIncome['incomplete_shifts']> {
  const shifts = await listIncompleteShifts(db, {
    openSince: instantOf(Date.parse(now) - OPEN_MS),
    closedSince: startOfDay(addDays(dayOf(now), -LISTED_DAYS)),
    most: MOST_UNKNOWN_SHIFTS,
  });
  const emails = shifts.flatMap(({ email, closer }) => (closer === null ? [email] : [email, closer]));
  const names = await listNamesByEmail(db, [...new Set(emails)]);
  const nameOf = (email: string) => names.get(email) ?? email;
  return shifts.map(({ id, email, device, opened_at, closed_at, closer }) => ({
    email,
    name: nameOf(email),
    shift_id: id,
    device: device ?? '',
    opened_at,
    closed_at,
    closed_by: closer === null ? null : nameOf(closer),
  }));
}
