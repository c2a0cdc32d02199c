import { createHash, randomBytes, randomInt } from 'node:crypto';
import { dayOf } from '#billing/calendar.ts';
import { MOST_ALERTS_OF_ADDRESS } from '#contract/alert-limits.ts';
import type { AlertSubscriptionInput, AlertWish } from '#contract/alerts.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { lockDataVersion, readDataVersion } from '../../db/data-version.ts';
import { countVisit } from '../../db/rate-limits.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { networkOf } from '../../http/core/client-address.ts';
import { findLatestDay } from '../prices/queries.ts';
import { listProducts } from '../products/queries.ts';
import { checkAddress } from './check-address.ts';
import { countOpenMessages, countSubscriptions, insertAlertMessages, insertSubscription } from './queries.ts';
import { MOST_OPEN_ALERTS } from './queue-due-alerts.ts';
import { readAlertMeans } from './read-alert-settings.ts';

const HOUR_MS = 60 * 60_000;
const MOST_OF_NETWORK = 10;
const MOST_PENDING = 3;
const MOST_OF_ALL = 20_000;
const CODE_TRIES = 5;
export const TOKEN_OWNER = 'alert';

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function hashCode(tokenHash: string, code: string): string {
  return hashToken(`${tokenHash} ${code}`);
}

export async function startSubscription(
  app: AppContext,
  context: ActionContext,
  { input, address: client }: { input: AlertSubscriptionInput; address: string },
): Promise<string> {
  const { config, database, secrets } = app;
  const { now } = context;
  const { obstacles } = await readAlertMeans(database.reader, { config, auditKeys: database.auditKeys });
  if (obstacles[input.channel] !== null) throw new Refusal('alert_channel_off');
  const { address, pushKeys } = checkAddress(input, config.pushServices);
  const subject = `alerts from ${networkOf(client)}`;
  const seconds = await countVisit(database, { subject, most: MOST_OF_NETWORK, now, windowMs: HOUR_MS });
  if (seconds !== undefined) throw new Refusal('too_many_tries', { retryAfterSeconds: seconds });
  const token = randomBytes(24).toString('base64url');
  const isPush = input.channel === 'push';
  const code = input.channel === 'sms' ? String(randomInt(1_000_000)).padStart(6, '0') : undefined;
  await database.write(async (tx) => {
    await lockDataVersion(tx);
    const wish = await checkWish(tx, input);
    const counts = await countSubscriptions(tx, input.channel, address);
    const isFull = counts.all >= MOST_OF_ALL || (await countOpenMessages(tx)) >= MOST_OPEN_ALERTS;
    if (isFull || counts.pending >= MOST_PENDING || counts.confirmed >= MOST_ALERTS_OF_ADDRESS)
      throw new Refusal('too_many_alerts');
    const { id } = await insertSubscription(tx, {
      channel: input.channel,
      address,
      push_keys: pushKeys,
      ...wish,
      token_hash: hashToken(token),
      token_sealed: secrets.close(token, TOKEN_OWNER),
      code_hash: code === undefined ? null : hashCode(hashToken(token), code),
      tries_left: CODE_TRIES,
      created_at: now,
      confirmed_at: isPush ? now : null,
      ...(await startingPoint(tx, now)),
    });
    if (isPush) return;
    const message = { subscription_id: id, occasion: 'confirm', day: '' as const, state: 'queued' as const };
    await insertAlertMessages(tx, [
      {
        ...message,
        figures: code === undefined ? '' : secrets.close(code, TOKEN_OWNER),
        message: '',
        send_after: now,
        leased_by: null,
        leased_until: null,
        queued_at: now,
        changed_at: now,
      },
    ]);
  });
  return token;
}

export async function checkWish(tx: Writer, { kind, products, limit, language }: AlertWish) {
  const fault = (field: string, key: 'input.required' | 'input.alerts.one-product') =>
    new Refusal('invalid_input', { details: [{ field, message: apiMessage(key) }] });
  const ids = [...new Set(products)];
  if (kind !== 'daily' && ids.length !== 1) throw fault('products', 'input.alerts.one-product');
  if (kind !== 'daily' && limit === undefined) throw fault('limit', 'input.required');
  const known = new Set((await listProducts(tx)).map(({ id }) => id));
  if (ids.some((id) => !known.has(id))) throw new Refusal('product_not_found');
  return { kind, products: JSON.stringify(ids), limit_cents: kind === 'daily' ? null : (limit ?? null), language };
}

export async function startingPoint(tx: Writer, now: ActionContext['now']) {
  const today = dayOf(now);
  const latest = await findLatestDay(tx, today);
  return { after_day: latest ?? ('' as const), seen_version: await readDataVersion(tx) };
}
