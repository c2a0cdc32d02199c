import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, day } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import { openTestApp, TEST_DAY, type TestApp } from '../../../testing/app-context.ts';

const DAYS = 90;
const NAMES = ['Carrot', 'Mango "TJC", large', '=Onion', 'Leeks', 'ගෝවා'];

interface Row {
  date: string;
  code: string;
  name: string;
  type: string;
  unit: string;
  min_price: number;
  max_price: number;
}

let app: TestApp;
let ids: number[];

beforeAll(async () => {
  app = await openTestApp();
  ids = [];
  for (const [at, name] of NAMES.entries()) {
    const payload = {
      name,
      type: at === 1 ? 'fruit' : 'vegetable',
      unit: at === 1 ? 'fruit' : 'kg',
      list_order: 10 - at,
    };
    ids.push((await app.as('admin', { method: 'POST', url: '/api/products', payload })).json().productId);
  }
  const payload = Array.from({ length: DAYS }, (_, at) => addDays(day('2025-11-01'), at)).flatMap((date, at) =>
    ids
      .filter((id) => (id + at) % 5 > 0)
      .map((product_id) => ({ product_id, date, min_price: 20.05 + at, max_price: 99_999.99 + product_id })),
  );
  await app.as('editor', { method: 'POST', url: '/api/prices/update-multiple', payload });
  await app.as('admin', { method: 'DELETE', url: `/api/products/${ids[2]}` });
});
afterAll(() => app.close());

async function stored(): Promise<Row[]> {
  const rows = await app.database.reader
    .selectFrom('prices')
    .innerJoin('products', 'products.id', 'prices.product_id')
    .select(['date', 'code', 'name', 'type', 'unit', 'min_cents', 'max_cents'])
    .orderBy('list_order')
    .orderBy('product_id')
    .orderBy('date')
    .execute();
  return rows.map(({ min_cents, max_cents, ...row }) => ({
    ...row,
    min_price: toRupees(min_cents),
    max_price: toRupees(max_cents),
  }));
}

async function readCsv(): Promise<Row[]> {
  const { rawPayload } = await app.send({ url: '/api/v1/prices.csv.gz' });
  const rows: Record<keyof Row, string>[] = parse(gunzipSync(rawPayload), { columns: true });
  return rows.map((row) => ({
    ...row,
    name: row.name.replace(/^'(?==)/, ''),
    min_price: Number(row.min_price),
    max_price: Number(row.max_price),
  }));
}

async function readParquet() {
  const { rawPayload } = await app.send({ url: '/api/v1/prices.parquet' });
  const file = new Uint8Array(rawPayload).buffer;
  const rows = (await parquetReadObjects({ file })) as unknown as (Omit<Row, 'date'> & { date: Date })[];
  return {
    rows: rows.map(({ date, ...row }) => ({
      ...row,
      date: date.toISOString().slice(0, 10),
      min_price: Number(row.min_price.toFixed(2)),
      max_price: Number(row.max_price.toFixed(2)),
    })),
    columns: parquetMetadata(file).schema.map(({ name, type, converted_type }) => [name, converted_type ?? type]),
  };
}

test('the whole history as Parquet equals the CSV file, and both equal the database', async () => {
  const expected = await stored();
  expect(expected.length).toBeGreaterThan(300);
  expect(await readCsv()).toEqual(expected);
  const { rows, columns } = await readParquet();
  expect(rows).toEqual(expected);
  expect(columns.slice(1)).toEqual([
    ['date', 'DATE'],
    ...['code', 'name', 'type', 'unit'].map((name) => [name, 'UTF8']),
    ...['min_price', 'max_price'].map((name) => [name, 'DECIMAL']),
  ]);
});

test('a file is cached as it is: never compressed twice, and not sent to a client that has it', async () => {
  for (const url of ['/api/v1/prices.csv.gz', '/api/v1/prices.parquet']) {
    const headers = { 'accept-encoding': 'br, gzip' };
    const answers = [];
    for (let at = 0; at < 4; at += 1) answers.push(await app.send({ url, headers }));
    for (const answer of answers) {
      expect(answer.headers).not.toHaveProperty('content-encoding');
      expect(answer.rawPayload.equals(answers[0]?.rawPayload ?? Buffer.alloc(0))).toBe(true);
    }
    const known = await app.send({ url, headers: { 'if-none-match': String(answers[0]?.headers.etag) } });
    expect([known.statusCode, known.body]).toEqual([304, '']);
  }
});

test('a correction is in both files at once', async () => {
  const payload = [{ product_id: ids[0], date: '2025-11-02', min_price: 1.5, max_price: 2.25 }];
  await app.as('editor', { method: 'POST', url: '/api/prices/update-multiple', payload });
  const corrected = { date: '2025-11-02', code: 'CARROT', min_price: 1.5, max_price: 2.25 };
  expect(await readCsv()).toContainEqual(expect.objectContaining(corrected));
  expect((await readParquet()).rows).toContainEqual(expect.objectContaining(corrected));
});

test('the files of a market without prices have no rows', async () => {
  const empty = await openTestApp();
  const csv = gunzipSync((await empty.send({ url: '/api/v1/prices.csv.gz' })).rawPayload).toString();
  expect(csv).toBe('date,code,name,type,unit,min_price,max_price\r\n');
  const { rawPayload } = await empty.send({ url: '/api/v1/prices.parquet' });
  expect(await parquetReadObjects({ file: new Uint8Array(rawPayload).buffer })).toEqual([]);
  await empty.close();
});

test('every day of a year is there: with a list, closed with a reason in three languages, or without a list', async () => {
  const closed = { kind: 'closed', reason: 'Flood', reason_si: 'ගංවතුර', reason_ta: 'வெள்ளம்' };
  await app.as('editor', { method: 'PUT', url: '/api/market-days/2025-06-02', payload: closed });
  await app.as('editor', { method: 'PUT', url: '/api/market-days/2025-11-03', payload: closed });
  await app.as('editor', {
    method: 'PUT',
    url: '/api/market-days/week',
    payload: { open_weekdays: [1, 2, 3, 4, 5, 6] },
  });
  const days: { date: string }[] = (await app.send({ url: '/api/v1/days?year=2025' })).json();
  expect(days).toHaveLength(365);
  const of = (date: string) => days.find((one) => one.date === date);
  const none = { reason: null, reason_si: null, reason_ta: null };
  expect(of('2025-06-02')).toEqual({
    date: '2025-06-02',
    state: 'closed',
    prices: 0,
    reason: 'Flood',
    reason_si: 'ගංවතුර',
    reason_ta: 'வெள்ளம்',
  });
  expect(of('2025-06-08')).toEqual({
    date: '2025-06-08',
    state: 'closed',
    prices: 0,
    reason: 'The market is closed on Sundays.',
    reason_si: 'ඉරිදා දිනවල වෙළඳපොළ විවෘත නොවේ.',
    reason_ta: 'ஞாயிற்றுக்கிழமைகளில் சந்தை திறக்கப்படுவதில்லை.',
  });
  expect(of('2025-06-03')).toEqual({ date: '2025-06-03', state: 'none', prices: 0, ...none });
  expect(of('2025-11-03')).toEqual({ date: '2025-11-03', state: 'list', prices: 4, ...none });
  const now: { date: string }[] = (await app.send({ url: '/api/v1/days' })).json();
  expect([now[0]?.date, now.at(-1)?.date]).toEqual(['2026-01-01', TEST_DAY]);
  expect((await app.send({ url: '/api/v1/days?year=2027' })).json()).toEqual([]);
});
