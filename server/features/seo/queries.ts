import type { Day, Instant } from '#billing/calendar.ts';
import type { Reader } from '../../db/connect.ts';

export function listNewestDays(db: Reader, today: Day, most: number): Promise<{ date: Day; changed: Instant }[]> {
  return db
    .selectFrom('prices')
    .select(({ fn }) => ['date', fn.max('updated_at').as('changed')])
    .where('date', '<=', today)
    .groupBy('date')
    .orderBy('date', 'desc')
    .limit(most)
    .execute();
}
