/** The days of closed months (docs/rules.md, Closing a month). */
import { addDays, type Day } from '#billing/calendar.ts';
import type { Call } from '#contract/call.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Reader } from './connect.ts';

/** Returns the last day of the closed months; null if none is closed. */
export async function findLastClosedDay(db: Reader): Promise<Day | null> {
  const latest = await db
    .selectFrom('closings')
    .select('last_day')
    .where('reopened_at', 'is', null)
    .orderBy('last_day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest?.last_day ?? null;
}

/** Refuses days in closed months that a request names as days on which money moved (`moneyDays` of a call). */
export async function refuseClosedDays(db: Reader, { moneyDays = [] }: Call, body: unknown): Promise<void> {
  const named = moneyDays.flatMap((field) => {
    const day = (body as Record<string, Day | null | undefined>)[field];
    return day ? [{ field, day }] : [];
  });
  if (named.length === 0) return;
  const lastDay = await findLastClosedDay(db);
  if (lastDay === null) return;
  const details = named
    .filter(({ day }) => day <= lastDay)
    .map(({ field }) => ({
      field,
      message: apiMessage('refusals.day_closed.first', { first: { day: addDays(lastDay, 1) } }),
    }));
  const [first] = details;
  if (first) throw new Refusal('day_closed', { message: first.message, details });
}
