import type { Instant } from '#billing/calendar.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Database } from '../../db/connect.ts';
import { countVisit } from '../../db/rate-limits.ts';
import { networkOf } from '../../http/core/client-address.ts';

const MOST_A_MINUTE = 120;

export async function limitQuestions(database: Database, address: string, now: Instant): Promise<void> {
  const subject = `mcp address ${networkOf(address)}`;
  const retryAfterSeconds = await countVisit(database, { subject, most: MOST_A_MINUTE, now });
  if (retryAfterSeconds !== undefined) throw new Refusal('too_many_tries', { retryAfterSeconds });
}
