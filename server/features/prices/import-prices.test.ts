import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays, type Day } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { prices } from '#contract/prices.ts';
import { openTestApp, TEST_DAY, type TestApp } from '../../testing/app-context.ts';
import type { TestDatabase } from '../../testing/database.ts';

type Imported = Answer<typeof prices.importCsv>;

let app: TestApp;
let frozen: TestDatabase;
let carrot: number;
let beans: number;
let date: Day = addDays(TEST_DAY, -200);
beforeAll(async () => {
  app = await openTestApp();
  carrot = await addProduct({ name: 'Carrot - Nuwara Eliya', code: 'CARROT-NE', aliases: ['Carrot'] });
  beans = await addProduct({ name: 'Beans', code: 'BEANS' });
  frozen = await app.freeze();
});
beforeEach(async () => {
  app = await openTestApp({}, frozen);
});
afterEach(() => app.close());
beforeEach(() => {
  date = addDays(date, 1);
});
afterAll(() => frozen.discard());

async function addProduct(fields: object): Promise<number> {
  const payload = { type: 'vegetable', ...fields };
  return (await app.as('admin', { method: 'POST', url: '/api/products', payload })).json().productId;
}

const send = (payload: object) => app.as('editor', { method: 'POST', url: '/api/prices/import', payload });

async function importCsv(lines: string[], more: object = {}): Promise<Imported> {
  const csv = ['date,item,min_price,max_price', ...lines].join('\n');
  const answer = await send({ csv, ...more });
  expect(answer.statusCode).toBe(200);
  return prices.importCsv.answer.parse(answer.json());
}

async function listOf(day: string): Promise<[string, number, number][]> {
  const list = prices.byDate.answer.parse((await app.send({ url: `/api/prices/by-date/${day}` })).json());
  return list.map(({ product, min_price, max_price }) => [product.name, min_price, max_price]);
}

test('a dry run shows what would happen and writes nothing', async () => {
  const lines = [`${date},Carrot,330,350`, `${date},Beans,380.50,400`];
  expect(await importCsv(lines)).toEqual({
    written: false,
    lines: 2,
    accepted: 2,
    added: 2,
    updated: 0,
    unchanged: 0,
    unusual: 0,
    first_day: date,
    last_day: date,
    skipped: 0,
    waiting: 0,
    questions: [],
    notes: [],
    closed_days: [],
    warnings: [expect.stringMatching(/more than a week ago\.$/)],
    prices: [
      {
        line: 2,
        date,
        product_id: carrot,
        product: 'Carrot - Nuwara Eliya',
        status: 'added',
        min_price: 330,
        max_price: 350,
        old: null,
        last: null,
        slips: [],
      },
      {
        line: 3,
        date,
        product_id: beans,
        product: 'Beans',
        status: 'added',
        min_price: 380.5,
        max_price: 400,
        old: null,
        last: null,
        slips: [],
      },
    ],
    faulty: 0,
    faults: [],
    unmatched: [],
  });
  expect(await listOf(date)).toEqual([]);
});

test('imported prices are on the list immediately, and a second import finds them unchanged', async () => {
  const lines = [`${date},Carrot,330,350`, `${addDays(date, -1)},Beans,380.50,400`];
  expect(await importCsv(lines, { write: true })).toMatchObject({
    written: true,
    added: 2,
    first_day: addDays(date, -1),
    last_day: date,
  });
  expect(await listOf(date)).toEqual([['Carrot - Nuwara Eliya', 330, 350]]);
  expect(await importCsv(lines, { write: true })).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
});

test('an imported figure that replaces another is stored as a change, like any other', async () => {
  await importCsv([`${date},Beans,100,120`], { write: true });
  const again = [`${date},Beans,100,130`, `${date},Carrot,1,2`];
  expect(await importCsv(again)).toMatchObject({ added: 1, updated: 1, unchanged: 0 });
  await importCsv(again, { write: true });
  const history = await app.as('editor', { url: `/api/prices/product/${beans}/date/${date}/changes` });
  expect(history.json()).toMatchObject([
    {
      changed_by: app.emailOf('editor'),
      old: { min_price: 100, max_price: 120 },
      new: { min_price: 100, max_price: 130 },
    },
  ]);
  const event = await app.database.reader
    .selectFrom('audit_log')
    .selectAll()
    .where('event_type', '=', 'Prices Imported')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(event).toMatchObject({
    event_description: `Prices for ${date} imported: 1 added, 1 updated; 0 lines rejected`,
    old_value: `Beans ${date}: 100.00 - 120.00`,
    new_value: `Beans ${date}: 100.00 - 130.00`,
  });
});

test('faulty lines are named by their number, with the reason, and the other lines are imported', async () => {
  const answer = await importCsv(
    [
      `${date},Carrot,330,35`,
      `${date},Beans,10,20`,
      '2025-02-29,Carrot,1,2',
      `${addDays(TEST_DAY, 1)},Carrot,1,2`,
      `${date},Carrot,500 - 60,70`,
      `${date},Carrot,"10,00","1,200"`,
      `${date},Carrot,,20`,
      `${date},Carrot,10,`,
      `${date},Carrot,0,20`,
      `${date},Carrot,-5,1e3`,
      `${date},Carrot,10`,
      `${date},Carrot,10,20,30`,
      `${date},beans,10,20`,
      `13/04/2020,Mystery,10,5`,
      `${date},,1,2`,
    ],
    { write: true },
  );
  expect(answer).toMatchObject({ written: true, lines: 15, accepted: 1, added: 1 });
  expect(answer.faults.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'Min price should not exceed max price.'],
    [4, 'This is not a valid date. Use the format YYYY-MM-DD or DD/MM/YYYY.'],
    [5, 'The date is in the future.'],
    [6, '“500 - 60” is not a valid price.'],
    [7, '“10,00” has a comma before the cents. Use a point, as in 240.50.'],
    [8, 'Both min and max prices are required.'],
    [9, 'Both min and max prices are required.'],
    [10, 'Prices must be greater than 0.'],
    [11, '“-5” is not a valid price.'],
    [12, 'This line has the wrong number of columns.'],
    [13, 'This line has the wrong number of columns.'],
    [14, 'This line has the same product and date as line 3.'],
    [15, 'No product matches this item. Min price should not exceed max price.'],
    [16, 'The item is missing.'],
  ]);
  expect(answer.faults[4]?.text).toBe(`${date},Carrot,"10,00","1,200"`);
  expect(await listOf(date)).toEqual([['Beans', 10, 20]]);
});

test('of very many faulty lines the first are shown and all are counted', { tags: ['slow'] }, async () => {
  const { faults, faulty } = await importCsv(Array.from({ length: 1001 }, () => `${date},Carrot,1,x1`));
  expect([faults.length, faulty]).toEqual([1000, 1001]);
});

test('a line without a price means no price that day: it is not an error, and nothing is cleared', async () => {
  await importCsv([`${date},Beans,10,20`], { write: true });
  const answer = await importCsv([`${date},Beans,,`, `${date},Nobody knows,,`], { write: true });
  expect(answer).toMatchObject({ written: false, lines: 2, accepted: 0, faults: [], unmatched: [], first_day: null });
  expect(await listOf(date)).toEqual([['Beans', 10, 20]]);
});

test('of a faulty and a correct line for the same product and day, the correct one is imported', async () => {
  const answer = await importCsv([`${date},Beans,330,35`, `${date},Beans,330,350`], { write: true });
  expect(answer).toMatchObject({ accepted: 1, faults: [{ line: 2 }] });
  expect(await listOf(date)).toEqual([['Beans', 330, 350]]);
});

test('an unknown item is listed once, and the mapping of the clerk takes precedence over every name', async () => {
  const lines = [`${date},Bonchi,10,20`, `${addDays(date, -1)}, BONCHI ,11,21`, `${date},Carrot,5,6`];
  const unknown = await importCsv(lines);
  expect(unknown.unmatched).toEqual([{ item: 'Bonchi', lines: 2, suggestions: [] }]);
  expect(unknown.faults.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'No product matches this item.'],
    [3, 'No product matches this item.'],
  ]);
  const parsnip = await addProduct({ name: 'Parsnip' });
  const mapping = { bonchi: beans, Carrot: String(parsnip) };
  expect(await importCsv(lines, { mapping, write: true })).toMatchObject({ accepted: 3, unmatched: [], faults: [] });
  expect(await listOf(date)).toEqual([
    ['Beans', 10, 20],
    ['Parsnip', 5, 6],
  ]);
});

test('a mapping to a product that is not in the catalogue is refused', async () => {
  const csv = `date,item,min_price,max_price\n${date},Bonchi,1,2\n`;
  const answer = await send({ csv, mapping: { Bonchi: 999_999, Beans: beans } });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({
    code: 'invalid_input',
    details: [{ field: 'mapping.Bonchi', message: 'This product is not in the catalogue.' }],
  });
});

test('an item of an archived product is an unknown item', async () => {
  const mint = await addProduct({ name: 'Mint' });
  await importCsv([`${date},Mint,1,2`], { write: true });
  await app.as('admin', { method: 'DELETE', url: `/api/products/${mint}` });
  expect(await importCsv([`${addDays(date, -1)},Mint,1,2`])).toMatchObject({ unmatched: [{ item: 'Mint', lines: 1 }] });
});

test('a word that matches several products is not mapped automatically', async () => {
  await addProduct({ name: 'Gourd, ridge', aliases: ['gourd'] });
  await addProduct({ name: 'Gourd, snake', aliases: ['gourd', 'carrot - nuwara eliya'] });
  const answer = await importCsv([`${date},Gourd,1,2`, `${date},Carrot - Nuwara Eliya,3,4`]);
  expect([answer.faults, answer.questions]).toMatchObject([[], [{ kind: 'word', answer: null }]]);
  expect(answer).toMatchObject({ accepted: 1, waiting: 1, unmatched: [] });
});

test('gate staff and strangers cannot import prices', async () => {
  const request = { method: 'POST', url: '/api/prices/import', payload: { csv: 'date,item' } } as const;
  expect((await app.as('tiketing', request)).statusCode).toBe(403);
  expect((await app.send(request)).statusCode).toBe(401);
});

test('a product named by code, in any case, is the same product', async () => {
  expect(await importCsv([`${date},carrot-ne,1,2`], { write: true })).toMatchObject({ accepted: 1 });
  const one = await app.send({ url: `/api/prices/product/${carrot}/date/${date}` });
  expect(one.json()).toMatchObject({ min_price: 1, max_price: 2 });
});

test('a price far from the last one is shown first, with the last one, and is accepted all the same', async () => {
  await importCsv([`${date},Carrot,330,350`, `${date},Beans,380,400`], { write: true });
  const next = addDays(date, 2);
  const { unusual, prices: shown } = await importCsv([`${next},Carrot,330,360`, `${next},Beans,180,4000`]);
  const last = { date, min_price: 380, max_price: 400 };
  const slips = [
    { side: 'min', kind: 'half' },
    { side: 'max', kind: 'double' },
  ];
  expect(unusual).toBe(1);
  expect(shown).toMatchObject([
    { line: 3, product: 'Beans', last, slips },
    { line: 2, product: 'Carrot - Nuwara Eliya', slips: [] },
  ]);
});

test('a day that is imported again is compared with the day before it, not with itself', async () => {
  const next = addDays(date, 1);
  await importCsv([`${date},Beans,380,400`, `${next},Beans,3800,4000`], { write: true });
  const { prices: shown } = await importCsv([`${next},Beans,3900,4100`]);
  expect(shown[0]).toMatchObject({ last: { date, max_price: 400 }, slips: [{ kind: 'double' }, { kind: 'double' }] });
});

test('the last price may be of an earlier day of the same file', async () => {
  const next = addDays(date, 1);
  const { prices: shown } = await importCsv([`${next},Beans,100,800`, `${date},Beans,100,120`]);
  expect(shown[0]).toMatchObject({ date: next, last: { date, max_price: 120 }, slips: [{ side: 'max' }] });
});

test('closed days of the file are named with their reason', async () => {
  const payload = { kind: 'closed', reason: 'Strike' };
  await app.as('editor', { method: 'PUT', url: `/api/market-days/${date}`, payload });
  const { closed_days, accepted } = await importCsv([`${date},Beans,1,2`, `${addDays(date, 1)},Beans,1,2`]);
  expect(accepted).toBe(2);
  expect(closed_days).toEqual([{ date, closed: { kind: 'closed', reason: 'Strike', reason_si: '', reason_ta: '' } }]);
});

test.each([
  ['a letter too few', 'Carot', 'Carrot - Nuwara Eliya'],
  ['two letters in the wrong order', 'Baens', undefined],
  ['another ending', 'Bean', 'Beans'],
  ['joined words', 'CarrotNuwaraEliya', 'Carrot - Nuwara Eliya'],
  ['nothing like it', 'Pumpkin', undefined],
])('an unknown item with %s gets the products that it may mean', async (_, item, name) => {
  const { unmatched } = await importCsv([`${date},${item},1,2`]);
  expect(unmatched.map(({ suggestions }) => suggestions.map(({ name }) => name)[0])).toEqual([name]);
});
