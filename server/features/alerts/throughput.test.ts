import { expect, test } from 'vitest';
import { elapsedMs } from '../../clock.ts';
import { openTestAlerts } from '../../testing/alerts.ts';
import { IS_OPEN } from '../mail/queries.ts';

const MOST_SECONDS = 60;

type Channel = 'push' | 'email';
const channels: readonly Channel[] = ['push', 'email'];
const TITLE = 'alerts to many by %s are handed over within a minute of their time, each once';
test.each(channels)(TITLE, { tags: ['slow'] }, (channel) => alertMany(channel, 400));
test.each(channels)(`${TITLE} (10,000)`, { tags: ['nightly'] }, (channel) => alertMany(channel, 10_000));

async function alertMany(channel: Channel, messages: number): Promise<void> {
  const market = await openTestAlerts();
  const { database } = market.app;
  market.goTo('2026-11-18');
  await market.subscribe({ channel: 'push', ...market.push.subscribe('good.first') });
  const first = await database.reader.selectFrom('alert_subscriptions').selectAll().executeTakeFirstOrThrow();
  const { id: _, ...row } = first;
  for (let start = 0; start < messages; start += 500) {
    const rows = Array.from({ length: Math.min(500, messages - start) }, (__, at) => {
      const token_hash = `reader ${start + at}`;
      const name = `good.${start + at}`;
      if (channel === 'email') return { ...row, token_hash, channel, address: `${name}@example.com`, push_keys: '' };
      const { address, p256dh, auth } = market.push.subscribe(name);
      return { ...row, token_hash, address, push_keys: JSON.stringify({ p256dh, auth }) };
    });
    await database.write((tx) => tx.insertInto('alert_subscriptions').values(rows).execute());
  }
  await database.write((tx) => tx.deleteFrom('alert_subscriptions').where('id', '=', first.id).execute());
  market.goTo('2026-11-19');
  await market.publish('2026-11-19', { [market.tomato]: [180, 220] });
  const startedAt = elapsedMs();
  expect(await market.queue()).toBe(messages);
  const queuedAt = elapsedMs();
  market.app.clock.advance(6 * 60_000);
  while (!(await isDrained(market))) await market.drain().catch(() => undefined);
  const [queueing, sending] = [queuedAt - startedAt, elapsedMs() - queuedAt].map((ms) =>
    Number((ms / 1000).toFixed(1)),
  );
  console.log(`figures: ${messages} alerts by ${channel}: queued in ${queueing} s, handed over in ${sending} s`);
  const recipients =
    channel === 'email' ? market.mailServer.taken.map(({ to }) => to) : market.push.taken.map(({ browser }) => browser);
  expect([recipients.length, new Set(recipients).size]).toEqual([messages, messages]);
  expect(sending).toBeLessThan(MOST_SECONDS);
}

async function isDrained({ app }: Awaited<ReturnType<typeof openTestAlerts>>): Promise<boolean> {
  const open = app.database.reader.selectFrom('alert_messages').select('id').where(IS_OPEN).limit(1);
  return (await open.executeTakeFirst()) === undefined;
}
