import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, type Day, day } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import type { openData } from '#contract/open-data.ts';
import { openTestApp, TEST_DAY, type TestApp, YESTERDAY } from '../../testing/app-context.ts';

const LONG_AGO = day('2024-02-29');
const LAST_YEAR = day('2025-12-31');
const HEADER = 'date,code,name,type,unit,min_price,max_price';

let app: TestApp;
let leeks: number;
let mint: number;
let mango: number;

beforeAll(async () => {
  app = await openTestApp();
  mango = await addProduct({ name: '=Mango "TJC", large', code: 'MANGO-TJC', type: 'fruit', unit: 'fruit' });
  leeks = await addProduct({
    name: 'Leeks',
    code: 'LEEKS',
    list_order: 1,
    name_si: 'ලීක්ස්',
    name_ta: 'லீக்ஸ்',
    aliases: ['leek'],
  });
  mint = await addProduct({ name: '@SUM(A1)', code: 'MINT', type: 'Leaf Vegetable', unit: 'bundle' });
  await publish(LONG_AGO, [mint, 5, 6.5]);
  await publish(LAST_YEAR, [mango, 80, 80], [leeks, 90.05, 110]);
  await publish(YESTERDAY, [mango, 85, 95.5], [leeks, 100, 1200]);
  await app.as('admin', { method: 'DELETE', url: `/api/products/${mint}` });
});
afterAll(() => app.close());

async function addProduct(fields: object): Promise<number> {
  const payload = { type: 'vegetable', ...fields };
  const answer = await app.as('admin', { method: 'POST', url: '/api/products', payload });
  return answer.json<{ productId: number }>().productId;
}

async function publish(date: Day, ...rows: [number, number | null, number | null][]): Promise<void> {
  const payload = rows.map(([product_id, min_price, max_price]) => ({ product_id, date, min_price, max_price }));
  const answer = await app.as('editor', { method: 'POST', url: '/api/prices/update-multiple', payload });
  expect(answer.statusCode).toBe(200);
}

const ask = (path: string, headers = {}) => app.send({ url: `/api/v1${path}`, headers });
const read = async <Body>(path: string): Promise<Body> => (await ask(path)).json();
const refusalOf = async (path: string) => {
  const answer = await ask(path);
  return [answer.statusCode, answer.json().code];
};

test('the prices are those of the latest day with a list, in its order, each with three names and a unit', async () => {
  expect(await read('/prices')).toEqual({
    date: YESTERDAY,
    currency: 'LKR',
    items: [
      {
        code: 'LEEKS',
        name: 'Leeks',
        name_si: 'ලීක්ස්',
        name_ta: 'லீக்ஸ்',
        type: 'vegetable',
        unit: 'kg',
        min_price: 100,
        max_price: 1200,
      },
      {
        code: 'MANGO-TJC',
        name: '=Mango "TJC", large',
        name_si: '',
        name_ta: '',
        type: 'fruit',
        unit: 'fruit',
        min_price: 85,
        max_price: 95.5,
      },
    ],
  });
});

test('a requested day has its own prices, or none', async () => {
  const long = await read<Answer<typeof openData.prices>>(`/prices?date=${LONG_AGO}`);
  expect(long.items.map(({ code, max_price }) => [code, max_price])).toEqual([['MINT', 6.5]]);
  expect(await read(`/prices?date=${TEST_DAY}`)).toEqual({ date: TEST_DAY, currency: 'LKR', items: [] });
  expect(await refusalOf('/prices?date=2025-02-29')).toEqual([400, 'invalid_input']);
});

test('a market that never published a price answers with an empty list', async () => {
  const empty = await openTestApp();
  const answers = await Promise.all(
    ['prices', 'products', 'years', 'corrections'].map((path) => empty.send({ url: `/api/v1/${path}` })),
  );
  expect(answers.map((answer) => answer.json())).toEqual([{ date: null, currency: 'LKR', items: [] }, [], [], []]);
  await empty.close();
});

test('the products are all that ever had a price, and show which are on the list today', async () => {
  const products = await read<Answer<typeof openData.products>>('/products');
  expect(products.map(({ code, is_listed }) => [code, is_listed])).toEqual([
    ['LEEKS', true],
    ['MANGO-TJC', true],
    ['MINT', false],
  ]);
  expect(products[0]?.aliases).toEqual(['leek']);
});

test('a product is found by its code in any case, with the prices of a period', async () => {
  const all = await read<Answer<typeof openData.productPrices>>('/products/leeks/prices');
  expect(all.product).toMatchObject({ code: 'LEEKS', name_ta: 'லீக்ஸ்', unit: 'kg' });
  expect(all.prices).toEqual([
    { date: LAST_YEAR, min_price: 90.05, max_price: 110 },
    { date: YESTERDAY, min_price: 100, max_price: 1200 },
  ]);
  const datesOf = async (query: string) =>
    (await read<Answer<typeof openData.productPrices>>(`/products/LEEKS/prices?${query}`)).prices.map(
      (one) => one.date,
    );
  expect(await datesOf(`from=${YESTERDAY}`)).toEqual([YESTERDAY]);
  expect(await datesOf(`to=${addDays(YESTERDAY, -1)}`)).toEqual([LAST_YEAR]);
  expect(await datesOf(`from=${LAST_YEAR}&to=${LAST_YEAR}`)).toEqual([LAST_YEAR]);
  expect(await datesOf(`from=${YESTERDAY}&to=${LAST_YEAR}`)).toEqual([]);
  expect((await read<Answer<typeof openData.productPrices>>('/products/MINT/prices')).prices).toHaveLength(1);
  expect(await refusalOf('/products/CARROT/prices')).toEqual([404, 'product_not_found']);
  expect(await refusalOf("/products/'--/prices")).toEqual([400, 'invalid_input']);
  expect(await refusalOf('/products/LEEKS/prices?from=yesterday')).toEqual([400, 'invalid_input']);
});

test('each year with lists is there, with its contents and its address', async () => {
  const years = await read<Answer<typeof openData.years>>('/years');
  expect(years.map(({ year, days, rows }) => [year, days, rows])).toEqual([
    [2024, 1, 1],
    [2025, 1, 2],
    [2026, 1, 2],
  ]);
  expect(years[1]).toMatchObject({
    first_day: LAST_YEAR,
    last_day: LAST_YEAR,
    csv: '/api/v1/years/2025/prices.csv',
    json: '/api/v1/years/2025/prices.json',
  });
});

test('the addresses of the years are absolute when the market has a public address', async () => {
  const known = await openTestApp({ PUBLIC_URL: 'https://pola.example/' });
  const added = await known.as('admin', {
    method: 'POST',
    url: '/api/products',
    payload: { name: 'Leeks', type: 'vegetable' },
  });
  const payload = [{ product_id: added.json().productId, date: TEST_DAY, min_price: 1, max_price: 2 }];
  await known.as('editor', { method: 'POST', url: '/api/prices/update-multiple', payload });
  const [year] = (await known.send({ url: '/api/v1/years' })).json();
  expect(year.csv).toBe('https://pola.example/api/v1/years/2026/prices.csv');
  await known.close();
});

test('a year is a CSV file with a header, a line for each price, and no formula', async () => {
  const answer = await ask('/years/2025/prices.csv');
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="prices-2025.csv"');
  expect(answer.body).toBe(
    [
      HEADER,
      `${LAST_YEAR},LEEKS,Leeks,vegetable,kg,90.05,110.00`,
      `${LAST_YEAR},MANGO-TJC,"'=Mango ""TJC"", large",fruit,fruit,80.00,80.00`,
      '',
    ].join('\r\n'),
  );
  const rows = parse(answer.body, { columns: true });
  expect(rows[1]).toMatchObject({ code: 'MANGO-TJC', name: '\'=Mango "TJC", large', min_price: '80.00' });
  expect((await ask('/years/2024/prices.csv')).body).toContain(
    `${LONG_AGO},MINT,"'@SUM(A1)",Leaf Vegetable,bundle,5.00`,
  );
});

test('a name that begins like a formula is text in the file', async () => {
  const market = await openTestApp();
  const signs = ['=', '+', '-', '@'];
  for (const sign of signs) {
    const payload = { name: `${sign}1+1|cmd`, type: 'vegetable' };
    const { productId } = (await market.as('admin', { method: 'POST', url: '/api/products', payload })).json();
    const line = [{ product_id: productId, date: TEST_DAY, min_price: 1, max_price: 2 }];
    await market.as('editor', { method: 'POST', url: '/api/prices/update-multiple', payload: line });
  }
  for (const start of ['x\t=', 'x\r=', 'x\n=', '＝', '＋', '－', '＠']) {
    const payload = { name: `${start}1+1`, type: 'vegetable' };
    const refused = await market.as('admin', { method: 'POST', url: '/api/products', payload });
    expect(refused.statusCode).toBe(400);
  }
  const { body } = await market.send({ url: '/api/v1/years/2026/prices.csv' });
  const cells: { name: string }[] = parse(body, { columns: true });
  expect(new Set(cells.map(({ name }) => name))).toEqual(new Set(signs.map((sign) => `'${sign}1+1|cmd`)));
  await market.close();
});

test('a year is also JSON: its products once, and each price with the code of its product', async () => {
  const year = await read<Answer<typeof openData.yearJson>>('/years/2025/prices.json');
  expect([year.year, year.currency, year.products.map(({ code }) => code)]).toEqual([
    2025,
    'LKR',
    ['LEEKS', 'MANGO-TJC'],
  ]);
  expect(year.prices).toEqual([
    { date: LAST_YEAR, code: 'LEEKS', min_price: 90.05, max_price: 110 },
    { date: LAST_YEAR, code: 'MANGO-TJC', min_price: 80, max_price: 80 },
  ]);
});

test('the days of a year are in order, and the products of a day are in the order of the list', async () => {
  const market = await openTestApp();
  const ids: number[] = [];
  for (const [name, list_order] of Object.entries({ Radish: 30, Leeks: 10, Beans: 20 })) {
    const payload = { name, code: name, list_order, type: 'vegetable' };
    ids.push((await market.as('admin', { method: 'POST', url: '/api/products', payload })).json().productId);
  }
  for (const date of [TEST_DAY, addDays(TEST_DAY, -40), addDays(TEST_DAY, -3)]) {
    const payload = ids.map((product_id) => ({ product_id, date, min_price: 1, max_price: 2 }));
    await market.as('editor', { method: 'POST', url: '/api/prices/update-multiple', payload });
  }
  const lines = (await market.send({ url: '/api/v1/years/2026/prices.csv' })).body.split('\r\n').slice(1, -1);
  expect(lines.map((line) => line.split(',').slice(0, 2).join(' '))).toEqual(
    [addDays(TEST_DAY, -40), addDays(TEST_DAY, -3), TEST_DAY].flatMap((date) =>
      ['LEEKS', 'BEANS', 'RADISH'].map((code) => `${date} ${code}`),
    ),
  );
  await market.close();
});

test.each(['csv', 'json'])('a year without a list has no %s file, and an invalid year is refused', async (kind) => {
  expect(await refusalOf(`/years/2023/prices.${kind}`)).toEqual([404, 'year_not_found']);
  for (const year of ['26', '20260', 'abcd', '1e3', '3000'])
    expect(await refusalOf(`/years/${year}/prices.${kind}`)).toEqual([400, 'invalid_input']);
});

test('a price that was changed, withdrawn or restored is a correction; its first publication is not, and no person is named', async () => {
  const market = await openTestApp();
  const payload = { name: 'Leeks', code: 'LEEKS', type: 'vegetable' };
  const id = (await market.as('admin', { method: 'POST', url: '/api/products', payload })).json().productId;
  const pairs: [number | null, number | null][] = [
    [100, 110],
    [100, 120.5],
    [null, null],
    [90, 95],
  ];
  for (const [min_price, max_price] of pairs) {
    const rows = [{ product_id: id, date: TEST_DAY, min_price, max_price }];
    await market.as('editor', { method: 'POST', url: '/api/prices/update-multiple', payload: rows });
    market.clock.advance(60_000);
  }
  const feedOf = async (query: string) => {
    const answer = await market.send({ url: `/api/v1/corrections?${query}` });
    return { total: answer.headers['x-total-count'], rows: answer.json<Answer<typeof openData.corrections>>(), answer };
  };
  const { rows, total, answer } = await feedOf('');
  expect(total).toBe('3');
  expect(rows.map((row) => [row.old, row.new])).toEqual([
    [null, { min_price: 90, max_price: 95 }],
    [{ min_price: 100, max_price: 120.5 }, null],
    [
      { min_price: 100, max_price: 110 },
      { min_price: 100, max_price: 120.5 },
    ],
  ]);
  expect(rows[0]).toMatchObject({
    code: 'LEEKS',
    name: 'Leeks',
    date: TEST_DAY,
    changed_at: '2026-11-20T03:03:00.000Z',
  });
  expect(answer.body).not.toContain('@');

  const idsOf = async (query: string) => (await feedOf(query)).rows.map((row) => row.id);
  const [newest = 0, middle = 0, oldest = 0] = rows.map((row) => row.id);
  expect(newest).toBeGreaterThan(middle);
  expect(await idsOf('since=2026-11-20T03:02:00.000Z')).toEqual([newest, middle]);
  expect(await idsOf('since=2026-11-20T08:33:00%2B05:30')).toEqual([newest]);
  expect(await idsOf(`since=${TEST_DAY}`)).toEqual([newest, middle, oldest]);
  expect(await feedOf(`since=${addDays(TEST_DAY, 1)}`)).toMatchObject({ rows: [], total: '0' });
  expect(await idsOf('page=2&limit=2')).toEqual([oldest]);
  expect(await feedOf('page=9')).toMatchObject({ rows: [], total: '3' });
  for (const query of ['since=monday', 'page=0', 'limit=1001', 'limit=x', 'page=1&page=2'])
    expect((await market.send({ url: `/api/v1/corrections?${query}` })).statusCode, query).toBe(400);
  await market.close();
});

const everyPath = [
  '/prices',
  '/products',
  '/products/LEEKS/prices',
  '/years',
  '/years/2025/prices.csv',
  '/years/2025/prices.json',
  '/corrections',
];

test.each(everyPath)(
  '%s may be read from any site, and a client that has the current version is answered 304',
  async (path) => {
    const first = await ask(path, { origin: 'https://elsewhere.example' });
    expect(first.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'X-Total-Count, ETag, Retry-After, X-Data-Confirmed',
      'cache-control': 'public, max-age=0, must-revalidate, s-maxage=15',
      'cdn-cache-control': 'max-age=15, stale-while-revalidate=60, stale-if-error=86400',
      etag: expect.stringMatching(/^W\/"/),
    });
    for (let again = 0; again < 3; again += 1) {
      const known = await ask(path, { 'if-none-match': String(first.headers.etag) });
      expect([known.statusCode, known.body]).toEqual([304, '']);
    }
    expect((await ask(path)).body).toBe(first.body);
    const asked = await app.send({
      method: 'OPTIONS',
      url: `/api/v1${path}`,
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
    });
    expect(asked.headers['access-control-allow-origin']).toBe('*');
  },
);

test('a correction changes the ETag of its own year and of no other year', async () => {
  const etagOf = async (year: number) => (await ask(`/years/${year}/prices.csv`)).headers.etag;
  const before = [await etagOf(2024), await etagOf(2025)];
  await publish(LAST_YEAR, [mango, 80, 81]);
  const after = [await etagOf(2024), await etagOf(2025)];
  expect(after[0]).toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
  await publish(LAST_YEAR, [mango, 80, 80]);
  expect(await etagOf(2025)).toBe(before[1]);
});
