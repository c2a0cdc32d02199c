/** @module-tag sqlite-only */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openListeningMarket } from '../../testing/listening-market.ts';

type Market = Awaited<ReturnType<typeof openListeningMarket>>;

const GET = 'GET /healthz HTTP/1.1\r\nHost: market\r\n\r\n';
const isClosed = (socket: Socket) => socket.resume().closed || socket.readableEnded || socket.destroyed;
const openIn = ({ app }: Market) => new Promise((resolve) => app.server.getConnections((_, open) => resolve(open)));

async function hold({ connect }: Market, from: string, isMute: boolean): Promise<Socket> {
  const socket = await connect(from);
  if (isMute) return socket;
  socket.write(GET);
  await once(socket, 'data');
  return socket;
}

const addresses = (count: number) => Array.from({ length: count }, (_, at) => `127.0.1.${at + 1}`);

test.each([
  ['one address', 1],
  ['nine addresses', 9],
])(
  'idle and mute connections of %s fill the limit, and every stranger is served within a second',
  { tags: ['slow'] },
  async (_, count) => {
    const market = await openListeningMarket({ MAX_CONNECTIONS: '45' });
    const reader = await hold(market, '127.0.2.1', false);
    for (let at = 0; at < 44; at += 1) await hold(market, addresses(count)[at % count] ?? '', at % 2 === 0);
    for (const stranger of addresses(20).map((address) => address.replace('127.0.1.', '127.0.3.'))) {
      const asked = performance.now();
      expect(await market.ask('/healthz', stranger)).toMatchObject({ status: 200 });
      expect(performance.now() - asked).toBeLessThan(1000);
    }
    expect(isClosed(reader)).toBe(false);
  },
);

test('one address has a connection for each of 144 shops, twice, at the same time', async () => {
  const market = await openListeningMarket();
  const sockets = await Promise.all(Array.from({ length: 2 * 144 }, () => market.connect('127.0.1.1')));
  for (const socket of sockets) {
    socket.write(GET);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
  }
});

test('of one address the connection that was used longest ago makes room', async () => {
  const market = await openListeningMarket({ MAX_CONNECTIONS: '3' });
  const sockets: Socket[] = [];
  for (let at = 0; at < 3; at += 1) sockets.push(await hold(market, '127.0.1.1', false));
  for (const first of sockets.slice(0, 1)) {
    first.write(GET);
    await once(first, 'data');
  }
  await hold(market, '127.0.1.2', false);
  await expect.poll(() => sockets.map(isClosed)).toEqual([false, true, false]);
});

test('a request that is worked on is never cut off for a newcomer, who is turned away', async () => {
  const market = await openListeningMarket({ MAX_CONNECTIONS: '2' });
  const asked = ['127.0.1.1', '127.0.1.2'].map((from) => market.ask('/slow', from));
  await expect.poll(() => market.slow.length).toBe(2);
  const newcomer = await market.connect('127.0.1.3');
  await once(newcomer.resume(), 'close');
  for (const end of market.slow) end();
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200]);
});

test('clients that send half a body or do not read their answer make room when none is idle', {
  tags: ['slow'],
}, async () => {
  const market = await openListeningMarket({ MAX_CONNECTIONS: '2' });
  const half = await market.connect('127.0.1.1');
  half.write(
    'POST /api/admin/login HTTP/1.1\r\nHost: market\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{',
  );
  const deaf = await market.connect('127.0.1.2');
  deaf.write('GET /large HTTP/1.1\r\nHost: market\r\n\r\n');
  await expect.poll(() => market.large.length).toBe(1);
  for (const stranger of ['127.0.1.3', '127.0.1.4'])
    expect(await market.ask('/healthz', stranger)).toMatchObject({ status: 200 });
  expect(isClosed(half)).toBe(true);
});

test('an answer of any size that nobody reads ends its connection', { tags: ['slow'] }, async () => {
  const market = await openListeningMarket({}, 1500);
  Object.assign(market.app.server, { keepAliveTimeout: 1400, keepAliveTimeoutBuffer: 0 });
  for (const path of ['/healthz', '/api/openapi.json', '/large'])
    (await market.connect('127.0.1.1')).write(`GET ${path} HTTP/1.1\r\nHost: market\r\n\r\n`);
  await expect.poll(() => openIn(market)).toBe(3);
  await expect.poll(() => openIn(market), { timeout: 6000 }).toBe(0);
});

test.each([
  ['asks again and again', '', GET],
  ['sends half a head, letter by letter', 'GET /healthz HTTP/1.1\r\nX: ', 'x'],
])('who %s and never reads is disconnected as well', { tags: ['slow'] }, async (_, first, sent) => {
  const market = await openListeningMarket({}, 1500);
  Object.assign(market.app.server, { headersTimeout: 1500, requestTimeout: 1500, connectionsCheckingInterval: 100 });
  const deaf = await market.connect('127.0.1.1');
  deaf.write(`GET /large HTTP/1.1\r\nHost: market\r\n\r\n${first}`);
  const asking = setInterval(() => deaf.write(sent), 200);
  await wait(1000);
  expect(await openIn(market)).toBe(1);
  await expect.poll(() => openIn(market), { timeout: 6000 }).toBe(0);
  clearInterval(asking);
});
