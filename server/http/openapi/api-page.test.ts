/** @module-tag sqlite-only */
import { expect, test } from 'vitest';
import { listCalls } from '#contract/every-call.ts';
import { renderApiPage } from './api-page.ts';
import { openApiDocument } from './openapi.ts';

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
