import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { addDays, day } from '#billing/calendar.ts';
import { openTestApp, TEST_DAY, type TestApp, TOMORROW, YESTERDAY } from '../../testing/app-context.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
  const ids: number[] = [];
  const goods = [
    { name: 'Leeks', code: 'LEEKS', name_si: 'ලීක්ස්', name_ta: 'லீக்ஸ்', aliases: ['liks'] },
    { name: 'Tomato', code: 'TOMATO', name_si: 'තක්කාලි', name_ta: 'தக்காளி', aliases: ['thakkali'] },
  ];
  for (const [list_order, fields] of goods.entries()) {
    const payload = { type: 'vegetable', list_order, ...fields };
    ids.push((await app.as('admin', { method: 'POST', url: '/api/products', payload })).json().productId);
  }
  await publish('2024-02-29', [ids[0], 40, 50]);
  await publish('2026-11-17', [ids[0], 90.05, 110.5], [ids[1], 200, 240]);
  await publish(YESTERDAY, [ids[0], 95, 120], [ids[1], 180, 220.25]);
  await publish(YESTERDAY, [ids[1], 185, 225]);
  const flood = { kind: 'closed', reason: 'Flood', reason_si: 'ගංවතුර', reason_ta: 'வெள்ளம்' };
  await app.as('editor', { method: 'PUT', url: '/api/market-days/2026-11-18', payload: flood });
});
afterAll(() => app.close());

async function publish(date: string, ...rows: [number | undefined, number, number][]): Promise<void> {
  const payload = rows.map(([product_id, min_price, max_price]) => ({ product_id, date, min_price, max_price }));
  const answer = await app.as('editor', { method: 'POST', url: '/api/prices/update-multiple', payload });
  expect(answer.statusCode).toBe(200);
}

async function connect(mode: 'legacy' | 'auto', through: TestApp = app) {
  const client = new Client({ name: 'a stranger', version: '1' }, { versionNegotiation: { mode } });
  const types: string[] = [];
  const transport = new StreamableHTTPClientTransport(new URL('http://pola.example/mcp'), {
    fetch: async (url, init) => {
      const answer = await through.send({
        method: (init?.method ?? 'GET') as 'GET',
        url: new URL(url).pathname,
        headers: Object.fromEntries(new Headers(init?.headers)),
        ...(init?.body != null && { payload: String(init.body) }),
      });
      types.push(String(answer.headers['content-type']));
      const body = [202, 204].includes(answer.statusCode) ? null : answer.body;
      return new Response(body, { status: answer.statusCode, headers: answer.headers as Record<string, string> });
    },
  });
  await client.connect(transport);
  const ask = async (name: string, input: Record<string, unknown> = {}) => {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: input });
    const [first] = content;
    const text = first?.type === 'text' ? first.text : '';
    if (!isError) expect(JSON.parse(text)).toEqual(structuredContent);
    return { figures: structuredContent as Record<string, never>, text, isError };
  };
  return { client, ask, types };
}

const leeks = { code: 'LEEKS', min_price: 95, max_price: 120 };
const tomato = { code: 'TOMATO', min_price: 185, max_price: 225 };
const none = { prices: [], has_list: false };

const QUESTIONS: [string, Record<string, unknown>, Record<string, unknown>][] = [
  ['products', {}, { total: 2, products: [{ code: 'LEEKS', unit: 'kg' }, { code: 'TOMATO' }] }],
  ['products', { search: 'leek' }, { total: 1, products: [{ code: 'LEEKS', cpc: '01254', hs: '0703.90' }] }],
  ['products', { search: 'තක්කාලි' }, { products: [{ code: 'TOMATO' }] }],
  ['products', { search: 'தக்காளி' }, { products: [{ code: 'TOMATO', name: 'Tomato' }] }],
  ['products', { search: 'thakkaali' }, { products: [{ code: 'TOMATO' }] }],
  ['products', { search: 'durian' }, { total: 0, products: [] }],
  ['day', {}, { date: YESTERDAY, currency: 'LKR', has_list: true, closed: null, prices: [leeks, tomato] }],
  ['day', { date: YESTERDAY, codes: ['tomato'] }, { date: YESTERDAY, prices: [tomato] }],
  ['day', { date: '2026-11-17' }, { prices: [{ min_price: 90.05, max_price: 110.5 }, { min_price: 200 }] }],
  ['day', { date: '2024-02-29' }, { prices: [{ code: 'LEEKS', min_price: 40, max_price: 50 }] }],
  ['day', { date: '2026-11-18' }, { ...none, closed: { kind: 'closed', reason: 'Flood', reason_ta: 'வெள்ளம்' } }],
  ['day', { date: '2026-11-16' }, { ...none, date: '2026-11-16', closed: null }],
  ['day', { date: TOMORROW }, none],
  [
    'history',
    { code: 'LEEKS' },
    { total: 3, prices: [{ date: '2024-02-29' }, { date: '2026-11-17' }, { date: YESTERDAY }] },
  ],
  ['history', { code: 'leeks', from: '2026-01-01' }, { total: 2, prices: [{ min_price: 90.05 }, { max_price: 120 }] }],
  ['history', { code: 'LEEKS', to: '2024-12-31' }, { prices: [{ date: '2024-02-29', min_price: 40, max_price: 50 }] }],
  ['history', { code: 'TOMATO', from: TEST_DAY }, { currency: 'LKR', total: 0, prices: [] }],
  [
    'corrections',
    {},
    {
      total: 1,
      corrections: [
        {
          code: 'TOMATO',
          date: YESTERDAY,
          old: { min_price: 180, max_price: 220.25 },
          new: { min_price: 185, max_price: 225 },
        },
      ],
    },
  ],
  ['corrections', { since: TOMORROW }, { total: 0, corrections: [] }],
  ['corrections', { since: TEST_DAY, limit: 1 }, { total: 1, corrections: [{ code: 'TOMATO', name: 'Tomato' }] }],
  [
    'outlook',
    { code: 'leeks' },
    {
      product: { code: 'LEEKS' },
      date: YESTERDAY,
      currency: 'LKR',
      year: null,
      ranges: [],
      next_list: { range: null, silent: 'too_few_prices', last_year: { ranges: 0, held: 0 } },
    },
  ],
];

test.each(['legacy', 'auto'] as const)(
  'the official client (%s protocol) asks 21 questions and gets the exact figures with their days',
  async (mode) => {
    const { ask, types, client } = await connect(mode);
    expect(QUESTIONS).toHaveLength(21);
    for (const [tool, input, expected] of QUESTIONS) {
      const { figures, isError } = await ask(tool, input);
      expect(isError, tool).toBeFalsy();
      expect(figures, `${tool} ${JSON.stringify(input)}`).toMatchObject(expected);
    }
    expect(new Set(types.filter((type) => type !== 'undefined'))).toEqual(new Set(['application/json; charset=utf-8']));
    await client.close();
  },
);

test('every tool says that it only reads, and what it takes', async () => {
  const { client } = await connect('auto');
  const { tools } = await client.listTools();
  expect(tools.map((tool) => tool.name)).toEqual(['products', 'day', 'history', 'corrections', 'elsewhere', 'outlook']);
  for (const tool of tools) {
    expect(tool.annotations).toMatchObject({ readOnlyHint: true });
    expect(tool.inputSchema.type).toBe('object');
    expect(tool.description).toMatch(/\.$/);
  }
});

test('a wrong question is answered with what is wrong, and never with a figure', async () => {
  const { ask, client } = await connect('auto');
  expect(await ask('history', { code: 'NO-SUCH' })).toMatchObject({ isError: true, text: 'Product not found.' });
  for (const [tool, input] of [
    ['history', {}],
    ['history', { code: "'; drop" }],
    ['day', { date: 'yesterday' }],
    ['day', { date: '2026-02-30' }],
    ['corrections', { limit: 101 }],
  ] as const)
    expect(await ask(tool, input), JSON.stringify(input)).toMatchObject({ isError: true, figures: undefined });
  await expect(client.callTool({ name: 'write', arguments: {} })).rejects.toThrow();
});

const HELLO = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
};
const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const post = (through: TestApp, payload: object, headers = {}) =>
  through.send({ method: 'POST', url: '/mcp', headers: { ...HEADERS, ...headers }, payload });

test('any site may ask, with the headers of every answer and nothing to store', async () => {
  const asked = await app.send({
    method: 'OPTIONS',
    url: '/mcp',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
  });
  expect(asked.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-headers': expect.stringContaining('Mcp-Protocol-Version'),
  });
  const answer = await post(app, HELLO, { origin: 'https://elsewhere.example', cookie: 'session=1' });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  for (const method of ['GET', 'DELETE'] as const) {
    const refused = await app.send({ method, url: '/mcp' });
    expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'POST']);
  }
});

test('no request asks many questions, holds a stream open, or is larger than a question', async () => {
  expect((await post(app, [HELLO, HELLO])).statusCode).toBe(400);
  const listen = await post(
    app,
    { jsonrpc: '2.0', id: 2, method: 'subscriptions/listen', params: { notifications: {} } },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
  );
  expect(listen.json()).toHaveProperty('error');
  expect((await post(app, { ...HELLO, padding: 'x'.repeat(64 * 1024) })).json()).toMatchObject({
    code: 'too_large',
    message: 'The data sent is too large. The limit is 0.06 MB.',
  });
});

const LIST = { jsonrpc: '2.0', id: 7, method: 'tools/list' };
const LATER = '2027-01-01';
/** The parts that a request of the newest protocol has in its body. */
const envelope = (version: string) => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
});
const newest = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };

test('a client is answered in JSON, whichever types it accepts', async () => {
  for (const accept of ['application/json', '*/*', 'text/event-stream', 'text/html', undefined])
    for (const payload of [HELLO, LIST]) {
      const headers = { 'content-type': 'application/json', ...(accept !== undefined && { accept }) };
      const answer = await app.send({ method: 'POST', url: '/mcp', headers, payload });
      const got = [answer.statusCode, answer.headers['content-type'], 'result' in answer.json()];
      expect(got, `${payload.method} ${accept}`).toEqual([200, 'application/json; charset=utf-8', true]);
    }
});

test('a client of a later protocol learns which version this server knows', async () => {
  const greeting = { ...HELLO, params: { ...HELLO.params, protocolVersion: LATER } };
  for (const headers of [{}, { 'mcp-protocol-version': LATER, 'mcp-method': 'initialize' }])
    expect((await post(app, greeting, headers)).json()).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
  for (const params of [{}, { _meta: envelope(LATER) }]) {
    const answer = await post(app, { ...LIST, params }, { ...newest, 'mcp-protocol-version': LATER });
    expect(answer.statusCode).toBe(400);
    const { code, data } = answer.json().error;
    expect([code, data.requested, data.supported[0]]).toEqual([-32_022, LATER, '2026-07-28']);
  }
  expect((await post(app, LIST, { 'mcp-protocol-version': '2025-06-18' })).json()).toHaveProperty('result');
});

test('a wrong parameter is named, and is never called a fault of the server', async () => {
  const pages = 'Invalid params: cursor: all tools are on one page, so no cursor is valid here';
  for (const cursor of ['page-2', '', 5, null]) {
    const refusal = { id: 7, error: { code: -32_602, message: pages } };
    expect((await post(app, { ...LIST, params: { cursor } })).json(), String(cursor)).toMatchObject(refusal);
    const params = { cursor, _meta: envelope('2026-07-28') };
    expect((await post(app, { ...LIST, params }, newest)).json(), String(cursor)).toMatchObject(refusal);
  }
  for (const [method, params] of [
    ['initialize', { ...HELLO.params, protocolVersion: 5 }],
    ['initialize', undefined],
    ['tools/call', undefined],
    ['tools/call', { name: 5 }],
    ['tools/call', { name: 'day', arguments: 'today' }],
  ] as const)
    expect((await post(app, { jsonrpc: '2.0', id: 'a', method, params })).json()).toMatchObject({
      id: 'a',
      error: { code: -32_602, message: expect.stringMatching(/^Invalid params: /) },
    });
});

test('one network asks a hundred and twenty times a minute, then waits, while others go on', {
  tags: ['slow'],
}, async () => {
  const busy = await openTestApp({ TRUST_PROXY: 'loopback' });
  const askFrom = (address: string) => post(busy, HELLO, { 'x-forwarded-for': address });
  for (let at = 0; at < 120; at += 1) expect((await askFrom('203.0.113.7')).statusCode).toBe(200);
  const refused = await askFrom('203.0.113.7');
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  const counted = () => busy.database.reader.selectFrom('rate_limits').selectAll().execute();
  await busy.database.writeSession((tx) => tx.deleteFrom('rate_limits').execute());
  expect((await askFrom('203.0.113.7')).statusCode).toBe(429);
  // Requests that are refused write nothing, however many there are.
  expect(await counted()).toEqual([]);
  expect((await askFrom('198.51.100.2')).statusCode).toBe(200);
  busy.clock.advance(61_000);
  expect((await askFrom('203.0.113.7')).statusCode).toBe(200);
  await busy.close();
});

test('a history longer than its limit begins with the oldest of the newest 400 days', async () => {
  const longer = await openTestApp();
  onTestFinished(() => longer.close());
  const payload = { type: 'vegetable', name: 'Okra', code: 'OKRA' };
  const { productId } = (await longer.as('admin', { method: 'POST', url: '/api/products', payload })).json();
  const dates = Array.from({ length: 403 }, (_, at) => addDays(day(TEST_DAY), at - 402));
  const rows = dates.map((date) => ({ product_id: productId, date, min_price: 100, max_price: 120 }));
  await longer.as('editor', { method: 'POST', url: '/api/prices/update-multiple', payload: rows });
  const { ask, client } = await connect('auto', longer);
  const { figures } = await ask('history', { code: 'OKRA' });
  const { total, prices } = figures as unknown as { total: number; prices: { date: string }[] };
  expect([total, prices.length, prices[0]?.date, prices.at(-1)?.date]).toEqual([403, 400, dates[3], TEST_DAY]);
  await client.close();
});
