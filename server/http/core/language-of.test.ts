/** @module-tag sqlite-only */
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { languageOf, redirectHome } from './language-of.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['ta', 'ta'],
  ['si-LK,si;q=0.9,en;q=0.8', 'si'],
  ['SI-lk', 'si'],
  ['de-DE, ta-LK;q=0.7, en;q=0.3', 'ta'],
  ['en;q=0.3, si;q=0.9', 'si'],
  ['ta, si', 'ta'],
  ['si;q=0, ta;q=0.1', 'ta'],
  ['si;q=much, ta;q=0.5', 'ta'],
  ['sim, tar', 'en'],
])('the language of the header %s is %s', (header, language) => {
  expect(languageOf(header)).toBe(language);
});

const SINHALA = { 'accept-language': 'si-LK,en;q=0.5' };

test.each([
  ['GET', '/', SINHALA, '/si/#start'],
  ['HEAD', '/', SINHALA, '/si/#start'],
  ['GET', '/?from=poster', { 'accept-language': 'ta' }, '/ta/?from=poster#start'],
  ['GET', '/', { ...SINHALA, 'sec-fetch-mode': 'navigate' }, '/si/#start'],
  ['GET', '/', { ...SINHALA, referer: 'https://search.example/' }, '/si/#start'],
  ['GET', '/', { ...SINHALA, referer: 'not an address' }, '/si/#start'],
  ['GET', '/', { ...SINHALA, host: 'market.example', referer: 'http://market.example/contact' }, undefined],
  ['GET', '/', { ...SINHALA, 'sec-fetch-mode': 'cors' }, undefined],
  ['GET', '/?lang=en', SINHALA, undefined],
  ['GET', '/', { 'accept-language': 'en-GB, si;q=0.5' }, undefined],
  ['GET', '/', {}, undefined],
  ['POST', '/', SINHALA, undefined],
  ['GET', '/contact', SINHALA, undefined],
  ['GET', '//elsewhere.example', SINHALA, undefined],
])('%s %s with %o is sent to %s', async (method, path, headers, place) => {
  const server = createServer((request, response) => {
    if (!redirectHome(request, response, { 'x-frame-options': 'DENY' })) response.end('the page');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      send({ port, host: '127.0.0.1', method, path, headers }, (got) => {
        got.resume().on('end', () => resolve({ status: got.statusCode, headers: got.headers }));
      })
        .on('error', reject)
        .end();
    },
  );
  expect(answer.status).toBe(place === undefined ? 200 : 302);
  expect(answer.headers.location).toBe(place);
  if (place === undefined) return;
  expect(answer.headers).toMatchObject({
    vary: 'accept-language',
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
  });
});
