import { readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { addDays, dayOf, type Instant, instantOf } from '#billing/calendar.ts';
import { publications } from '#contract/publications.ts';
import { publicationTypes } from '#contract/words.ts';
import { planNews } from './fill-demo.ts';
import { goodOf, pricedCodes } from './prices/fill-prices.ts';
import { randomFrom } from './random.ts';
import { readPicture } from './read-picture.ts';

const NOW = '2026-11-20T03:00:00.000Z' as Instant;
const news = planNews(NOW);

test('the demo has news of every type, and the office could add each item', () => {
  expect(new Set(news.map(({ fields }) => fields.type))).toEqual(new Set(publicationTypes));
  for (const { fields } of news) expect(publications.add.body.parse(fields)).toEqual(fields);
});

test('all news are in three languages, except for one notice in English', () => {
  const untranslated = news.filter(({ fields }) => Object.values(fields).includes(''));
  expect(untranslated.map(({ fields }) => fields.topic)).toEqual(['Keep the lanes free: the drains are flushed']);
  for (const { fields } of news.filter((one) => !untranslated.includes(one))) {
    expect(fields.topic_si + fields.description_si).toMatch(/\p{Script=Sinhala}/u);
    expect(fields.topic_si + fields.description_si).not.toMatch(/\p{Script=Tamil}/u);
    expect(fields.topic_ta + fields.description_ta).toMatch(/\p{Script=Tamil}/u);
    expect(fields.topic_ta + fields.description_ta).not.toMatch(/\p{Script=Sinhala}/u);
  }
});

test('the news are from the last months, oldest first, and no two have the same time', () => {
  const moments = news.map(({ publishedAt }) => publishedAt);
  expect(moments).toEqual([...new Set(moments)].toSorted());
  expect(moments.every((at) => at < NOW)).toBe(true);
  expect(dayOf(moments[0] ?? NOW) > addDays(dayOf(NOW), -200)).toBe(true);
});

test('the days in the news are written out, and the closing is on the next full moon', () => {
  for (const { fields } of news) expect(Object.values(fields).join()).not.toMatch(/[{}]/);
  const closing = news.find(({ fields }) => fields.topic.includes('Poya'))?.fields;
  expect(closing?.description).toContain('Poya day, Tuesday, 24 November 2026, and');
  expect(closing?.description_si).toContain('2026 නොවැම්බර් 24, අඟහරුවාදා');
  expect(closing?.description_ta).toContain('2026 நவம்பர் 24, செவ்வாய்க்கிழமை');
});

test('the next full moon exists on every day on which the demo is filled', () => {
  for (let days = 0; days < 366; days += 1) {
    expect(() => planNews(instantOf(Date.parse(NOW) + days * 24 * 60 * 60 * 1000))).not.toThrow();
  }
});

test('every picture is used, and is 640 x 480 in less than 20 kB of WebP', async () => {
  const used = [...pricedCodes.map((code) => goodOf(code, '').picture), ...news.map(({ picture }) => picture ?? '')];
  const names = [...new Set(used)].filter((name) => name !== '');
  const files = readdirSync(path.join(import.meta.dirname, 'assets/pictures'));
  expect(new Set(names.map((name) => `${name}.webp`))).toEqual(new Set(files));
  for (const name of names) {
    const { bytes } = readPicture(name);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 640, height: 480 });
    expect(bytes.length).toBeLessThan(20_000);
  }
});

test('a product without a picture has none, whatever its code', () => {
  expect(goodOf('MINT', 'Leaf Vegetable').picture).toBe('');
  expect(goodOf('constructor', 'fruit').picture).toBe('');
});

const draws = (count: number, draw: () => number): number[] => Array.from({ length: count }, draw);
const mean = (numbers: readonly number[]): number => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;

test('the same names return the same stream, and other names another', () => {
  const stream = (...names: (string | number)[]) => draws(5, randomFrom(...names).uniform);
  expect(stream(7, 'TOMATO')).toEqual(stream(7, 'TOMATO'));
  expect(stream(7, 'TOMATO')).not.toEqual(stream(8, 'TOMATO'));
  expect(stream(7, 'TOMATO')).not.toEqual(stream(7, 'TOMATOES'));
  expect(stream(1, '2')).not.toEqual(stream('12'));
});

test('uniform numbers are spread evenly from 0 to 1', () => {
  const numbers = draws(100_000, randomFrom('even').uniform);
  const tenths = Array<number>(10).fill(0);
  for (const x of numbers) tenths[Math.floor(x * 10)] = (tenths[Math.floor(x * 10)] ?? 0) + 1;
  expect(tenths).toHaveLength(10);
  for (const count of tenths) expect(Math.abs(count - 10_000)).toBeLessThan(400);
});

test('normal numbers have mean 0, deviation 1, and 5 % beyond 1.96', () => {
  const numbers = draws(100_000, randomFrom('bell').normal);
  expect(mean(numbers)).toBeCloseTo(0, 1);
  expect(mean(numbers.map((x) => x * x))).toBeCloseTo(1, 1);
  const beyond = numbers.filter((x) => Math.abs(x) > 1.96).length / numbers.length;
  expect(beyond).toBeCloseTo(0.05, 2);
});

test('streams of different products are independent', () => {
  const one = randomFrom(7, 'TOMATO');
  const other = randomFrom(7, 'CARROT-NE');
  const products = draws(50_000, () => one.normal() * other.normal());
  expect(Math.abs(mean(products))).toBeLessThan(0.02);
});
