import { cents } from '#billing/money.ts';
import type { ActionContext } from '#server/action-context.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { queueByHand } from '#server/features/rent-messages/queue-messages.ts';
import { loadMeans, rentMessageSetting, usableChannels } from '#server/features/rent-messages/read-settings.ts';

const PART_COST = cents(65);

/**
 * Turns text messages to tenants on and queues reminders. The demo has no gateway: its server shows the texts and sends
 * nothing.
 */
export async function fillMessages(
  database: Database,
  context: ActionContext,
  { config }: { config: Config },
): Promise<void> {
  const source = { config, database };
  await database.write(async (tx) => {
    await rentMessageSetting.change(tx, context, {
      value: (before) => ({
        ...before,
        rent_sms_on: true,
        bill_on: true,
        receipt_on: true,
        bill_since: context.now,
        receipt_since: context.now,
        part_cost_cents: PART_COST,
      }),
    });
    const channels = usableChannels(await loadMeans(tx, source));
    if (channels.length > 0) await queueByHand(tx, context, { occasion: 'reminder', source });
  });
}
