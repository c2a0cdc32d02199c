import type { Instant } from '#billing/calendar.ts';
import type { Reader } from '../../db/connect.ts';
import { emailNow } from '../../db/recorded-by.ts';
import { presentDeviceCode } from './device-code.ts';
import { hasNumbersBefore } from './queries.ts';

/** More phones than a market registers in a month. */
const MOST_GIVEN = 100;

interface GivenPhone {
  phone: string;
  given_at: Instant;
  /** The email that the person who registered the phone has now. */
  email: string;
}

/** Lists the letters that were given to phones since an instant, the newest first, at most 100. */
export async function listGivenPhones(db: Reader, since: Instant): Promise<GivenPhone[]> {
  const devices = await db
    .selectFrom('gate_devices')
    .select(['id', 'created_at as given_at'])
    .select(emailNow<string>('gate_devices.created_by_id', 'gate_devices.created_by').as('email'))
    .where('created_at', '>=', since)
    .orderBy('id', 'desc')
    .limit(MOST_GIVEN)
    .execute();
  const given: GivenPhone[] = [];
  for (const { id, ...one } of devices) {
    const phone = presentDeviceCode(id);
    // Letters that somebody had used unclaimed were skipped, so that no phone has them from the office.
    if (!(await hasNumbersBefore(db, phone, one.given_at))) given.push({ phone, ...one });
  }
  return given;
}
