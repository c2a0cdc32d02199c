/** @module-tag sqlite-only */
import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { Refusal } from '#contract/refusals.ts';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { PASSWORD, START } from '../../testing/accounts.ts';
import { makePeopledDatabase } from '../../testing/database.ts';
import { signInForTest, TOKEN_SECRET } from '../../testing/sign-in.ts';

const SLOW_CLIENTS = 100;
const MEGABYTE = 1024 * 1024;

let fastify: FastifyInstance;
let server: Server;
let listen: () => Promise<number>;
let token: string;

beforeEach(async () => {
  const made = await makePeopledDatabase();
  const config = readConfig({ DATA_DIR: made.dataDir, LOG_LEVEL: 'silent' });
  fastify = await buildApp({
    config,
    clock: { now: () => START },
    database: made.database,
    tokenSecret: TOKEN_SECRET,
  });
  onTestFinished(async () => {
    fastify.server.closeAllConnections();
    await fastify.close();
    await made.remove();
  });
  token = await signInForTest(made.database, 'superadmin', { at: START });
  server = fastify.server;
  listen = async () => {
    await fastify.listen({ host: '127.0.0.1', port: 0 });
    return (server.address() as AddressInfo).port;
  };
});

async function speak(port: number, said: string, goOn?: (socket: Socket) => void): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  // A connection that the server closes during a write reports an error before it closes.
  socket.on('error', () => undefined);
  let heard = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    heard += piece;
  });
  const closed = new Promise((resolve) => socket.on('close', resolve));
  await once(socket, 'connect');
  socket.write(said);
  goOn?.(socket);
  await closed;
  return heard;
}

const head = (headers: string) =>
  `POST /api/admin/login HTTP/1.1\r\nHost: market\r\nContent-Type: application/json\r\n${headers}`;

async function post(port: number, body: string): Promise<{ statusCode: number | undefined; body: string }> {
  const request = http.request({
    port,
    path: '/api/admin/login',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  request.end(body);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return { statusCode: answer.statusCode, body: await text(answer) };
}

async function login(port: number): Promise<number | undefined> {
  const { statusCode } = await post(port, JSON.stringify({ email: 'editor@example.com', password: PASSWORD }));
  return statusCode;
}

test('a request must arrive within half a minute', () => {
  expect(server.requestTimeout).toBe(30_000);
  expect(server.headersTimeout).toBeLessThanOrEqual(60_000);
});

test('clients who never finish their headers or their body are disconnected, and others are served meanwhile', {
  tags: ['slow'],
}, async () => {
  Object.assign(server, { requestTimeout: 3000, headersTimeout: 3000, connectionsCheckingInterval: 100 });
  const port = await listen();
  const slow = Array.from({ length: SLOW_CLIENTS }, (_, at) =>
    speak(port, at % 2 === 0 ? head('X-Slow: 1\r\n') : head('Content-Length: 100\r\n\r\n{"email":'), (socket) => {
      const drip = setInterval(() => socket.write(at % 2 === 0 ? 'X: y\r\n' : ' '), 200);
      socket.on('close', () => clearInterval(drip));
    }),
  );
  const count = () => new Promise((resolve) => server.getConnections((_, open) => resolve(open)));
  await expect.poll(count, { timeout: 60_000 }).toBe(SLOW_CLIENTS);
  expect(await login(port)).toBe(200);
  const heard = await Promise.all(slow);
  expect(new Set(heard.map((said) => said.split('\r\n')[0]))).toEqual(new Set(['HTTP/1.1 408 Request Timeout']));
  expect(await login(port)).toBe(200);
});

test('a connection that is idle after its answer is ended when its keep-alive time is over', async () => {
  Object.assign(server, { keepAliveTimeout: 200, keepAliveTimeoutBuffer: 0 });
  const port = await listen();
  expect(await speak(port, 'GET /api/shops HTTP/1.1\r\nHost: market\r\n\r\n')).toMatch(/^HTTP\/1\.1 401 /);
});

test('a connection that never asks is ended', async () => {
  Object.assign(server, { timeout: 200 });
  const port = await listen();
  expect(await speak(port, '')).toBe('');
});

test('a request that is worked on for longer than a client may be silent gets its answer', async () => {
  Object.assign(server, { timeout: 1000 });
  fastify.get('/slow', async () => {
    await wait(2500);
    return 'done';
  });
  const port = await listen();
  expect(await speak(port, 'GET /slow HTTP/1.1\r\nHost: market\r\nConnection: close\r\n\r\n')).toContain('done');
});

test('a body without an end is refused at a megabyte, and its connection closed', async () => {
  const port = await listen();
  let sent = 0;
  const heard = await speak(port, head('Transfer-Encoding: chunked\r\n\r\n'), (socket) => {
    const piece = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    const more = () => {
      while (!socket.destroyed && socket.write(piece)) sent += piece.length;
      sent += piece.length;
    };
    socket.on('drain', more);
    more();
  });
  // If the client is still writing when the server closes the connection, the answer may be lost.
  expect(heard).toMatch(/^HTTP\/1\.1 413 |^$/);
  expect(sent).toBeLessThan(16 * MEGABYTE);
});

test('a JSON body whose connection is cut is a refusal, and not a fault of the server', async () => {
  const errors: unknown[] = [];
  let cut = () => {};
  fastify.addHook('preParsing', async () => void setImmediate(cut));
  fastify.addHook('onError', async (_request, _reply, error) => void errors.push(error));
  const port = await listen();
  for (const sent of ['', '{"email":"editor@exa'])
    await speak(port, head('Content-Length: 100\r\n\r\n') + sent, (socket) => {
      cut = () => socket.resetAndDestroy();
    });
  const codes = () => errors.map((error) => (error instanceof Refusal ? error.code : error));
  await expect.poll(codes).toEqual(['malformed_body', 'malformed_body']);
});

test('an upload whose connection is cut is a refusal, and not a fault of the server', async () => {
  const heads: (() => void)[] = [];
  const errors: unknown[] = [];
  fastify.addHook('preValidation', async () => heads.shift()?.());
  fastify.addHook('onError', async (_request, _reply, error) => void errors.push(error));
  const port = await listen();
  const field = '--X\r\nContent-Disposition: form-data; name="id"\r\n\r\n7\r\n';
  const file = '--X\r\nContent-Disposition: form-data; name="piece"; filename="piece"\r\n\r\nINSERT INTO';
  for (const sent of ['', field.slice(0, -3), field + file])
    await speak(
      port,
      `POST /api/imports/dump/pieces HTTP/1.1\r\nHost: market\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: multipart/form-data; boundary=X\r\nContent-Length: 1000000\r\n\r\n${sent}`,
      (socket) => heads.push(() => setImmediate(() => socket.resetAndDestroy())),
    );
  const codes = () => errors.map((error) => (error instanceof Refusal ? error.code : error));
  await expect.poll(codes).toEqual(['malformed_body', 'malformed_body', 'malformed_body']);
});

test.each([
  ['brackets', '['.repeat(MEGABYTE - 100)],
  ['closed brackets', `{"email":${'['.repeat(400_000)}${']'.repeat(400_000)}}`],
  ['objects', '{"a":'.repeat(190_000)],
  ['keys', `{${Array.from({ length: 60_000 }, (_, at) => `"k${at}":1`).join(',')}}`],
  ['spaces', ' '.repeat(MEGABYTE - 100)],
  ['one long text', `{"email":"${'a@'.repeat(500_000)}","password":"x"}`],
])('a megabyte of %s is refused with little processor time', async (_, payload) => {
  const port = await listen();
  const workOf = async () => {
    const before = process.cpuUsage();
    const { statusCode, body } = await post(port, payload);
    expect(statusCode, body).toBe(400);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  // The least of three, because the first one compiles the code.
  expect(Math.min(await workOf(), await workOf(), await workOf())).toBeLessThan(500);
});

test.each([
  ['brackets of 33 levels', { email: JSON.parse('['.repeat(32) + ']'.repeat(32)) }, 'malformed_body'],
  ['brackets of 32 levels', { email: JSON.parse('['.repeat(31) + ']'.repeat(31)) }, 'invalid_input'],
  ['texts of brackets', { email: 'editor@example.com', password: '\\"[{'.repeat(30) }, 'invalid_credentials'],
])('%s are refused as what they are', async (_, sent, code) => {
  const { body } = await post(await listen(), JSON.stringify(sent));
  expect(JSON.parse(body)).toMatchObject({ success: false, code });
});

test.each([
  ['a head of 17 kB', head(`X-Long: ${'x'.repeat(17_000)}\r\n\r\n`), 431],
  [
    'two thousand head lines',
    head(`${Array.from({ length: 2500 }, (_, at) => `X${at}: 1`).join('\r\n')}\r\n\r\n`),
    431,
  ],
  ['two lengths', head('Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}'), 400],
  ['a length and chunks', head('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'), 400],
  ['a line break in a head line', 'GET /api/shops HTTP/1.1\r\nHost: market\r\nX: a\rb\r\n\r\n', 400],
  ['no HTTP at all', '\u0016\u0003\u0001 hello\r\n\r\n', 400],
])('%s is refused and the connection closed', async (_, said, status) => {
  const port = await listen();
  expect(await speak(port, said)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(await login(port)).toBe(200);
});
