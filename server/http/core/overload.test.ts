/** @module-tag sqlite-only */
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { PASSWORD } from '../../testing/accounts.ts';
import { openListeningMarket, READER } from '../../testing/listening-market.ts';

const BUSY = { status: 503, body: { code: 'not_ready' }, headers: { 'retry-after': '2', 'cache-control': 'no-store' } };

test('one address has a limited number of connections; others do not notice', async () => {
  const { connect, ask } = await openListeningMarket({ CONNECTIONS_PER_ADDRESS: '8' });
  const held = await Promise.all(Array.from({ length: 8 }, () => connect('127.0.0.3')));
  // The kernel accepts connections in the order of their arrival, so these eight came first.
  expect(await ask('/healthz', '127.0.0.3')).toMatchObject(BUSY);
  expect(await ask('/healthz')).toMatchObject({ status: 200 });
  held[0]?.destroy();
  await expect.poll(async () => (await ask('/healthz', '127.0.0.3')).status, { timeout: 60_000 }).toBe(200);
});

test('a connection too many that asks for nothing is closed within seconds', { tags: ['slow'] }, async () => {
  const { connect } = await openListeningMarket({ CONNECTIONS_PER_ADDRESS: '1' });
  await connect('127.0.0.3');
  const second = await connect('127.0.0.3');
  await once(second.resume(), 'close');
});

test.each(['127.0.0.3', 'loopback', '10.0.0.0/8,127.0.0.0/30', '1'])(
  'a trusted proxy (%s) brings any number of readers',
  async (TRUST_PROXY) => {
    const { connect, ask } = await openListeningMarket({ CONNECTIONS_PER_ADDRESS: '2', TRUST_PROXY });
    await Promise.all(Array.from({ length: 5 }, () => connect('127.0.0.3')));
    expect(await ask('/healthz', '127.0.0.3')).toMatchObject({ status: 200 });
  },
);

test('a client that asks much and reads nothing is disconnected, also when its answers are cached', {
  tags: ['slow'],
}, async () => {
  const { app, connect, ask } = await openListeningMarket({}, 3000);
  for (let time = 0; time < 3; time += 1) await ask('/api/openapi.json');
  const silent = await connect('127.0.0.3');
  const slow = await connect('127.0.0.4');
  const asked = 'GET /api/openapi.json HTTP/1.1\r\nHost: market\r\n\r\n'.repeat(200);
  silent.write(asked);
  slow.write(asked);
  let received = 0;
  const reading = setInterval(() => {
    received += (slow.read() as Buffer | null)?.length ?? 0;
  }, 10);
  onTestFinished(() => clearInterval(reading));
  const count = () => new Promise((resolve) => app.server.getConnections((_, open) => resolve(open)));
  // A client that reads slowly stays connected.
  await expect.poll(count, { timeout: 60_000, interval: 20 }).toBe(1);
  expect(received).toBeGreaterThan(0);
});

test('a process that cannot keep up refuses the new work of visitors; cached answers and staff go on', {
  tags: ['slow'],
}, async () => {
  const { ask } = await openListeningMarket();
  // Wait for answers, because the start itself may have been long and count as overload.
  const warm = { timeout: 60_000, interval: 500 };
  for (let time = 0; time < 3; time += 1)
    await expect.poll(async () => (await ask('/api/products')).status, warm).toBe(200);
  let isBusy = true;
  const work = () => {
    const until = performance.now() + 400;
    while (performance.now() < until);
    if (isBusy) setImmediate(work);
  };
  work();
  await expect.poll(() => ask('/api/products/1'), { timeout: 60_000 }).toMatchObject(BUSY);
  expect(await ask('/api/market-days')).toMatchObject(BUSY);
  expect((await ask('/api/products')).status).toBe(200);
  expect((await ask('/api/products?_=up')).status).toBe(200);
  expect((await ask('/healthz')).status).toBe(200);
  const login = await ask('/api/admin/login', READER, { email: 'editor@example.com', password: PASSWORD });
  expect(login.status).toBe(200);
  isBusy = false;
  await expect.poll(async () => (await ask('/api/market-days')).status, { timeout: 60_000 }).toBe(200);
});
