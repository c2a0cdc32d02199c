import { type Instant, instantOf } from '#billing/calendar.ts';
import type { Database } from '../../db/connect.ts';
import { isUnavailable } from '../../db/transaction.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { requirementSetting } from '../factors/set-requirement.ts';
import { isOpen } from './limit-sessions.ts';
import { findSession, touchSession } from './queries.ts';

/** The minimum time between two writes of a session's last use, so that requests that only read cause few writes. */
const TOUCH_EVERY_MS = 60_000;

/** Returns the caller; undefined if the session is unknown, ended, idle for 8 hours or older than 24 hours. */
export async function findCaller(database: Database, sessionId: string, now: Instant): Promise<Caller | undefined> {
  const session = await findSession(database.reader, sessionId);
  if (!session || !isOpen(session, now)) return undefined;
  if (session.last_seen_at < instantOf(Date.parse(now) - TOUCH_EVERY_MS)) await touch(database, session.id, now);
  return {
    accountId: session.account_id,
    sessionId: session.id,
    email: session.email,
    name: session.username,
    role: session.role,
    mustChangePassword: session.must_change_password === 1,
    mustAddFactor:
      Number(session.has_factor) === 0 && requirementSetting.parse(session.requirement).roles.includes(session.role),
    signedInAt: session.created_at,
    verifiedAt: session.verified_at,
    language: session.language,
  };
}

/**
 * Records the last use of a session. A failure is ignored, because a full disk must not prevent anybody from reading.
 */
async function touch(database: Database, sessionId: string, now: Instant): Promise<void> {
  try {
    await database.writeSession((tx) => touchSession(tx, sessionId, now));
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
}
