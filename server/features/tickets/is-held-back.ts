import { type Instant, instantOf } from '#billing/calendar.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader } from '../../db/connect.ts';
import { earliestEventTime } from './read-event-time.ts';

/** How long a phone may take to send what it issued without network. */
export const SENDING_MS = 10 * 60_000;

/**
 * Returns whether a ticket arrived later than its phone could send it: other tickets of its account have arrived since
 * it was issued, the first of them more than ten minutes ago. Phones send in the order of issue, so that the time of
 * such a ticket is an earlier one than that of its issue, or it was left out.
 */
export async function isHeldBack(
  db: Reader,
  { now, accountId }: Pick<ActionContext, 'now' | 'accountId'>,
  issuedAt: Instant,
): Promise<boolean> {
  const latest = instantOf(Date.parse(now) - SENDING_MS);
  if (accountId === undefined || issuedAt >= latest) return false;
  const arrivedIn = (table: 'sanitation_tickets' | 'vehicle_tickets') =>
    db
      .selectFrom(table)
      .select('id')
      .where('voided_at', 'is', null)
      .where('issued_at', '>=', earliestEventTime({ now: issuedAt }))
      .where('issued_by_id', '=', accountId)
      .where('created_at', '>', issuedAt)
      .where('created_at', '<', latest);
  const { found } = await db
    .selectNoFrom(({ exists, or }) =>
      or([exists(arrivedIn('vehicle_tickets')), exists(arrivedIn('sanitation_tickets'))]).as('found'),
    )
    .executeTakeFirstOrThrow();
  return Boolean(found);
}
