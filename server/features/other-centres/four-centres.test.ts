/** @module-tag postgres */
import { expect, test } from 'vitest';
import { addDays, instantOf } from '#billing/calendar.ts';
import { marketDays } from '#contract/market-days.ts';
import { otherCentres } from '#contract/other-centres.ts';
import { prices } from '#contract/prices.ts';
import { products } from '#contract/products.ts';
import { TEST_DAY, YESTERDAY } from '../../testing/app-context.ts';
import { packageOf } from '../../testing/centre-examples.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';
import { openPeerMarket, passOn, startPeer } from '../../testing/peer-market.ts';
import { scheduleContextOf } from '../../testing/schedule.ts';
import { readDueCentres } from './run-readings.ts';

const MINUTE_MS = 60_000;
const LIMITS = { answerMs: 400, mostBytes: 512 * 1024 };
const superadmin = { role: 'superadmin' } as const;
const KEY_A = 'aaaaaaaa-0000-4000-8000-000000000001';
const KEY_B = 'bbbbbbbb-0000-4000-8000-000000000002';
const KEY_C = 'cccccccc-0000-4000-8000-000000000003';
const KEY_D = 'dddddddd-0000-4000-8000-000000000004';

const openReader = () => openTestOffice({ LOOPBACK_CENTRES: 'localhost' });

async function readAll({ app }: TestOffice): Promise<void> {
  await readDueCentres({ ...scheduleContextOf({ app }, { LOOPBACK_CENTRES: 'localhost' }), limits: LIMITS });
}

async function addProduct({ ask }: TestOffice, name: string, code: string): Promise<number> {
  const body = { name, name_si: '', name_ta: '', code, type: 'vegetable' as const };
  return (await ask(products.add, { role: 'editor', body })).productId;
}

async function publish({ ask }: TestOffice, rows: [product: number, date: string, min: number, max: number][]) {
  const body = rows.map(([product_id, date, min_price, max_price]) => ({ product_id, date, min_price, max_price }));
  await ask(prices.updateMultiple, { role: 'editor', body });
}

async function add({ ask }: TestOffice, address: string, distance_km: number | null = null): Promise<number> {
  return (await ask(otherCentres.add, { ...superadmin, body: { address, distance_km } })).centre.centre_id;
}

async function unionOf({ app }: TestOffice, date: string): Promise<string[]> {
  const answer = await app.send({ url: `/api/v1/centres/prices?date=${date}` });
  const rows = answer.json<{ centre: string; code: string; min_price: number; max_price: number }[]>();
  return rows.map((row) => `${row.centre} ${row.code} ${row.min_price} ${row.max_price}`);
}

const listed = ({ ask }: TestOffice) => ask(otherCentres.list, superadmin);

test('a reader of four centres has what each has now, its own age and its own fault, and no doubles after a move', {
  tags: ['slow'],
}, async () => {
  const reader = await openReader();
  const own = await addProduct(reader, 'Carrot', 'CAR');
  await publish(reader, [[own, TEST_DAY, 100, 120]]);
  const { office: first, peer: a } = await openPeerMarket(KEY_A);
  const theirs = await addProduct(first, 'Carrot', 'C-1');
  await publish(first, [
    [theirs, YESTERDAY, 80, 90],
    [theirs, TEST_DAY, 110, 150],
  ]);
  const { office: second, peer: b } = await openPeerMarket(KEY_B);
  const carrotThere = await addProduct(second, 'Carrot', 'C-2');
  await publish(second, [[carrotThere, YESTERDAY, 70, 75]]);
  const poya = { kind: 'poya' as const, reason: 'Poya', reason_si: 'පෝය', reason_ta: '' };
  await second.ask(marketDays.save, { role: 'editor', params: { date: TEST_DAY }, body: poya });
  const silent = await startPeer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(packageOf(KEY_C, 'Silent')));
  });
  const flooding = await startPeer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(packageOf(KEY_D, 'Flood')));
  });
  const idA = await add(reader, a.address, 80);
  const idB = await add(reader, b.address);
  const idC = await add(reader, silent.address);
  const idD = await add(reader, flooding.address);
  let sent = 0;
  silent.answerWith(() => undefined);
  flooding.answerWith((_, response) => {
    const row = `{"code":"CAR","name":"${'x'.repeat(90)}"},`;
    response.writeHead(200, { 'content-type': 'application/json' }).write('[');
    const more = () => {
      for (let goesOn = true; goesOn && sent < 10_000_000 && !response.destroyed; sent += 1)
        goesOn = response.write(row);
    };
    response.on('drain', more);
    more();
  });
  await readAll(reader);

  expect(await unionOf(reader, YESTERDAY)).toEqual([
    'Pola Economic Centre CAR 80 90',
    'Pola Economic Centre CAR 70 75',
  ]);
  expect(await unionOf(reader, TEST_DAY)).toEqual([
    'Pola Economic Centre CAR 100 120',
    'Pola Economic Centre CAR 110 150',
  ]);
  const states = new Map((await listed(reader)).map((one) => [one.centre_id, one]));
  expect(states.get(idA)).toMatchObject({ fault: null, newest_day: TEST_DAY, prices: 2, distance_km: 80 });
  expect(states.get(idB)).toMatchObject({ fault: null, newest_day: YESTERDAY, prices: 1 });
  expect(states.get(idC)?.fault).toMatch(/did not answer in time/);
  expect(states.get(idC)).toMatchObject({ answered_at: null, newest_day: null, prices: 0 });
  expect(states.get(idD)?.fault).toMatch(/sent more than a market can have/);
  expect(sent).toBeLessThan(200_000);
  const open = (await reader.app.send({ url: '/api/v1/centres' })).json<{ key: string; today: object | null }[]>();
  expect(open.find(({ key }) => key === KEY_B)?.today).toEqual({ date: TEST_DAY, state: 'closed', reason: 'Poya' });

  // Yesterday is corrected there, and here at the next reading. A list that is withdrawn there goes here too.
  first.app.clock.advance(MINUTE_MS);
  await publish(first, [[theirs, YESTERDAY, 82, 95]]);
  await first.ask(prices.withdraw, { role: 'editor', params: { date: TEST_DAY }, body: { reason: 'Wrong day' } });
  flooding.answerWith((_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end());
  await reader.ask(otherCentres.readNow, { ...superadmin, params: { id: String(idA) } });
  await reader.ask(otherCentres.readNow, { ...superadmin, params: { id: String(idD) } });
  await expect.poll(async () => (await first.app.send({ url: '/api/v1/corrections' })).json()).toHaveLength(2);
  reader.app.clock.advance(MINUTE_MS);
  await readAll(reader);
  await expect.poll(() => unionOf(reader, YESTERDAY)).toContain('Pola Economic Centre CAR 82 95');
  expect(await unionOf(reader, TEST_DAY)).toEqual(['Pola Economic Centre CAR 100 120']);
  const after = new Map((await listed(reader)).map((one) => [one.centre_id, one]));
  expect(after.get(idA)).toMatchObject({ newest_day: YESTERDAY, prices: 1 });
  expect(after.get(idD)?.fault).toMatch(/sent the reader to another address/);

  // The first centre moves and is entered anew, and the second is entered twice.
  const moved = await startPeer(passOn(first.app));
  expect(await add(reader, moved.address)).toBe(idA);
  expect(await add(reader, b.address)).toBe(idB);
  reader.app.clock.advance(MINUTE_MS);
  await readAll(reader);
  expect(await listed(reader)).toHaveLength(4);
  await expect
    .poll(() => unionOf(reader, YESTERDAY))
    .toEqual(['Pola Economic Centre CAR 82 95', 'Pola Economic Centre CAR 70 75']);
  expect(moved.asked.length).toBeGreaterThan(0);
  expect((await listed(reader)).find(({ centre_id }) => centre_id === idA)).toMatchObject({
    address: moved.address,
    distance_km: 80,
  });
});

test('every row of the union has its source and licence, those of this market too', async () => {
  const reader = await openReader();
  const { office, peer } = await openPeerMarket(KEY_A);
  await publish(office, [[await addProduct(office, 'Leeks', 'L'), TEST_DAY, 50, 60]]);
  await publish(reader, [[await addProduct(reader, 'Leeks', 'LEE'), TEST_DAY, 40, 45]]);
  await add(reader, peer.address);
  await readAll(reader);
  const rows = (await reader.app.send({ url: '/api/v1/centres/prices' })).json<
    { source: string; licence: unknown }[]
  >();
  expect(rows).toHaveLength(2);
  expect(rows.map((row) => 'source' in row && 'licence' in row)).toEqual([true, true]);
  expect(rows[1]?.source).toBe(peer.address);
});

test('an address at which another market answers is named, and keeps the figures of the one that was there', async () => {
  const reader = await openReader();
  const { office, peer } = await openPeerMarket(KEY_A);
  await publish(office, [[await addProduct(office, 'Leeks', 'L'), TEST_DAY, 50, 60]]);
  await add(reader, peer.address);
  await readAll(reader);
  await office.app.database.write((tx) => tx.updateTable('market_keys').set({ market_key: KEY_B }).execute());
  peer.answerWith((request, response) => {
    if (request.url !== '/api/v1/datapackage.json') return passOn(office.app)(request, response);
    response.end(JSON.stringify(packageOf(KEY_B, 'Another')));
  });
  reader.app.clock.advance(60 * MINUTE_MS);
  await readAll(reader);
  const [centre] = await listed(reader);
  expect(centre?.fault).toMatch(/Another market answers/);
  expect(centre?.prices).toBe(1);
});

test('a removed centre leaves no figure, and added again it is read from the beginning', async () => {
  const reader = await openReader();
  const { office, peer } = await openPeerMarket(KEY_A);
  await publish(office, [[await addProduct(office, 'Leeks', 'L'), TEST_DAY, 50, 60]]);
  const id = await add(reader, peer.address);
  await readAll(reader);
  expect((await listed(reader))[0]?.prices).toBe(1);
  await reader.ask(otherCentres.remove, { ...superadmin, params: { id: String(id) } });
  for (const table of ['other_centres', 'other_products', 'other_prices', 'other_days'] as const)
    expect(await reader.app.database.reader.selectFrom(table).selectAll().execute()).toEqual([]);
  await add(reader, peer.address);
  reader.app.clock.advance(MINUTE_MS);
  await readAll(reader);
  expect((await listed(reader))[0]?.prices).toBe(1);
});

test('a centre without changes is asked with its ETags, and its figures and the version of the page stay', async () => {
  const reader = await openReader();
  const { office, peer } = await openPeerMarket(KEY_A);
  await publish(office, [[await addProduct(office, 'Leeks', 'L'), TEST_DAY, 50, 60]]);
  await add(reader, peer.address);
  await readAll(reader);
  const version = () => reader.app.database.reader.selectFrom('data_version').select('version').execute();
  const before = await version();
  peer.asked.length = 0;
  reader.app.clock.advance(60 * MINUTE_MS);
  await readAll(reader);
  expect(peer.asked.filter((path) => path.startsWith('/api/v1/prices'))).toEqual([]);
  expect(await version()).toEqual(before);
  expect((await listed(reader))[0]?.answered_at).toBe(reader.app.clock.now());
});

test('an unmapped product is listed and mapped by a person, whose word stays at later readings', async () => {
  const reader = await openReader();
  const own = await addProduct(reader, 'Nelum', 'NEL');
  const { office, peer } = await openPeerMarket(KEY_A);
  await publish(office, [[await addProduct(office, 'Lotus roots', 'LOT'), TEST_DAY, 50, 60]]);
  const id = String(await add(reader, peer.address));
  await readAll(reader);
  const [product] = (await reader.ask(otherCentres.products, { ...superadmin, params: { id } })).products;
  expect(product).toMatchObject({ name: 'Lotus roots', product_id: null, mapped_by: 'none' });
  expect(await unionOf(reader, TEST_DAY)).toEqual([]);
  const params = { id, product: String(product?.other_product_id) };
  await reader.ask(otherCentres.map, { ...superadmin, params, body: { product_id: own } });
  reader.app.clock.set(instantOf(Date.parse(reader.app.clock.now()) + 60 * MINUTE_MS));
  await readAll(reader);
  await expect.poll(() => unionOf(reader, TEST_DAY)).toEqual(['Pola Economic Centre NEL 50 60']);
});

test('the history of a year arrives newest first in several readings', { tags: ['slow'] }, async () => {
  const reader = await openReader();
  const { office, peer } = await openPeerMarket(KEY_A);
  const leeks = await addProduct(office, 'Leeks', 'L');
  const days = 50;
  for (let ago = 0; ago < days; ago += 1) await publish(office, [[leeks, addDays(TEST_DAY, -ago), 50, 60]]);
  await add(reader, peer.address);
  await readAll(reader);
  const [centre] = await listed(reader);
  expect(centre?.newest_day).toBe(TEST_DAY);
  expect(centre?.days_to_read).toBe(days - 40);
  reader.app.clock.advance(MINUTE_MS);
  await readAll(reader);
  expect((await listed(reader))[0]).toMatchObject({ days_to_read: 0, prices: days });
});
