/** @module-tag sqlite-only */

import { parse } from 'csv-parse/sync';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { addDays, type Day, day } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { everyCall } from '#contract/every-call.ts';
import type { prices } from '#contract/prices.ts';
import type { OpenApiDocument, Schema } from '../../http/openapi/openapi.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import recorded from './data/fields-of-v1.json' with { type: 'json' };

const FIRST_DAY = day('2025-10-01');
const DAYS = 120;
const NAMES = [
  'Carrot',
  'Leeks',
  'Mango, TJC',
  'Lime "green"',
  '=Onion',
  'Beans',
  'Radish',
  '-Mint',
  'Ginger',
  'Kiri ala',
];

async function openMarket(): Promise<TestApp> {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  const ids: number[] = [];
  for (const name of NAMES) {
    const payload = { name, type: 'vegetable', list_order: 100 - ids.length };
    ids.push((await app.as('admin', { method: 'POST', url: '/api/products', payload })).json().productId);
  }
  const pairs = Array.from({ length: DAYS }, (_, at) => addDays(FIRST_DAY, at))
    .filter((_, at) => at % 7 !== 3)
    .flatMap((date, at) => ids.filter((id) => (id + at) % 4 > 0).map((id) => ({ date, product_id: id, at })))
    .map(({ at, ...pair }) => {
      const min_price = 20 + ((at * 37 + pair.product_id * 11) % 900) / 4;
      return { ...pair, min_price, max_price: min_price + ((at * 13) % 80) / 20 };
    });
  for (let from = 0; from < pairs.length; from += 500) {
    const payload = pairs.slice(from, from + 500);
    const answer = await app.as('editor', { method: 'POST', url: '/api/prices/update-multiple', payload });
    expect(answer.statusCode).toBe(200);
  }
  await app.as('admin', { method: 'DELETE', url: `/api/products/${ids[3]}` });
  return app;
}

async function readDescription(app: TestApp) {
  const page = await app.send({ url: '/api/docs' });
  const [, address = ''] = /href="([^"]+\.json)"/.exec(page.body) ?? [];
  const document: OpenApiDocument = (await app.send({ url: address })).json();
  const reads = Object.entries(document.paths).flatMap(([path, methods]) =>
    methods.get ? [{ path, get: methods.get }] : [],
  );
  const csv = reads.find(({ get }) => get.security.length === 0 && get.responses['200']?.content?.['text/csv']);
  const [year] = csv?.get.parameters ?? [];
  const [, yearsPath = ''] = /GET (\/\S+)/.exec(year?.description ?? '') ?? [];
  const years = reads.find(({ path }) => path === yearsPath)?.get.responses['200']?.content?.['application/json'];
  const { items } = (years?.schema ?? {}) as { items?: { properties: Record<string, Schema> } };
  const day = reads.find(({ get }) => /price list of a day/.test(get.summary) && get.security.length === 0);
  return { csv, year, yearsPath, yearFields: items?.properties ?? {}, dayPath: day?.path ?? '' };
}

test("a script that knows only the API's description downloads whole years, repeats no download, and every figure equals the lists", {
  tags: ['slow'],
}, async () => {
  const app = await openMarket();
  const { csv, year, yearsPath, yearFields, dayPath } = await readDescription(app);
  expect(csv?.get.responses).toHaveProperty('304');
  expect(year).toMatchObject({ in: 'path', required: true });
  expect(Object.keys(yearFields)).toEqual(expect.arrayContaining(['year', 'rows', 'csv']));
  const years: { year: number; rows: number; csv: string }[] = (await app.send({ url: yearsPath })).json();
  expect(years.map((one) => one.year)).toEqual([2025, 2026]);

  const listed = new Map<Day, Answer<typeof prices.byDate>>();
  for (let at = 0; at < DAYS; at += 1) {
    const date = addDays(FIRST_DAY, at);
    listed.set(date, (await app.send({ url: dayPath.replace('{date}', date) })).json());
  }
  let figures = 0;
  for (const one of years) {
    const url = csv?.path.replace(`{${year?.name}}`, String(one.year)) ?? '';
    expect(one.csv).toBe(url);
    const file = await app.send({ url });
    const again = await app.send({ url, headers: { 'if-none-match': String(file.headers.etag) } });
    expect([file.statusCode, again.statusCode, again.body]).toEqual([200, 304, '']);
    const rows: Record<string, string>[] = parse(file.body, { columns: true });
    expect(rows).toHaveLength(one.rows);
    const onLists = [...listed].filter(([date]) => date.startsWith(String(one.year))).flatMap(([, list]) => list);
    expect(
      rows.map((row) => [row.date, row.code, row.type, row.unit, Number(row.min_price), Number(row.max_price)]),
    ).toEqual(
      onLists.map(({ date, product, min_price, max_price }) => [
        date,
        product.code,
        product.type,
        product.unit,
        min_price,
        max_price,
      ]),
    );
    expect(rows.map((row) => row.name?.replace(/^'(?=[=-])/, ''))).toEqual(onLists.map(({ product }) => product.name));
    figures += rows.length * 2;
  }
  expect(figures).toBe([...listed.values()].flat().length * 2);
  expect(figures).toBeGreaterThan(1000);
});

interface Described {
  type?: string;
  properties?: Record<string, Described>;
  items?: Described;
  anyOf?: Described[];
}

function fieldsOf({ properties = {}, items, anyOf = [], type }: Described, at = ''): string[] {
  return [
    ...(type === undefined || type === 'null' ? [] : [`${at || '.'} ${type}`]),
    ...(items ? fieldsOf(items, `${at}[]`) : []),
    ...anyOf.flatMap((one) => fieldsOf(one, at)),
    ...Object.entries(properties).flatMap(([name, one]) => fieldsOf(one, `${at}.${name}`)),
  ];
}

const present = Object.fromEntries(
  Object.values(everyCall)
    .flatMap((calls) => Object.values(calls))
    .filter(({ path }) => path.startsWith('/api/v1/'))
    .map(({ method, path, answer }) => [
      `${method} ${path}`,
      [...new Set(fieldsOf(z.toJSONSchema(answer, { io: 'output', unrepresentable: 'any' }) as Described))],
    ]),
);

test('no call, field or type of version 1 is ever removed or renamed', () => {
  for (const [call, fields] of Object.entries(recorded)) {
    expect(present, 'the call is gone').toHaveProperty([call]);
    expect(present[call], call).toEqual(expect.arrayContaining(fields));
  }
});

test('what version 1 gained is recorded, so that it stays too', () => {
  expect(present).toEqual(recorded);
});
