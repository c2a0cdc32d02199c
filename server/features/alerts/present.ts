import { toRupees } from '#billing/money.ts';
import type { AlertStatus, AlertSubscription } from '#contract/alerts.ts';
import { apiMessage, isMessageKey } from '#contract/messages/message.ts';
import { alertChannels } from '#contract/words.ts';
import type { Unworded } from '../../http/core/handler.ts';
import type { ProductRow } from '../products/queries.ts';
import type { AlertMessageRow, countChannels, countMessages, SubscriptionRow } from './queries.ts';
import type { AlertMeans } from './read-alert-settings.ts';

export function presentSubscription(
  row: SubscriptionRow,
  messages: readonly AlertMessageRow[],
  products: readonly ProductRow[],
): AlertSubscription {
  const ids = JSON.parse(row.products) as number[];
  return {
    channel: row.channel,
    address: row.address,
    kind: row.kind,
    language: row.language,
    products: products
      .filter(({ id }) => ids.includes(id))
      .map(({ id, name, name_si, name_ta }) => ({ id, name, name_si, name_ta })),
    limit: row.limit_cents === null ? null : toRupees(row.limit_cents),
    is_confirmed: row.confirmed_at !== null,
    createdAt: row.created_at,
    messages: messages.map(({ occasion, state, changed_at }) => ({ occasion, state, changed_at })),
  };
}

export function presentStatus(
  { obstacles }: AlertMeans,
  counts: Awaited<ReturnType<typeof countChannels>>,
  messages: Awaited<ReturnType<typeof countMessages>>,
): Unworded<AlertStatus> {
  const sum = (states: readonly string[]) =>
    messages.filter(({ state }) => states.includes(state)).reduce((total, { count }) => total + count, 0);
  const unknown = sum(['unknown']);
  return {
    channels: alertChannels.map((channel) => {
      const { confirmed = 0, unconfirmed = 0 } = counts.find((one) => one.channel === channel) ?? {};
      return { channel, obstacle: obstacles[channel], confirmed, unconfirmed };
    }),
    queued: sum(['queued', 'sending']),
    sent: sum(['sent']),
    failures: [
      ...messages.flatMap(({ state, message, count }) =>
        state === 'failed' && isMessageKey(message) ? [{ reason: apiMessage(message), count }] : [],
      ),
      ...(unknown > 0 ? [{ reason: apiMessage('alerts.result.unknown'), count: unknown }] : []),
    ],
  };
}
