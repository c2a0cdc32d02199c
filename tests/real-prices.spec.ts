import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { test } from './support/market.ts';
import { sampleList, samplePrices } from './support/sample-prices.ts';
import { type Market, startMarket } from './support/start-market.ts';

interface Line {
  date: string;
  item: string;
  min: number;
  max: number;
}

const sharedFolder = path.resolve(import.meta.dirname, '../../shared/data');
const isRealData = existsSync(sharedFolder);
const languages = ['', '/si', '/ta'];

let market: Market;
let folder: string;

test.beforeAll(async () => {
  market = await startMarket('empty');
  folder = mkdtempSync(path.join(tmpdir(), 'pola-real-'));
  run('scripts/load-catalogue.ts');
});

test.afterAll(async () => {
  await market.stop();
  rmSync(folder, { recursive: true });
});

function run(...command: string[]): string {
  return execFileSync(process.execPath, command, {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: market.dataDir, DATABASE_URL: '' },
  });
}

/** Made-up prices with the same blemishes where the real ones are missing. */
function priceFile(name: string, sample: string): { file: string; lines: Line[]; wrong: number[] } {
  const file = isRealData ? path.join(sharedFolder, name) : path.join(folder, name);
  if (!isRealData) writeFileSync(file, sample);
  const rows: Record<string, string>[] = parse(readFileSync(file, 'utf8'), { columns: true });
  const all = rows.map((row) => ({
    date: row.date ?? '',
    item: row.item ?? row.product ?? '',
    min: Number(row.min_price),
    max: Number(row.max_price),
  }));
  const wrong = all.flatMap((line, index) => (line.min > line.max ? [index + 2] : []));
  return { file, lines: all.filter((line) => line.min <= line.max), wrong };
}

async function figuresOnPage(address: string): Promise<Map<string, string>> {
  const html = await (await fetch(market.url + address)).text();
  const cards = html.split('<li class="price">').slice(1);
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

async function expectShownEverywhere(lines: Line[]): Promise<void> {
  const products: { id: number; name: string; aliases: string[] }[] = await (
    await fetch(`${market.url}/api/products`)
  ).json();
  const fold = (name: string) => name.toLowerCase();
  const idOf = (item: string) => {
    const named = products.find(({ name, aliases }) => [name, ...aliases].map(fold).includes(fold(item)));
    return String(named?.id ?? `no product is called ${item}`);
  };
  const byDay = Map.groupBy(lines, (line) => line.date);
  for (const language of languages) {
    for (const [date, ofDay] of byDay) {
      const expected = new Map(ofDay.map((line) => [idOf(line.item), shown(line)]));
      const onPage = await figuresOnPage(`${language}/home-dailyprice?date=${date}`);
      expect([...onPage].sort(), `${language} ${date}`).toEqual([...expected].sort());
    }
  }
  for (const [item, ofItem] of Map.groupBy(lines, (line) => line.item)) {
    const id = idOf(item);
    const expected = ofItem.map(({ date, min, max }) => [date, min, max]).sort();
    // A command wrote this; the response cache notices within a second.
    await expect.poll(() => pointsOfChart(id, byDay)).toEqual(expected);
  }
}

async function pointsOfChart(id: string, days: { has(date: string): boolean }): Promise<(string | number)[][]> {
  const answer = await fetch(`${market.url}/api/prices/product/${id}/chart`);
  const chart: { date: string; min_price: number; max_price: number }[] = await answer.json();
  return chart.filter(({ date }) => days.has(date)).map((point) => [point.date, point.min_price, point.max_price]);
}

test('years of real prices are imported, the errors are named, and every list and chart shows exactly those figures in three languages', async () => {
  test.setTimeout(180_000);
  const { file, lines, wrong } = priceFile('dambulla-min-max-2020-2023.csv', samplePrices);
  if (isRealData) expect([lines.length, wrong.length]).toEqual([6833, 3]);
  expect(run('scripts/import-prices.ts', file)).toContain('Nothing was written');
  const told = run('scripts/import-prices.ts', file, '--write');
  for (const line of wrong) expect(told).toContain(String(line));
  await expectShownEverywhere(lines);
});

test('a whole published list is imported and shows exactly its figures in three languages', async () => {
  const { file, lines } = priceFile('whole-list-2025-08-16.csv', sampleList);
  run('scripts/import-prices.ts', file, '--write');
  await expectShownEverywhere(lines);
});
