/** @module-tag sqlite-only */
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { listCalls } from '#contract/every-call.ts';
import { firstVehicleTypes } from '#contract/first-vehicle-types.ts';
import { MCP_PATH } from '#contract/open-data.ts';
import { serveDevelopmentWeb } from './http/assets/web-development.ts';
import { exampleOf, requestOf } from './testing/call.ts';
import { BROWSER, type ExampleMarket } from './testing/example-market.ts';
import { discardMarket, openMarket } from './testing/market.ts';

afterAll(discardMarket);

const SITE = 'https://pola.example';
const FILES = ['/healthz', '/readyz', '/calendar.ics', '/si/calendar.ics', '/sitemap.xml', '/poster.pdf'];
const HIDDEN_PAGES = ['/print/poster', '/board', '/offline', '/nowhere'];
const QUESTIONS = {
  products: {},
  day: {},
  history: { code: 'CAR' },
  corrections: { limit: 100 },
  outlook: { code: 'CAR' },
};
/** Matches the tables whose texts are public, except the texts of columns such as `changed_by`. */
const PUBLIC_TABLES =
  /^(?:products|vehicle_types|images|prices|publications|market_days|market_week|market_keys|other_(?:centres|products|prices|days)|kysely_)/;
const WORDS =
  /(?:^charge_kinds|^audit_counts|^ticket_sums|^settings\.name|^factors\.name|\.(?:kind|vehicle_type|event_type|role|status|state|term|action|outcome|basis|purpose|method|level|way|language|counter|unit|location|pass_term))\b/;
const SHORTEST = 5;

async function plantPersons({ app, carrot }: ExampleMarket): Promise<void> {
  await app.database.write(async (tx) => {
    await sql`update accounts set username = 'Planted Person ' || id`.execute(tx);
    await sql`update tenancies set address = 'Planted Lane ' || id, contact = '071 555 72' || (10 + id)`.execute(tx);
    await sql`update invoices set tenant_address = 'Planted Lane', tenant_contact = '071 555 7200'`.execute(tx);
  });
  const alert = { channel: 'push', kind: 'daily', language: 'en', products: [Number(carrot)] };
  for (const name of ['planted-reader', 'other-reader']) {
    const payload = { ...BROWSER, ...alert, address: `https://fcm.googleapis.com/fcm/send/${name}` };
    await app.send({ method: 'POST', url: '/api/alerts', payload });
  }
  for (let at = 0; at < 40; at += 1) {
    const vehicleType = firstVehicleTypes[at % 2]?.name;
    const payload = { vehicleNumber: `WP KLM-${2000 + at}`, vehicleType, ticketPrice: 100 };
    await app.as('tiketing', { method: 'POST', url: '/api/vehicle-tickets', payload });
  }
}

async function listPrivateTexts({ app }: ExampleMarket): Promise<Set<string>> {
  const db = app.database.owner;
  const texts = new Set<string>();
  for (const { name: table, columns } of await db.introspection.getTables()) {
    for (const { name, dataType } of columns) {
      const column = `${table}.${name}`;
      if (dataType.toLowerCase() !== 'text' || WORDS.test(column)) continue;
      if (PUBLIC_TABLES.test(table) && !/_by$|_actioned$/.test(name)) continue;
      const { rows } = await sql<{ text: string | null }>`
        select distinct ${sql.ref(name)} as text from ${sql.table(table)}`.execute(db);
      for (const { text } of rows) if (text !== null && !/^\d{4}-\d\d(?:-|$)/.test(text)) texts.add(text.toLowerCase());
    }
  }
  // Stall numbers are on the public plan.
  for (const { shop_id } of await app.database.reader.selectFrom('shops').select('shop_id').execute())
    texts.delete(shop_id.toLowerCase());
  // The tenant of the example agreed to be named.
  for (const { trade_name } of await app.database.reader.selectFrom('directory_entries').select('trade_name').execute())
    texts.delete(trade_name.toLowerCase());
  return new Set([...texts].filter((text) => text.length >= SHORTEST));
}

function questionOf(name: string, asked: object): InjectOptions & { url: string } {
  const accept = 'application/json, text/event-stream';
  const payload = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: asked } };
  return { method: 'POST', url: MCP_PATH, headers: { accept, 'mcp-protocol-version': '2025-06-18' }, payload };
}

async function listAddresses({ app, carrot }: ExampleMarket): Promise<string[]> {
  const { body } = await app.send({ url: '/sitemap.xml' });
  const listed = [...body.matchAll(new RegExp(`<loc>${SITE}([^<]*)</loc>`, 'g'))].map(([, path = '']) => path);
  const [date] = listed.join(' ').match(/\d{4}-\d\d-\d\d/) ?? [];
  const hidden = [...HIDDEN_PAGES, `/print/prices/${date}`];
  const pages = ['', '/si', '/ta'].flatMap((start) => hidden.map((path) => start + path));
  const shared = ['en', 'si', 'ta'].flatMap((language) => [
    `/share/${language}/${date}.png`,
    `/share/${language}/product/${carrot}.png`,
    `/share/${language}/${date}/1.png`,
    `/price-list/${language}/${date}.pdf`,
  ]);
  return [...FILES, ...new Set([...listed, ...pages]), ...shared, `/p/${carrot}`, `/d/${date}`];
}

const statusOf = (address: string) => (/^\/[pd]\//.test(address) ? 302 : address.endsWith('/nowhere') ? 404 : 200);

test('no public answer contains a person, an account, a vehicle, a tenancy, a payment or an entry of the log', {
  tags: ['slow'],
}, async () => {
  const market = await openMarket({ PUBLIC_URL: SITE }, serveDevelopmentWeb);
  await plantPersons(market);
  const secrets = await listPrivateTexts(market);
  for (const known of [
    'superadmin@example.com',
    'nimal perera',
    'nimal@example.com',
    'wp klm-2007',
    'planted person 1',
    'https://fcm.googleapis.com/fcm/send/planted-reader',
  ])
    expect([...secrets]).toContain(known);
  const open = listCalls().filter(({ entry }) => entry.permission === 'public' && entry.method === 'GET');
  const requests = [
    ...open.map(({ name, entry }) => requestOf(entry, exampleOf(name, market))),
    ...(await listAddresses(market)).map((url) => ({ method: 'GET' as const, url })),
    ...Object.entries(QUESTIONS).map(([name, asked]) => questionOf(name, asked)),
  ];
  const found: string[] = [];
  for (const request of requests) {
    const { statusCode, body, headers } = await market.app.send(request);
    expect(statusCode, request.url).toBe(statusOf(request.url));
    if (request.url === MCP_PATH) expect(body).toContain('structuredContent');
    const answer = `${body} ${JSON.stringify(headers)}`.toLowerCase();
    const bare = answer.replaceAll(/[\s-]/g, '');
    for (const text of secrets)
      if (answer.includes(text) || bare.includes(text.replaceAll(/[\s-]/g, ''))) found.push(`${request.url}: ${text}`);
  }
  expect(found).toEqual([]);
  expect(requests.length).toBeGreaterThan(100);
  const { days } = (await market.app.send({ url: '/api/v1/arrivals' })).json();
  expect(days[0].total).toBeGreaterThanOrEqual(40);
});
