/** @module-tag sqlite-only */

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import createFastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { PASSWORD } from '../../testing/accounts.ts';
import { openListeningMarket, READER } from '../../testing/listening-market.ts';
import { answerError } from '../errors/answer-error.ts';
import { answerInTurn } from './answer-in-turn.ts';
import { LoadLimiter } from './limit-load.ts';

const ADDRESS = '203.0.113.7';

function openGate() {
  const loadLimiter = new LoadLimiter();
  const fastify = createFastify();
  onTestFinished(() => fastify.close());
  fastify.setErrorHandler(answerError);
  loadLimiter.watch(fastify);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const answer = async () => {
    await released;
    return {};
  };
  fastify.get('/wait', answer);
  fastify.get('/staff', { onRequest: async (request) => loadLimiter.passStaff(request) }, answer);
  const ask = async (url: string, remoteAddress = ADDRESS) => {
    const headers = { authorization: 'Bearer made.up.token' };
    return (await fastify.inject({ url, remoteAddress, headers })).statusCode;
  };
  return { ask, release };
}

test('one address has 32 requests without a session in work, whatever token it sends; others and staff go on', async () => {
  const { ask, release } = openGate();
  const held = Array.from({ length: 32 }, () => ask('/wait'));
  expect(await ask('/wait')).toBe(503);
  const passing = [ask('/wait', '203.0.113.8'), ask('/staff')];
  release();
  expect(new Set(await Promise.all([...held, ...passing]))).toEqual(new Set([200]));
  expect(await ask('/wait')).toBe(200);
});

/** Lets each turn of the event loop take `turnMs`, and returns at which turns a visitor was refused. */
async function refusalsByTurn(turnMs: number, takeTurn: (untilMs: number) => void): Promise<boolean[]> {
  const loadLimiter = new LoadLimiter();
  const fastify = createFastify();
  loadLimiter.watch(fastify);
  let isOpen = true;
  onTestFinished(async () => {
    isOpen = false;
    await fastify.close();
  });
  await fastify.listen({ host: '127.0.0.1', port: 0 });
  const turns: boolean[] = [];
  const work = () => {
    takeTurn(performance.now() + turnMs);
    turns.push(isRefused());
    if (isOpen) setImmediate(work);
  };
  const isRefused = () => {
    try {
      loadLimiter.admit('visitor');
      return false;
    } catch {
      return true;
    }
  };
  work();
  await expect.poll(() => turns.length, { timeout: 60_000, interval: 500 }).toBeGreaterThan(7);
  return turns;
}

test.each([300, 700])(
  'a loop that turns only every %s ms is late at every moment',
  { tags: ['slow'] },
  async (turnMs) => {
    const turns = await refusalsByTurn(turnMs, (untilMs) => {
      while (performance.now() < untilMs);
    });
    const first = turns.indexOf(true);
    expect(first).toBeGreaterThan(0);
    expect(turns.slice(first)).not.toContain(false);
  },
);

test('a loop that waits for other programs refuses nobody', { tags: ['slow'] }, async () => {
  const cell = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const turns = await refusalsByTurn(300, (untilMs) => Atomics.wait(cell, 0, 0, untilMs - performance.now()));
  expect(turns).not.toContain(true);
});

const BUSY = { status: 503, body: { code: 'not_ready' }, headers: { 'retry-after': '2', 'cache-control': 'no-store' } };

test('one address has a limited number of connections; others do not notice', async () => {
  const { connect, ask } = await openListeningMarket({ CONNECTIONS_PER_ADDRESS: '8' });
  const held = await Promise.all(Array.from({ length: 8 }, () => connect('127.0.0.3')));
  // The kernel accepts connections in the order of their arrival, so the eight held connections are accepted before the
  // next one.
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
  // The connection of a client that reads slowly stays open.
  await expect.poll(count, { timeout: 60_000, interval: 20 }).toBe(1);
  expect(received).toBeGreaterThan(0);
});

test('a process that cannot keep up refuses the new work of visitors; cached answers and staff go on', {
  tags: ['slow'],
}, async () => {
  const { ask } = await openListeningMarket();
  // The test first waits for answers, because a slow start may itself be measured as overload.
  const warm = { timeout: 60_000, interval: 500 };
  for (let time = 0; time < 3; time += 1)
    await expect.poll(async () => (await ask('/api/products')).status, warm).toBe(200);
  let isBusy = true;
  const work = () => {
    const until = performance.now() + 400;
    while (performance.now() < until);
    if (isBusy) setImmediate(work);
  };
  // A test that fails must not leave the next files of this process a busy loop.
  onTestFinished(() => {
    isBusy = false;
  });
  work();
  await expect.poll(() => ask('/api/products/1'), { timeout: 60_000 }).toMatchObject(BUSY);
  await expect.poll(() => ask('/api/market-days'), { timeout: 60_000 }).toMatchObject(BUSY);
  expect((await ask('/api/products')).status).toBe(200);
  expect((await ask('/api/products?_=up')).status).toBe(200);
  expect((await ask('/healthz')).status).toBe(200);
  const login = await ask('/api/admin/login', READER, { email: 'editor@example.com', password: PASSWORD });
  expect(login.status).toBe(200);
  isBusy = false;
  await expect.poll(async () => (await ask('/api/market-days')).status, { timeout: 60_000 }).toBe(200);
});

async function openServer() {
  const begun = new Map<string, ServerResponse[]>();
  const server = createServer(
    answerInTurn(({ headers: { host = '' } }, response) => {
      begun.set(host, [...(begun.get(host) ?? []), response]);
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    begunBy: (client: string) => begun.get(client) ?? [],
    async send(client: string, requests: number): Promise<{ socket: Socket; received: () => string }> {
      const socket = net.connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      let received = '';
      socket.setEncoding('latin1').on('data', (piece: string) => {
        received += piece;
      });
      await once(socket, 'connect');
      socket.write(`GET / HTTP/1.1\r\nHost: ${client}\r\n\r\n`.repeat(requests));
      return { socket, received: () => received };
    },
  };
}

test('of the requests of one connection eight are worked on at once and the others in turn; other connections do not wait', async () => {
  const { send, begunBy } = await openServer();
  const { received } = await send('greedy', 20);
  await expect.poll(() => begunBy('greedy').length).toBe(8);
  const modest = await send('modest', 1);
  await expect.poll(() => begunBy('modest').length).toBe(1);
  begunBy('modest')[0]?.end('modest');
  await expect.poll(modest.received).toContain('modest');
  for (let ended = 0; ended < 20; ended += 1) {
    expect(begunBy('greedy')).toHaveLength(Math.min(20, 8 + ended));
    begunBy('greedy')[ended]?.end(`answer ${ended}.`);
    await expect.poll(() => begunBy('greedy').length).toBe(Math.min(20, 9 + ended));
  }
  await expect
    .poll(() => received().match(/answer \d+\./g))
    .toEqual(Array.from({ length: 20 }, (_, at) => `answer ${at}.`));
});

test('of 208 requests of one connection none is lost, and with one more it is closed', async () => {
  const { send, begunBy } = await openServer();
  const { socket } = await send('greedy', 208);
  await expect.poll(() => begunBy('greedy').length).toBe(8);
  const most = await send('modest', 1);
  await expect.poll(() => begunBy('modest').length).toBe(1);
  expect([socket.destroyed, most.socket.destroyed]).toEqual([false, false]);
  const closed = once(socket, 'close');
  socket.write('GET / HTTP/1.1\r\nHost: greedy\r\n\r\n');
  await closed;
  expect(begunBy('greedy')).toHaveLength(8);
});

test('requests of a connection that was closed never begin', async () => {
  const { send, begunBy } = await openServer();
  const { socket } = await send('greedy', 20);
  await expect.poll(() => begunBy('greedy').length).toBe(8);
  const ends = begunBy('greedy').map((response) => once(response, 'close'));
  socket.destroy();
  await Promise.all(ends);
  expect(begunBy('greedy')).toHaveLength(8);
});
