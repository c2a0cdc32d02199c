/** @module-tag sqlite-only */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import createFastify from 'fastify';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { Refusal } from '#contract/refusals.ts';
import { PlainReaders } from './plain-readers.ts';
import { ResponseCache } from './response-cache.ts';
import { sendCached } from './send-cached.ts';

const YEAR = Array.from(
  { length: 60_000 },
  (_, at) => `2026-11-20,CARROT-NE,Carrot,vegetable,kg,${at}.00,150.00\r\n`,
).join('');
const PACKED = gzipSync(YEAR, { level: 1 });
const MOST_OF_NETWORK = 4;
const MOST = 64;

afterEach(() => void vi.useRealTimers());

const networks = (count: number) => Array.from({ length: count }, (_, at) => `198.51.100.${at}`);

test('each reader gets all bytes, at the same time as others', async () => {
  const readers = new PlainReaders();
  const read = networks(8).map((network) => buffer(readers.open(PACKED, network)));
  for (const bytes of await Promise.all(read)) expect(bytes.toString() === YEAR).toBe(true);
});

test('a network has four readers, whose end makes room, and other networks are not refused', async () => {
  const readers = new PlainReaders();
  const held = Array.from({ length: MOST_OF_NETWORK }, () => readers.open(PACKED, '198.51.100.7'));
  expect(() => readers.open(PACKED, '198.51.100.7')).toThrow(Refusal);
  expect((await buffer(readers.open(PACKED, '203.0.113.1'))).toString() === YEAR).toBe(true);
  held[0]?.destroy();
  await once(held[0] ?? readers.open(PACKED, ''), 'close');
  expect((await buffer(readers.open(PACKED, '198.51.100.7'))).toString() === YEAR).toBe(true);
});

test('while all places are taken, the client that has left its piece unread longest loses its place', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const readers = new PlainReaders();
  const held = networks(MOST).map((network) => readers.open(PACKED, network));
  const errors = held.map((reader) => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    reader.on('error', resolve);
    return promise;
  });
  for (const reader of held) await once(reader, 'readable');
  expect(() => readers.open(PACKED, '203.0.113.1')).toThrow(Refusal);
  vi.advanceTimersByTime(3000);
  held[0]?.read();
  await once(held[0] ?? readers.open(PACKED, ''), 'readable');
  const taken = readers.open(PACKED, '203.0.113.1');
  expect(await errors[1]).toBeInstanceOf(Error);
  expect(held.map(({ destroyed }) => destroyed).filter(Boolean)).toHaveLength(1);
  expect((await buffer(taken)).toString() === YEAR).toBe(true);
});

/** A client with a small segment size and receive window, which reads a kilobyte a second. */
const SLOW_CLIENT = `use Socket; use IO::Handle;
  my ($port, $from) = @ARGV;
  socket(my $s, PF_INET, SOCK_STREAM, 6) or die $!;
  setsockopt($s, SOL_SOCKET, SO_RCVBUF, pack('i', 2048)) or die $!;
  setsockopt($s, 6, 2, pack('i', 536)) or die $!;
  bind($s, pack_sockaddr_in(0, inet_aton($from))) or die $!;
  connect($s, pack_sockaddr_in($port, inet_aton('127.0.0.1'))) or die $!;
  $s->autoflush(1); STDOUT->autoflush(1);
  print $s "GET /year.csv HTTP/1.1\\r\\nHost: market\\r\\n\\r\\n";
  sysread($s, my $first, 12); print "$first\\n";
  while (sysread($s, my $more, 1024)) { sleep 1 }`.replaceAll('\\\\', '\\');

/** Returns the beginning of the answer, after which the client reads slowly. */
async function readSlowly(port: number, from: string): Promise<string> {
  const client = spawn('/usr/bin/perl', ['-e', SLOW_CLIENT, String(port), from], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void client.kill('SIGKILL'));
  const [heard] = (await once(client.stdout, 'data')) as [Buffer];
  return heard.toString('latin1').trim();
}

test('slow clients of a network hold neither the work nor the places of others', { tags: ['slow'] }, async () => {
  const responseCache = new ResponseCache({ networkOf: ({ socket }) => socket.remoteAddress ?? '' });
  const fastify = createFastify();
  const headers = { 'content-type': 'text/csv' };
  fastify.get('/year.csv', (request, reply) =>
    sendCached({ responseCache }, { request, reply }, async () => ({ content: YEAR, headers })),
  );
  await fastify.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    fastify.server.closeAllConnections();
    await fastify.close();
  });
  const { port } = fastify.server.address() as AddressInfo;
  const ask = () => fetch(`http://127.0.0.1:${port}/year.csv`, { headers: { 'accept-encoding': 'identity' } });
  const isPacked = () =>
    responseCache.find('/year.csv', { 'accept-encoding': 'br' }) !== undefined &&
    responseCache.find('/year.csv', {}) === undefined;
  await (await ask()).text();
  await (await ask()).text();
  await vi.waitFor(() => expect(isPacked()).toBe(true), { timeout: 60_000, interval: 100 });

  for (let at = 0; at < MOST_OF_NETWORK; at += 1) expect(await readSlowly(port, '127.0.0.2')).toBe('HTTP/1.1 200');
  expect(await readSlowly(port, '127.0.0.2')).toBe('HTTP/1.1 503');
  const answers = await Promise.all(Array.from({ length: MOST_OF_NETWORK }, async () => (await ask()).text()));
  for (const text of answers) expect(text === YEAR).toBe(true);
});
