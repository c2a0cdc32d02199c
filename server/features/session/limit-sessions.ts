import { type Instant, instantOf } from '#billing/calendar.ts';
import type { SessionRow } from './queries.ts';

const HOUR_MS = 60 * 60 * 1000;
const IDLE_LIMIT_MS = 8 * HOUR_MS;
/** The longest duration of a session. Its token expires at the same time. */
export const SESSION_LIFETIME_SECONDS = 24 * 60 * 60;

export function boundsAt(now: Instant): { seenFrom: Instant; startedAfter: Instant } {
  const nowMs = Date.parse(now);
  return {
    seenFrom: instantOf(nowMs - IDLE_LIMIT_MS),
    startedAfter: instantOf(nowMs - SESSION_LIFETIME_SECONDS * 1000),
  };
}

export function isOpen(session: Pick<SessionRow, 'ended_at' | 'last_seen_at' | 'created_at'>, now: Instant): boolean {
  const { seenFrom, startedAfter } = boundsAt(now);
  return session.ended_at === null && session.last_seen_at >= seenFrom && session.created_at > startedAfter;
}
