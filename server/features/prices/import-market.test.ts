import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { distance } from 'fastest-levenshtein';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { prices } from '#contract/prices.ts';
import { type Product, products } from '#contract/products.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import type { TestDatabase } from '../../testing/database.ts';
import { loadCatalogue } from '../products/import-products.ts';
import { starterProducts } from '../products/starter-catalogue/products.ts';
import { suggestProducts } from './import-prices.ts';

describe('import market', () => {
  const DATA_FOLDER = new URL('../../../../shared/data/', import.meta.url);
  const SAMPLE_YEARS = `date,item,min_price,max_price
2020-01-27,Radish,45,55
2020-01-27,Carrot,330,35
2020-01-28,Radish,50,60
2020-01-28,Carrot,200,220
2020-01-28,Cabbage (Kandy),60,70
2020-01-30,Radish,180,22
2020-01-30,Carrot,210,210
2020-01-31,Cabbage (Kandy),250,26
`;
  const SAMPLE_DAY = `date,product,category,min_price,max_price
2025-08-16,Beans,vegetable,380,400
2025-08-16,Lady's Fingers,vegetable,80,85
2025-08-16,Nuwaraeliya Carrot,vegetable,320,380
`;

  const isReal = existsSync(DATA_FOLDER);
  const years = isReal ? readData('dambulla-min-max-2020-2023.csv') : SAMPLE_YEARS;
  const day = isReal ? readData('whole-list-2025-08-16.csv') : SAMPLE_DAY;
  const expected = isReal
    ? { lines: 6836, accepted: 6833, faultyLines: [4532, 5679, 6633], items: 7, listed: 55 }
    : { lines: 8, accepted: 5, faultyLines: [3, 7, 9], items: 3, listed: 3 };

  interface Line {
    date: string;
    item: string;
    min_price: number;
    max_price: number;
  }

  let catalogue: Product[];
  let frozen: TestDatabase;
  beforeAll(async () => {
    const app = await openTestApp();
    const starters = starterProducts.map((starter) => ({ ...products.add.body.parse(starter), code: starter.code }));
    await loadCatalogue(app.database, { actor: 'test', now: app.clock.now(), requestId: 'test' }, starters);
    catalogue = products.list.answer.parse((await app.send({ url: '/api/products' })).json());
    frozen = await app.freeze();
  });
  afterAll(() => frozen.discard());

  async function openMarket(): Promise<TestApp> {
    const app = await openTestApp({}, frozen);
    onTestFinished(() => app.close());
    return app;
  }

  function readData(file: string): string {
    return readFileSync(new URL(file, DATA_FOLDER), 'utf8');
  }

  function linesOf(csv: string): Line[] {
    const rows: Record<string, string>[] = parse(csv, { columns: true });
    return rows.map((row) => ({
      date: row.date ?? '',
      item: row.item ?? row.product ?? '',
      min_price: Number(row.min_price),
      max_price: Number(row.max_price),
    }));
  }

  function productOf(item: string): number {
    const named = (name: string) => name.toLowerCase() === item.toLowerCase();
    const found = catalogue.filter((product) => [product.name, ...product.aliases].some(named));
    expect(found, item).toHaveLength(1);
    return found[0]?.id ?? 0;
  }

  /** Answers for the names that fit several products. Answers to what is not asked change nothing. */
  function answersOf(csv: string): Record<string, string> {
    const items = new Set(linesOf(csv).map(({ item }) => item));
    return Object.fromEntries([...items].map((item) => [`item:${item.toLowerCase()}`, String(productOf(item))]));
  }

  async function importCsv(app: TestApp, csv: string, write: boolean) {
    const answers = answersOf(csv);
    const answer = await app.as('editor', {
      method: 'POST',
      url: '/api/prices/import',
      payload: { csv, write, answers },
    });
    return prices.importCsv.answer.parse(answer.json());
  }

  test('the starter catalogue knows every name of the list, in the order of the morning list', () => {
    expect(catalogue).toHaveLength(119);
    expect(catalogue.map(({ code }) => code)).toEqual(starterProducts.map(({ code }) => code));
  });

  test('all years of a market are imported, except the lines with a missing digit, which are named', {
    tags: ['slow'],
  }, async () => {
    const app = await openMarket();
    const dry = await importCsv(app, years, false);
    const written = await importCsv(app, years, true);
    expect(written).toEqual({ ...dry, written: true });
    expect(written).toMatchObject({
      lines: expected.lines,
      accepted: expected.accepted,
      added: expected.accepted,
      unmatched: [],
    });
    const texts = years.split(/\r?\n/);
    expect(written.faults).toEqual(
      expected.faultyLines.map((line) => ({
        line,
        reason: 'Min price should not exceed max price.',
        text: texts[line - 1],
      })),
    );
    expect(await importCsv(app, years, true)).toMatchObject({ added: 0, updated: 0, unchanged: expected.accepted });
  });

  test('after it the chart of each product shows exactly the figures of the file, oldest first', {
    tags: ['slow'],
  }, async () => {
    const app = await openMarket();
    await importCsv(app, years, true);
    const good = linesOf(years).filter((line) => line.min_price <= line.max_price);
    const items = [...new Set(good.map(({ item }) => item))];
    expect(items).toHaveLength(expected.items);
    for (const item of items) {
      const answer = await app.send({ url: `/api/prices/product/${productOf(item)}/chart` });
      const chart = prices.chart.answer.parse(answer.json());
      const figures = chart.map(({ date, min_price, max_price }) => [date, min_price, max_price]);
      const ofItem = good.filter((line) => line.item === item).sort((a, b) => a.date.localeCompare(b.date));
      expect(figures, item).toEqual(ofItem.map(({ date, min_price, max_price }) => [date, min_price, max_price]));
    }
  });

  test('the whole list of one day is imported, and the day shows exactly its figures in list order', async () => {
    const app = await openMarket();
    expect(await importCsv(app, day, true)).toMatchObject({ accepted: expected.listed, faults: [], unmatched: [] });
    const lines = linesOf(day);
    const [{ date } = { date: '' }] = lines;
    const list = prices.byDate.answer.parse((await app.send({ url: `/api/prices/by-date/${date}` })).json());
    expect(list).toHaveLength(expected.listed);
    const shown = new Map(list.map((line) => [line.product_id, [line.date, line.min_price, line.max_price]]));
    expect(shown).toEqual(
      new Map(lines.map((line) => [productOf(line.item), [line.date, line.min_price, line.max_price]])),
    );
    const places = list.map(({ product }) => catalogue.findIndex(({ id }) => id === product.id));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });
});

describe('import command', () => {
  const run = promisify(execFile);
  const command = path.resolve(import.meta.dirname, '../../../scripts/import-prices.ts');

  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp();
    await app.as('admin', { method: 'POST', url: '/api/products', payload: { name: 'Leeks', type: 'vegetable' } });
  });
  afterAll(() => app.close());

  test('prices imported by the command beside a running server are on the public list moments later', {
    tags: ['slow'],
  }, async () => {
    const url = '/api/prices/by-date/2020-01-27';
    expect((await app.send({ url })).json()).toEqual([]);
    const file = path.join(app.dataDir, 'prices.csv');
    writeFileSync(file, 'date,item,min_price,max_price\n2020-01-27,Leeks,110,120\n');
    const environment = { ...process.env, DATA_DIR: app.dataDir, DATABASE_URL: app.databaseUrl ?? '' };
    const { stdout } = await run(process.execPath, [command, file, '--write'], { env: environment });
    expect(stdout).toContain('1 added');
    const isShown = async () => expect((await app.send({ url })).json()).toMatchObject([{ min_price: 110 }]);
    await vi.waitFor(isShown, { timeout: 30_000, interval: 50 });
  });
});

const catalogue = starterProducts.map(({ name, name_si = '', name_ta = '', code, aliases = [] }, at) => ({
  id: at + 1,
  name,
  name_si,
  name_ta,
  code,
  aliases: JSON.stringify(aliases),
}));

test('a thousand unknown names cost few comparisons each, however odd they are', { tags: ['slow'] }, () => {
  let compared = 0;
  const suggest = suggestProducts(catalogue, (one, other) => {
    compared += 1;
    return distance(one, other);
  });
  const most = Array.from({ length: 1000 }, (_, at) => {
    const before = compared;
    suggest(`Unknown ${'vegetable '.repeat(at % 5)}${(at * 7919).toString(36)} carott`);
    return compared - before;
  });
  expect(Math.max(...most)).toBeLessThan(1500);
  expect(compared).toBeLessThan(600_000);
  expect(suggest('x'.repeat(10_000))).toEqual([]);
});
