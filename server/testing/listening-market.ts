import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { type AppOptions, buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { START } from './accounts.ts';
import { makePeopledDatabase } from './database.ts';
import { TOKEN_SECRET } from './sign-in.ts';

export const READER = '127.0.0.2';

/** More bytes than the kernel's buffers hold. */
const LARGE = 64 * 1024 * 1024;

export async function openListeningMarket(
  environment: Record<string, string> = {},
  timeoutMs?: number,
  web?: AppOptions['web'],
) {
  const made = await makePeopledDatabase();
  const config = readConfig({ DATA_DIR: made.dataDir, LOG_LEVEL: 'silent', HOST: '0.0.0.0', ...environment });
  const app = await buildApp({
    config,
    clock: { now: () => START },
    database: made.database,
    tokenSecret: TOKEN_SECRET,
    ...(web && { web }),
  });
  if (timeoutMs !== undefined) {
    app.server.timeout = timeoutMs;
    // A connection whose answers are all written, but not read, has the keep-alive time.
    app.server.keepAliveTimeout = timeoutMs;
  }
  const slow: (() => void)[] = [];
  app.get('/slow', () => new Promise((resolve) => slow.push(() => resolve({}))));
  const large: string[] = [];
  app.get('/large', async (request) => {
    large.push(request.ip);
    return 'x'.repeat(LARGE);
  });
  await app.listen({ host: config.host, port: 0 });
  onTestFinished(async () => {
    app.server.closeAllConnections();
    await app.close();
    await made.remove();
  });
  const { port } = app.server.address() as AddressInfo;
  const connect = async (from: string): Promise<Socket> => {
    const socket = net.connect({ port, host: '127.0.0.1', localAddress: from });
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  const ask = async (path: string, from = READER, body?: object) => {
    const request = http.request({
      port,
      host: '127.0.0.1',
      localAddress: from,
      path,
      agent: false,
      ...(body && { method: 'POST', headers: { 'content-type': 'application/json' } }),
    });
    request.end(body && JSON.stringify(body));
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, headers: answer.headers, body: parsed(await text(answer)) };
  };
  return { app, connect, ask, slow, large };
}

function parsed(body: string): { code?: string } {
  return body.startsWith('{') ? JSON.parse(body) : {};
}
