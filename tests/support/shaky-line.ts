import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * A network that is connected but dead: it never answers, stops in the middle of an answer, sends a byte a second, or
 * answers with the page of a Wi-Fi network that asks to sign in.
 */
export type DeadNetwork = 'silent' | 'half' | 'drip' | 'portal';

export interface ShakyLine {
  url: string;
  isCut: boolean;
  marketUrl: string;
  dead: DeadNetwork | undefined;
  workerSuffix: string;
  /** The time between the two halves of a page. */
  pauseMs: number;
  stop(): Promise<void>;
}

export async function openShakyLine(market: { url: string }): Promise<ShakyLine> {
  const server = createServer((asked, answer) => {
    if (line.isCut) asked.socket.destroy();
    else if (line.dead === 'portal') sendPortal(answer);
    else if (line.dead !== 'silent') pass(market.url, line, asked, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const line: ShakyLine = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isCut: false,
    marketUrl: market.url,
    dead: undefined,
    workerSuffix: '',
    pauseMs: 0,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return line;
}

function pass(origin: string, line: ShakyLine, asked: IncomingMessage, answer: ServerResponse): void {
  const headers = { ...asked.headers, host: new URL(origin).host };
  const { dead } = line;
  if (line.pauseMs > 0) headers['accept-encoding'] = 'identity';
  const passed = request(`${origin}${asked.url}`, { method: asked.method, headers }, (got) => {
    const isWorker = asked.url === '/sw.js';
    const { 'content-length': length, ...rest } = got.headers;
    answer.writeHead(got.statusCode ?? 502, isWorker || length === undefined ? rest : got.headers);
    if (dead !== undefined) return void (dead === 'drip' ? drip(got, answer) : sendHalf(got, answer));
    if (line.pauseMs > 0 && got.headers['content-type']?.includes('html'))
      return void sendHalves(got, answer, line.pauseMs);
    got.pipe(answer, { end: !isWorker });
    if (isWorker) got.on('end', () => answer.end(line.workerSuffix));
  });
  passed.on('error', () => asked.socket.destroy());
  asked.pipe(passed);
}

async function sendHalves(got: IncomingMessage, answer: ServerResponse, pauseMs: number): Promise<void> {
  const page = Buffer.concat(await got.toArray());
  answer.write(page.subarray(0, page.length / 2));
  await wait(pauseMs);
  answer.end(page.subarray(page.length / 2));
}

async function sendHalf(got: IncomingMessage, answer: ServerResponse): Promise<void> {
  const body = Buffer.concat(await got.toArray());
  answer.write(body.subarray(0, Math.ceil(body.length / 2)));
}

async function drip(got: IncomingMessage, answer: ServerResponse): Promise<void> {
  const body = Buffer.concat(await got.toArray());
  for (const byte of body) {
    if (answer.destroyed) return;
    answer.write(Buffer.of(byte));
    await wait(1000, undefined, { ref: false });
  }
}

function sendPortal(answer: ServerResponse): void {
  answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=60' });
  answer.end('<!doctype html><html lang="en"><title>Free Wi-Fi</title><h1>Sign in to the Wi-Fi</h1></html>');
}
