import type { Instant } from '#billing/calendar.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Database } from '../../db/connect.ts';
import { clearAttempts, countAttempt } from '../../db/rate-limits.ts';

/** Per minute. */
const MOST_PER_ACCOUNT = 10;
const MOST_PER_ADDRESS = 30;

export async function limitAttempts(
  database: Database,
  { email, address, now }: { email: string; address: string; now: Instant },
): Promise<() => Promise<void>> {
  const account = `password account ${email}`;
  const origin = `password address ${address}`;
  const wait =
    (await countAttempt(database, { subject: origin, most: MOST_PER_ADDRESS, now })) ??
    (await countAttempt(database, { subject: account, most: MOST_PER_ACCOUNT, now }));
  if (wait !== undefined) throw new Refusal('too_many_tries', { retryAfterSeconds: wait });
  return () => clearAttempts(database, account);
}
