import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { openTestApp, type TestApp } from './app-context.ts';
import { officeAt, type TestOffice } from './office.ts';

/** A server on this computer that another market may read. */
export interface Peer {
  address: string;
  asked: string[];
  answerWith(listener: RequestListener): void;
}

export async function startPeer(listener: RequestListener, host = '127.0.0.1'): Promise<Peer> {
  const asked: string[] = [];
  let current = listener;
  const server = http.createServer((request, response) => {
    asked.push(request.url ?? '');
    current(request, response);
  });
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    asked,
    answerWith: (next) => {
      current = next;
    },
  };
}

/** A whole market of its own, with a key of its own, that listens on this computer. */
export async function openPeerMarket(key: string): Promise<{ office: TestOffice; peer: Peer }> {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  await app.database.write((tx) => tx.updateTable('market_keys').set({ market_key: key }).execute());
  return { office: officeAt(app), peer: await startPeer(passOn(app)) };
}

export function passOn(app: TestApp): RequestListener {
  return (request, response) => {
    const headers = { 'if-none-match': request.headers['if-none-match'] ?? '' };
    void app.send({ url: request.url ?? '/', headers }).then((answer) => {
      const { etag } = answer.headers;
      response.writeHead(answer.statusCode, {
        'content-type': 'application/json',
        ...(etag && { etag: String(etag) }),
      });
      response.end(answer.rawPayload);
    });
  };
}
