/** @module-tag sqlite-only */
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';

async function openMarket(environment: Record<string, string> = {}): Promise<TestApp> {
  const app = await openTestApp(environment);
  onTestFinished(() => app.close());
  return app;
}

const PUBLIC_CACHE = 'public, max-age=0, must-revalidate, s-maxage=15';

test("everybody can read the API's description, with the name and the address of the centre", async () => {
  const app = await openMarket({ PUBLIC_URL: 'https://pola.example/' });
  const answer = await app.send({ url: '/api/openapi.json', headers: { authorization: 'Bearer nonsense' } });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Pola Economic Centre: the API' },
    servers: [{ url: 'https://pola.example' }],
  });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': PUBLIC_CACHE,
    'access-control-allow-origin': '*',
  });
});

test.each(['/api/openapi.json', '/api/docs'])(
  '%s is compressed, and answered 304 while it is unchanged',
  { tags: ['slow'] },
  async (url) => {
    const app = await openMarket();
    const first = await app.send({ url, headers: { 'accept-encoding': 'gzip' } });
    expect(first.headers['content-encoding']).toBe('gzip');
    const plain = await app.send({ url });
    expect(gunzipSync(first.rawPayload).toString()).toBe(plain.body);
    const again = await app.send({ url, headers: { 'if-none-match': String(first.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  },
);

test('the page for people runs no script and loads no style but its own', { tags: ['slow'] }, async () => {
  const app = await openMarket();
  const { headers, body } = await app.send({ url: '/api/docs' });
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['cache-control']).toBe(PUBLIC_CACHE);
  const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(body) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  );
  expect(body).not.toMatch(/<script| style=| on[a-z]+=|<link|url\(|@import/);
  expect(body).toContain('<a href="/api/openapi.json">');
});
