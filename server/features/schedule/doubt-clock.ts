import type { Instant } from '#billing/calendar.ts';
import { type ApiMessage, apiMessage } from '#contract/messages/message.ts';
import type { Reader } from '../../db/connect.ts';
import { newestEntryAt, newestSignInAt } from '../audit/queries.ts';

const AHEAD_MS = 2 * 60_000;
/**
 * The longest time since the last sign-in for which the clock is trusted. It is long enough for a holiday. After a
 * longer time the clock is trusted only once somebody has signed in.
 */
const LONGEST_PAUSE_MS = 4 * 24 * 60 * 60_000;

/**
 * Returns why the clock may be wrong; undefined if it seems correct. The clock is compared with the audit log, because
 * a wrong clock must not bill a month or delete copies. A clock that is far ahead of the last sign-in is trusted again
 * only after another sign-in.
 */
export async function doubtClock(db: Reader, now: Instant): Promise<ApiMessage | undefined> {
  const newest = await newestEntryAt(db);
  if (newest === undefined) return undefined;
  if (msBetween(newest, now) < -AHEAD_MS) return apiMessage('schedule.clock.behind', { now, newest });
  const signedIn = (await newestSignInAt(db, newest)) ?? newest;
  if (msBetween(signedIn, now) > LONGEST_PAUSE_MS) return apiMessage('schedule.clock.ahead', { now, newest: signedIn });
  return undefined;
}

function msBetween(from: Instant, to: Instant): number {
  return Date.parse(to) - Date.parse(from);
}
