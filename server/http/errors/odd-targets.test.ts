/** @module-tag sqlite-only */
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { openListeningMarket } from '../../testing/listening-market.ts';

type Market = Awaited<ReturnType<typeof openListeningMarket>>;

async function statusOf({ connect }: Market, target: string, host = 'market'): Promise<string> {
  const socket = await connect('127.0.0.2');
  socket.write(`${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, 'latin1');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.toString('latin1').split(' ')[1] ?? '';
}

const ODD = [
  'GET *',
  'GET *:99999',
  'GET *?x',
  'HEAD *',
  'POST *',
  'OPTIONS *',
  'GET //',
  'GET ///',
  'GET //evil.example/x',
  'GET //x:99999',
  'GET //[',
  'GET //@',
  'GET http://[::1',
  'GET http://[::1]:99999/',
  'GET http://market/api/products',
  'GET http://market:99999/x',
  'GET http://',
  'GET http://a:b:c/',
  'GET mailto:a@b',
  'GET data:,x',
  'GET a',
  'GET @',
  'GET :',
  'GET ?',
  'GET #',
  'GET /%',
  'GET /\u0000',
  'GET /\u00e9',
  'GET /images/%',
  'GET /product/%c0/chart',
  'CONNECT market:443',
  'CONNECT /',
  'GET /a b',
];

test('a target that does not begin with one slash is 400, whatever its form', async () => {
  const market = await openListeningMarket();
  const statuses: string[] = [];
  for (const target of ODD) statuses.push(`${target} ${await statusOf(market, target)}`);
  expect(statuses).toEqual(ODD.map((target) => `${target} 400`));
});

test('an odd path is unknown, a long one too long, and an odd name of the host changes nothing', async () => {
  const market = await openListeningMarket();
  for (const path of ['/*', '/;', '/\\', '/%00', '/..%2f..%2fetc', '/%2e%2e/', '/:80'])
    expect(await statusOf(market, `GET ${path}`), path).toBe('404');
  expect(await statusOf(market, `GET ${'/x'.repeat(1500)}`)).toBe('414');
  for (const method of ['TRACE', 'PURGE']) expect(await statusOf(market, `${method} /`), method).toBe('404');
  for (const host of ['a:99999', '[::1', '*', '@', 'x/../'])
    expect(await statusOf(market, 'GET /api/products', host), host).toBe('200');
});
