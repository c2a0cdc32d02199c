/** @module-tag sqlite-only */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inLanguage, languages } from '#contract/languages.ts';
import { products } from '#contract/products.ts';
import { serveBuiltWeb } from '../../http/assets/web-build.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { loadCatalogue } from '../products/import-products.ts';
import { starterProducts } from '../products/starter-catalogue/products.ts';

const samplePrices = [
  'date,item,min_price,max_price',
  ...Array.from({ length: 100 }, (_, index) => {
    const date = `2022-${String((index % 12) + 1).padStart(2, '0')}-${String((index % 27) + 1).padStart(2, '0')}`;
    const item = index % 2 === 0 ? 'Leeks' : 'Tomato';
    const min = 100 + index;
    return `${date},${item},${min},${index % 60 === 59 ? min - 90 : min + (index % 5) * 10}`;
  }),
  '',
].join('\n');

const sampleList = [
  'date,product,category,min_price,max_price',
  '2025-08-16,Raddish,vegetable,30,45',
  '2025-08-16,Nnolkhol,vegetable,71,80',
  '2025-08-16,Corns,rice,1100,1250.50',
  '2025-08-16,Leeks,vegetable,115,115',
  '',
].join('\n');

interface Line {
  date: string;
  item: string;
  min: number;
  max: number;
}

const sharedFolder = path.resolve(import.meta.dirname, '../../../../shared/data');
const isRealData = existsSync(sharedFolder);

let app: TestApp;
let byName: ReadonlyMap<string, string>;

beforeAll(async () => {
  app = await openTestApp({}, undefined, serveBuiltWeb);
  const starters = starterProducts.map((starter) => ({ ...products.add.body.parse(starter), code: starter.code }));
  await loadCatalogue(app.database, { actor: 'test', now: app.clock.now(), requestId: 'test' }, starters);
  const listed: { id: number; name: string; aliases: string[] }[] = (await app.send({ url: '/api/products' })).json();
  byName = new Map(
    listed.flatMap(({ id, name, aliases }) =>
      [name, ...aliases].map((one) => [one.toLowerCase(), String(id)] as const),
    ),
  );
});
afterAll(() => app.close());

/** Returns the real prices, or invented prices with the same defects if the real ones are not available. */
function priceFile(name: string, sample: string): { csv: string; lines: Line[]; wrong: number[] } {
  const csv = isRealData ? readFileSync(path.join(sharedFolder, name), 'utf8') : sample;
  const rows: Record<string, string>[] = parse(csv, { columns: true });
  const all = rows.map((row) => ({
    date: row.date ?? '',
    item: row.item ?? row.product ?? '',
    min: Number(row.min_price),
    max: Number(row.max_price),
  }));
  const wrong = all.flatMap((line, index) => (line.min > line.max ? [index + 2] : []));
  return { csv, lines: all.filter((line) => line.min <= line.max), wrong };
}

async function figuresOnPage(address: string): Promise<Map<string, string>> {
  const html = (await app.send({ url: address })).body;
  const cards = html.split('<li class="price').slice(1);
  return new Map(
    cards.map((card) => {
      const id = /\/product\/(\d+)\/chart/.exec(card)?.[1] ?? '';
      const figure = /class="price-figure[^"]*">(.*?)<\/p>/.exec(card)?.[1] ?? '';
      return [id, figure.replaceAll(/<[^>]*>[^<]*<\/[^>]*>/g, '').trim()];
    }),
  );
}

const whole = new Intl.NumberFormat('en-LK');
const exact = new Intl.NumberFormat('en-LK', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function shown({ min, max }: Line): string {
  const { format } = Number.isInteger(min) && Number.isInteger(max) ? whole : exact;
  return min === max ? format(min) : `${format(min)} – ${format(max)}`;
}

const idOf = (item: string) => byName.get(item.toLowerCase()) ?? `no product is called ${item}`;

async function expectShown(lines: Line[], daysOf: (days: string[]) => string[]): Promise<void> {
  const byDay = Map.groupBy(lines, (line) => line.date);
  for (const language of languages) {
    for (const date of daysOf([...byDay.keys()])) {
      const expected = new Map((byDay.get(date) ?? []).map((line) => [idOf(line.item), shown(line)]));
      const onPage = await figuresOnPage(inLanguage(language, `/home-dailyprice?date=${date}`));
      expect([...onPage].sort(), `${language} ${date}`).toEqual([...expected].sort());
    }
  }
  for (const [item, ofItem] of Map.groupBy(lines, (line) => line.item)) {
    const expected = ofItem.map(({ date, min, max }) => [date, min, max]).sort();
    expect(await pointsOfChart(idOf(item), byDay)).toEqual(expected);
  }
}

async function pointsOfChart(id: string, days: { has(date: string): boolean }): Promise<(string | number)[][]> {
  const chart: { date: string; min_price: number; max_price: number }[] = (
    await app.send({ url: `/api/prices/product/${id}/chart` })
  ).json();
  return chart.filter(({ date }) => days.has(date)).map((point) => [point.date, point.min_price, point.max_price]);
}

async function importPrices(csv: string, write: boolean) {
  // The names that fit several products are asked about. Answers to what is not asked change nothing.
  const answers = Object.fromEntries([...byName].map(([name, id]) => [`item:${name}`, id]));
  const payload = { csv, write, answers };
  const answer = await app.as('editor', { method: 'POST', url: '/api/prices/import', payload });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ written: boolean; faults: { line: number }[] }>();
}

async function expectImported(daysOf: (days: string[]) => string[]): Promise<void> {
  const { csv, lines, wrong } = priceFile('dambulla-min-max-2020-2023.csv', samplePrices);
  if (isRealData) expect([lines.length, wrong.length]).toEqual([6833, 3]);
  expect(wrong.length).toBeGreaterThan(0);
  const { written, faults } = await importPrices(csv, true);
  expect([written, faults.map(({ line }) => line)]).toEqual([true, wrong]);
  await expectShown(lines, daysOf);
}

test(
  'years of real prices are imported, the errors are named, and a list in forty and every chart show exactly those figures',
  {
    tags: ['slow'],
  },
  () => expectImported((days) => days.filter((_, at) => at % 40 === 0)),
);

test('every list of the years of real prices shows exactly its figures in three languages', { tags: ['nightly'] }, () =>
  expectImported((days) => days),
);

test('a whole published list is imported and shows exactly its figures in three languages', async () => {
  const { csv, lines } = priceFile('whole-list-2025-08-16.csv', sampleList);
  await importPrices(csv, true);
  await expectShown(lines, (days) => days);
});
