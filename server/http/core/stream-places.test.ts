/** @module-tag sqlite-only */
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, onTestFinished, test } from 'vitest';
import { StreamPlaces } from './stream-places.ts';

const PIECE = Buffer.alloc(1024 * 1024);
/** More than the buffers of both sides of a connection take. */
const PIECES = 64;

/** Serves an endless stream to each account that is named in the path, and returns how to ask for one. */
async function serve(places: StreamPlaces) {
  const server = http.createServer((request, response) => void answer(places, { request, response }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return async (account: number): Promise<IncomingMessage> => {
    const request = http.get({ port, host: '127.0.0.1', path: `/${account}`, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.on('error', () => undefined);
    return response;
  };
}

async function answer(
  places: StreamPlaces,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  try {
    await places.take(response, Number(request.url?.slice(1)));
    await pipeline(Readable.from(Array.from({ length: PIECES }, () => PIECE)), response);
  } catch {
    response.destroy();
  }
}

test('an account that reads nothing holds two places, and others have the third', async () => {
  const ask = await serve(new StreamPlaces());
  const held = [await ask(1), await ask(1)];
  const third = ask(1);
  third.catch(() => undefined);
  const other = await ask(2);
  held[0]?.destroy();
  expect((await third).statusCode).toBe(200);
  let bytes = 0;
  for await (const piece of other) bytes += (piece as Buffer).length;
  expect(bytes).toBe(PIECES * PIECE.length);
});

test('a client that takes nothing for long loses its connection, and its place is free', async () => {
  const ask = await serve(new StreamPlaces({ stalledMs: 200 }));
  const held = [await ask(1), await ask(1), await ask(2)];
  const closed = held.map((response) => new Promise((resolve) => response.on('close', resolve)));
  expect((await ask(3)).statusCode).toBe(200);
  for (const response of held) response.resume();
  await Promise.all(closed);
});
