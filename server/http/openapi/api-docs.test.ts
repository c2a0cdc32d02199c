/** @module-tag sqlite-only */
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { listCalls } from '#contract/every-call.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { renderApiPage } from './api-page.ts';
import { openApiDocument } from './openapi.ts';

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

const page = renderApiPage(openApiDocument('Pola'));
const articleOf = (name: string) =>
  /<article[\s\S]*?<\/article>/.exec(page.slice(page.indexOf(`<article id="${name}"`)))?.[0] ?? '';

test.each(listCalls())(
  '$name is in the contents and has an article with its address, permission and refusals',
  ({ name, entry }) => {
    const path = entry.path.replaceAll(/:(\w+)/g, '{$1}');
    expect(page).toContain(
      `<a href="#${name}"><span class="method ${entry.method.toLowerCase()}">${entry.method}</span> <code>${path}</code></a>`,
    );
    const article = articleOf(name);
    expect(article).toContain(`<code>${path}</code>`);
    expect(article).toContain(entry.permission === 'public' ? 'Anyone' : `permission ${entry.permission}`);
    for (const code of entry.refusals) expect(article).toContain(`<code>${code}</code>`);
  },
);

test('an article names the input and output fields, with their types', () => {
  const row = (...cells: string[]) =>
    `<tr><td><code>${cells[0]}</code></td>${cells
      .slice(1)
      .map((cell) => `<td>${cell}</td>`)
      .join('')}</tr>`;
  const article = articleOf('prices.updateMultiple');
  expect(article).toContain('Body, application/json, a list');
  expect(article).toContain(row('[].min_price', 'number or text or null', 'required', ''));
  expect(article).toContain(row('results', 'list of objects', 'required', ''));
  expect(article).toContain(
    row(
      'results[].status',
      '&quot;added&quot; or &quot;updated&quot; or &quot;unchanged&quot; or &quot;cleared&quot;',
      'required',
      '',
    ),
  );
  expect(articleOf('prices.sheet')).toContain(
    row('[].last.min_price', 'number', 'required', 'Rupees, at most 2 decimals'),
  );
  expect(articleOf('products.add')).toContain(row('image', 'file', 'optional', 'A picture, up to 10 MB'));
  expect(articleOf('products.get')).toContain(row('aliases', 'list of texts', 'required', ''));
  expect(articleOf('products.get')).toContain(row('id', 'text', 'required', 'Id, a whole number above 0'));
});

test('the page is well formed: every tag is closed, and every link leads to a target', { tags: ['slow'] }, () => {
  const open: string[] = [];
  for (const [, slash, name = ''] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
    if (['meta', 'br', 'link'].includes(name)) continue;
    if (slash) expect(open.pop()).toBe(name);
    else open.push(name);
  }
  expect(open).toEqual([]);
  const targets = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, target = '']) => target);
  for (const target of targets) expect(page.split(`id="${target}"`)).toHaveLength(2);
});

test('no text of the document becomes markup', () => {
  const evil = `<script>alert("1")</script><img src=x onerror='x'>&`;
  const document = openApiDocument('Pola');
  const [path = ''] = Object.keys(document.paths);
  const operation = Object.values(document.paths[path] ?? {})[0];
  if (!operation) throw new Error('no call');
  Object.assign(document.info, { title: evil, description: evil });
  document.tags.push({ name: evil });
  document.paths = {
    [`/${evil}`]: {
      get: {
        ...operation,
        operationId: evil,
        tags: [evil],
        summary: evil,
        description: evil,
        parameters: [{ name: evil, in: 'query', required: false, description: evil, schema: { enum: [evil] } }],
        requestBody: { required: true, content: { [evil]: { schema: { properties: { [evil]: { const: evil } } } } } },
        responses: {
          [evil]: {
            description: evil,
            content: { [evil]: { schema: {}, examples: { [evil]: { summary: evil, value: {} as never } } } },
          },
        },
      },
    },
  };
  const written = renderApiPage(document);
  expect(written).not.toMatch(/<script|<img|onerror='/);
  const escaped = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&lt;img src=x onerror=&#39;x&#39;&gt;&amp;';
  expect(written.split(escaped).length).toBeGreaterThan(15);
});
