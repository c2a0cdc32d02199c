import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { dayOf } from '#billing/calendar.ts';
import { systemClock } from '../../clock.ts';
import { connect } from '../../db/connect.ts';
import { diceOf } from '../../testing/dice.ts';
import { ALERT_SETTINGS } from '../../testing/example-market.ts';
import { openMailServer } from '../../testing/mail-server.ts';
import { openPushService } from '../../testing/push-service.ts';
import { emptyMarket, RealServer } from '../../testing/real-server.ts';
import { makeServerCopy, type ServerCopy } from '../../testing/server-copy.ts';

/** Seconds allowed for each kill. The leases of a dead server take 20 seconds to expire. */
const SECONDS_EACH = 120;
const READERS = 60;

let tree: ServerCopy;
beforeAll(() => {
  tree = makeServerCopy();
});
afterAll(() => tree.remove());

type Connected = ReturnType<typeof connect>;

/**
 * Adds readers, half of them by email and half in browsers. Their messages are confirmations, which are sent even in
 * quiet hours, because this test may run at any hour.
 */
async function addReaders(database: Connected, push: Awaited<ReturnType<typeof openPushService>>): Promise<void> {
  const first = await database.reader.selectFrom('alert_subscriptions').selectAll().executeTakeFirstOrThrow();
  const { id: _, ...row } = first;
  const rows = Array.from({ length: READERS }, (__, at) => {
    const token_hash = `reader ${at}`;
    if (at % 2 === 0)
      return { ...row, token_hash, channel: 'email' as const, address: `good.${at}@example.com`, push_keys: '' };
    const { address, p256dh, auth } = push.subscribe(`good.${at}`);
    return { ...row, token_hash, address, push_keys: JSON.stringify({ p256dh, auth }) };
  });
  await database.write((tx) => tx.insertInto('alert_subscriptions').values(rows).execute());
}

async function queueRound(database: Connected, product: number, round: number): Promise<void> {
  const now = systemClock.now();
  const ids = await database.reader.selectFrom('alert_subscriptions').select('id').where('id', '>', 1).execute();
  const rows = ids.map(({ id }) => ({
    subscription_id: id,
    occasion: `confirm ${round}`,
    day: dayOf(now),
    state: 'queued' as const,
    message: '',
    figures: JSON.stringify([{ id: product, pair: { min: 100 * (round + 1), max: 100 * (round + 1) } }]),
    send_after: now,
    leased_by: null,
    leased_until: null,
    queued_at: now,
    changed_at: now,
  }));
  await database.write((tx) => tx.insertInto('alert_messages').values(rows).execute());
}

const TITLE = 'alerts that are cut off by kills arrive once each, or are unknown and arrive at most once';
test(TITLE, { tags: ['slow'], timeout: 3 * SECONDS_EACH * 1000 }, () => killRepeatedly(2));
test(`${TITLE} (30)`, { tags: ['nightly'], timeout: 31 * SECONDS_EACH * 1000 }, () => killRepeatedly(30));

async function killRepeatedly(kills: number): Promise<void> {
  const postbox = await openMailServer();
  const push = await openPushService();
  onTestFinished(() => Promise.all([postbox.close(), push.close()]).then(() => undefined));
  const environment = {
    ...(await emptyMarket()),
    SMTP_URL: postbox.url.replaceAll('=800', '=20000'),
    PUBLIC_URL: 'http://pola.example',
    PUSH_SERVICES: push.origin,
    TOKEN_SECRET: 'a secret that several servers share',
  };
  let server = await RealServer.open(tree, environment);
  const { token } = server;
  const added = await server.send('POST', '/api/products', { name: 'Tomato', type: 'vegetable' });
  const { productId } = added.body as { productId: number };
  expect((await server.send('PUT', '/api/settings/alerts', ALERT_SETTINGS)).status).toBe(200);
  const alert = { channel: 'push', ...push.subscribe('good.first'), kind: 'daily', products: [productId] };
  expect((await server.send('POST', '/api/alerts', { ...alert, language: 'en' })).status).toBe(201);
  await server.kill();
  const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl } = environment as Record<string, string | undefined>;
  const edit = async (work: (database: Connected) => Promise<void>) => {
    const database = connect({ dataDir, databaseUrl });
    await work(database);
    await database.close();
  };
  await edit((database) => addReaders(database, push));
  const taken = () => postbox.taken.length + push.taken.length;
  const dice = diceOf(7);
  for (let round = 0; round < kills; round += 1) {
    await edit((database) => queueRound(database, productId, round));
    const enough = taken() + dice(READERS);
    server = await RealServer.open(tree, environment, token);
    while (taken() < enough) await wait(1);
    await wait(dice(20));
    await server.kill();
  }
  server = await RealServer.open(tree, environment, token);
  await expect.poll(async () => (await statusOf(server)).queued, { timeout: 100_000 }).toBe(0);
  await server.kill();
  await edit(async ({ reader }) => {
    const rows = await reader
      .selectFrom('alert_messages')
      .innerJoin('alert_subscriptions', 'alert_subscriptions.id', 'subscription_id')
      .select(['address', 'occasion', 'state'])
      .execute();
    expect(rows).toHaveLength(READERS * kills);
    const texts = [
      ...postbox.taken.map(({ to, raw }) => `${to} ${/Rs\. (\d+)\.00/.exec(raw)?.[1]}`),
      ...push.taken.map(({ browser, payload }) => `${browser} ${/Rs\. (\d+)\.00/.exec(payload.body)?.[1]}`),
    ];
    for (const { address, occasion, state } of rows) {
      const name = `${address.replace(`${push.origin}/`, '')} ${Number(occasion.split(' ')[1]) + 1}`;
      const times = texts.filter((one) => one === name).length;
      if (state === 'sent') expect(times, name).toBe(1);
      else expect([state, times <= 1], name).toEqual(['unknown', true]);
    }
    const unknown = rows.filter(({ state }) => state === 'unknown').length;
    console.log(`figures: ${kills} kills, ${rows.length} alerts, ${texts.length} arrived, ${unknown} unknown`);
  });
}

async function statusOf(server: RealServer): Promise<{ queued: number }> {
  return (await server.send('GET', '/api/settings/alerts/status')).body as { queued: number };
}
