import { addDays, type Day, dayOf, type Instant, instantOf } from '#billing/calendar.ts';
import type { Database, Writer } from '../../db/connect.ts';
import { readDataVersion } from '../../db/data-version.ts';
import { takeTurns } from '../../turns.ts';
import { findLatestDay, listDay, listLastBefore } from '../prices/queries.ts';
import { listEveryProduct } from '../products/queries.ts';
import { type AlertPrice, type AlertStep, comparePrices, type MarketPrices } from './compare-prices.ts';
import {
  type AlertMessageRow,
  countOpenMessages,
  deleteMessage,
  hasDueSubscriptions,
  insertAlertMessages,
  listReports,
  lockDueSubscriptions,
  markSeen,
  type SubscriptionRow,
  updateFigures,
} from './queries.ts';

export const MOST_OPEN_ALERTS = 50_000;
/**
 * The delay before an alert is sent. A price correction within this time changes the message; a later one is sent as a
 * second message.
 */
const SEND_AFTER_MS = 5 * 60_000;
const CORRECTED_DAYS = 7;
const SLICE = 500;

export async function queueDueAlerts({ reader, write }: Database, now: Instant, most = SLICE): Promise<number> {
  let compared = 0;
  for (let afterId = 0; ; ) {
    if (!(await hasDueSubscriptions(reader, await readDataVersion(reader)))) return compared;
    const slice = await write((tx) => queueSlice(tx, now, { afterId, most }));
    compared += slice.length;
    const last = slice.at(-1);
    if (last === undefined) return compared;
    afterId = last.id;
    await takeTurns();
  }
}

async function queueSlice(
  tx: Writer,
  now: Instant,
  { afterId, most }: { afterId: number; most: number },
): Promise<SubscriptionRow[]> {
  if ((await countOpenMessages(tx)) + most > MOST_OPEN_ALERTS) return [];
  const version = await readDataVersion(tx);
  const slice = await lockDueSubscriptions(tx, { version, afterId, most });
  if (slice.length === 0) return [];
  const ids = slice.map(({ id }) => id);
  const reports = await listReports(tx, ids, addDays(dayOf(now), -CORRECTED_DAYS));
  const market = await loadMarket(tx, now, reports);
  const ofSubscription = Map.groupBy(reports, ({ subscription_id }) => subscription_id);
  const steps = slice.map((row) => ({
    row,
    steps: market ? comparePrices(row, ofSubscription.get(row.id) ?? [], market) : [],
  }));
  await take(tx, now, steps);
  const seen = steps.filter((one) => !one.steps.some((step) => step.do === 'wait')).map(({ row }) => row.id);
  await markSeen(tx, seen, version);
  return slice;
}

async function take(
  tx: Writer,
  now: Instant,
  all: readonly { row: SubscriptionRow; steps: readonly AlertStep[] }[],
): Promise<void> {
  const queued = all.flatMap(({ row, steps }) =>
    steps.flatMap((step) => (step.do === 'queue' ? [newMessage(row.id, now, step)] : [])),
  );
  await insertAlertMessages(tx, queued);
  for (const step of all.flatMap(({ steps }) => steps)) {
    if (step.do === 'update') await updateFigures(tx, step.id, JSON.stringify(step.figures));
    if (step.do === 'delete') await deleteMessage(tx, step.id);
  }
}

function newMessage(subscriptionId: number, now: Instant, { occasion, day, figures }: AlertStep & { do: 'queue' }) {
  return {
    subscription_id: subscriptionId,
    occasion,
    day,
    figures: JSON.stringify(figures),
    state: 'queued' as const,
    message: '',
    leased_by: null,
    leased_until: null,
    send_after: instantOf(Date.parse(now) + SEND_AFTER_MS),
    queued_at: now,
    changed_at: now,
  };
}

async function loadMarket(
  tx: Writer,
  now: Instant,
  reports: readonly AlertMessageRow[],
): Promise<MarketPrices | undefined> {
  const today = dayOf(now);
  const latest = await findLatestDay(tx, today);
  if (latest === null) return undefined;
  const before = new Map<number, AlertPrice>();
  const days = new Map<Day, Map<number, AlertPrice>>();
  const onList = new Set((await listDay(tx, latest)).map(({ product_id }) => product_id));
  const products = (await listEveryProduct(tx)).filter(({ id, archived_at }) => archived_at === null || onList.has(id));
  const ids = products.map(({ id }) => id);
  for (const row of await listLastBefore(tx, ids, latest))
    before.set(row.product_id, { min: row.min_cents, max: row.max_cents });
  const reported = reports.flatMap(({ day }) => (day === '' ? [] : [day]));
  for (const day of new Set([latest, ...reported])) {
    const rows = await listDay(tx, day);
    days.set(day, new Map(rows.map((row) => [row.product_id, { min: row.min_cents, max: row.max_cents }])));
  }
  return { today, latest, before, pairOf: (day, productId) => days.get(day)?.get(productId) };
}
