import { MOST_ALERTS_OF_ADDRESS } from '#contract/alert-limits.ts';
import type { AlertRenewalInput } from '#contract/alerts.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import { countVisit } from '../../db/rate-limits.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { networkOf } from '../../http/core/client-address.ts';
import { checkAddress } from './check-address.ts';
import { countSubscriptions, lockPushSubscriptions, updateSubscription } from './queries.ts';
import { hashToken } from './start-subscription.ts';

const HOUR_MS = 60 * 60_000;
/** Many phones of one mobile network can have the same address, and a push service can replace all of them in one day. */
const MOST_OF_NETWORK = 60;

/** Replaces the push address of subscriptions after the browser has replaced it. What they report stays as it is. */
export async function renewSubscriptions(
  { config, database }: AppContext,
  { now }: ActionContext,
  { input, client }: { input: AlertRenewalInput; client: string },
): Promise<void> {
  const { keys, ...renewed } = input;
  const { address, pushKeys } = checkAddress({ channel: 'push', ...renewed }, config.pushServices);
  const subject = `renewed alerts from ${networkOf(client)}`;
  const seconds = await countVisit(database, { subject, most: MOST_OF_NETWORK, now, windowMs: HOUR_MS });
  if (seconds !== undefined) throw new Refusal('too_many_tries', { retryAfterSeconds: seconds });
  await database.write(async (tx) => {
    const rows = await lockPushSubscriptions(tx, keys.map(hashToken));
    if (rows.length === 0) throw new Refusal('alert_not_found');
    const moved = rows.filter((row) => row.address !== address);
    const { confirmed } = await countSubscriptions(tx, 'push', address);
    if (moved.length > 0 && confirmed + moved.length > MOST_ALERTS_OF_ADDRESS) throw new Refusal('too_many_alerts');
    for (const { id } of rows) await updateSubscription(tx, id, { address, push_keys: pushKeys });
  });
}
