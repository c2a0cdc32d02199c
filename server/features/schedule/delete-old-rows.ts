import { type Instant, instantOf } from '#billing/calendar.ts';
import { ALERT_MESSAGE_DAYS } from '#contract/alerts.ts';
import type { Database } from '../../db/connect.ts';
import { deleteOldKeys, hasOldKeys } from '../../http/idempotency/idempotency-keys.ts';
import { oldestPending } from '../alerts/change-subscription.ts';
import { deleteOldAlerts, hasOldAlerts } from '../alerts/queries.ts';
import { deleteMailsBefore, hasMailsBefore } from '../mail/queries.ts';
import { SESSION_LIFETIME_SECONDS } from '../session/limit-sessions.ts';
import { deleteSessionsBefore, hasSessionsBefore } from '../session/queries.ts';

/** Days after the end of a session. Its address and user agent are personal data. */
const SESSION_RETENTION_DAYS = 90;
/** The audit log keeps the results. */
const MAIL_RETENTION_DAYS = 400;
/** The most rows of each kind in a pass, so that none holds the database for long. */
const MOST_ROWS = 1000;
const DAY_SECONDS = 24 * 60 * 60;

export async function deleteOldRows({ reader, write }: Database, now: Instant): Promise<void> {
  // A session ends a lifetime after it began at the latest.
  const age = SESSION_RETENTION_DAYS * DAY_SECONDS + SESSION_LIFETIME_SECONDS;
  const began = secondsBefore(now, age);
  if (await hasSessionsBefore(reader, began)) await write((tx) => deleteSessionsBefore(tx, began, MOST_ROWS));
  if (await hasOldKeys(reader, now)) await write((tx) => deleteOldKeys(tx, now, MOST_ROWS));
  const mailed = secondsBefore(now, MAIL_RETENTION_DAYS * DAY_SECONDS);
  if (await hasMailsBefore(reader, mailed)) await write((tx) => deleteMailsBefore(tx, mailed, MOST_ROWS));
  const before = { message: secondsBefore(now, ALERT_MESSAGE_DAYS * DAY_SECONDS), pending: oldestPending(now) };
  if (await hasOldAlerts(reader, before)) await write((tx) => deleteOldAlerts(tx, before, MOST_ROWS));
}

function secondsBefore(now: Instant, seconds: number): Instant {
  return instantOf(Date.parse(now) - seconds * 1000);
}
