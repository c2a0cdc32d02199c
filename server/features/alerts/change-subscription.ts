import { type Instant, instantOf } from '#billing/calendar.ts';
import { ALERT_CONFIRM_HOURS } from '#contract/alert-limits.ts';
import type { AlertWish } from '#contract/alerts.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database, Reader, Writer } from '../../db/connect.ts';
import {
  deleteQueuedReports,
  deleteSubscription,
  findSubscription,
  lockSubscription,
  type SubscriptionRow,
  updateSubscription,
} from './queries.ts';
import { checkWish, hashCode, hashToken, startingPoint } from './start-subscription.ts';

export function oldestPending(now: Instant): Instant {
  return instantOf(Date.parse(now) - ALERT_CONFIRM_HOURS * 60 * 60_000);
}

export async function getSubscription(db: Reader, key: string, now: Instant): Promise<SubscriptionRow> {
  return requireLiving(await findSubscription(db, hashToken(key)), now);
}

async function lockByKey(tx: Writer, key: string, now: Instant): Promise<SubscriptionRow> {
  return requireLiving(await lockSubscription(tx, hashToken(key)), now);
}

function requireLiving(row: SubscriptionRow | undefined, now: Instant): SubscriptionRow {
  const isOver = row !== undefined && row.confirmed_at === null && row.created_at < oldestPending(now);
  if (!row || isOver) throw new Refusal('alert_not_found');
  return row;
}

/**
 * Confirms a subscription by its code. A wrong code uses up an attempt, which is committed before the refusal is
 * thrown.
 */
export async function confirmSubscription(
  { write }: Database,
  { now }: ActionContext,
  { key, code }: { key: string; code?: string | undefined },
): Promise<void> {
  const isConfirmed = await write(async (tx) => {
    const row = await lockByKey(tx, key, now);
    if (row.confirmed_at !== null) return true;
    if (row.code_hash !== null) {
      const isRight = row.tries_left > 0 && row.code_hash === hashCode(row.token_hash, code ?? '');
      if (!isRight) {
        await updateSubscription(tx, row.id, { tries_left: Math.max(0, row.tries_left - 1) });
        return false;
      }
    }
    await updateSubscription(tx, row.id, { confirmed_at: now, code_hash: null, ...(await startingPoint(tx, now)) });
    return true;
  });
  if (!isConfirmed) throw new Refusal('alert_code_wrong');
}

export async function changeSubscription(
  { write }: Database,
  { now }: ActionContext,
  { key, wish }: { key: string; wish: AlertWish },
): Promise<void> {
  await write(async (tx) => {
    const { id, confirmed_at } = await lockByKey(tx, key, now);
    if (confirmed_at === null) throw new Refusal('alert_not_found');
    await deleteQueuedReports(tx, id);
    await updateSubscription(tx, id, { ...(await checkWish(tx, wish)), ...(await startingPoint(tx, now)) });
  });
}

export async function endSubscription({ write }: Database, { now }: ActionContext, key: string): Promise<void> {
  await write(async (tx) => deleteSubscription(tx, (await lockByKey(tx, key, now)).id));
}
