/** @module-tag postgres */
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { addDays, type Day, dayNumber } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import { priceShape, SHAPE_DAYS } from '#contract/price-shape.ts';
import { connect, type Database, type Writer } from '../../db/connect.ts';
import { readDataVersion } from '../../db/data-version.ts';
import { ResponseCache } from '../../http/cache/response-cache.ts';
import { START } from '../../testing/accounts.ts';
import { openTestApp, TEST_DAY, type TestApp, YESTERDAY } from '../../testing/app-context.ts';
import { openServer } from '../../testing/backup.ts';
import type { TestDatabase } from '../../testing/database.ts';
import { listStandings } from '../comparisons/load-comparisons.ts';
import { priceBook } from './load-price-book.ts';
import { type PriceBook, PriceBookWriter } from './price-book.ts';
import { publishPrices } from './publish-prices.ts';
import type { StoredPriceRow } from './queries.ts';

const DAYS = Array.from({ length: 8 }, (_, ago) => addDays(TEST_DAY, -ago * 60));
let frozen: TestDatabase;
let products: number[];
let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
  products = [];
  for (const name of ['Leeks', 'Beans', 'Mango']) {
    const payload = { type: 'vegetable', name };
    const answer = await app.as('admin', { method: 'POST', url: '/api/products', payload });
    products.push(answer.json<{ productId: number }>().productId);
  }
  frozen = await app.freeze();
});
beforeEach(async () => {
  app = await openTestApp({}, frozen);
  return () => app.close();
});
afterAll(() => frozen.discard());

const allRows = (database: Database): Promise<StoredPriceRow[]> =>
  database.reader.selectFrom('prices').selectAll().orderBy('product_id').orderBy('date').execute();

interface Stored {
  prices: StoredPriceRow[];
  changes: Awaited<ReturnType<typeof allChanges>>;
  version: number;
}

const allChanges = (database: Database) => database.reader.selectFrom('price_changes').selectAll().execute();

const copyOf = async (database: Database): Promise<Stored> => ({
  prices: await allRows(database),
  changes: await allChanges(database),
  version: await readDataVersion(database.reader),
});

async function restore(tx: Writer, { prices, changes, version }: Stored): Promise<void> {
  await tx.deleteFrom('price_changes').execute();
  await tx.deleteFrom('prices').execute();
  if (prices.length > 0) await tx.insertInto('prices').values(prices).execute();
  if (changes.length > 0) await tx.insertInto('price_changes').values(changes).execute();
  await tx.updateTable('data_version').set({ version }).execute();
}

test('after each kind of write, also by another server, the public calls show what is stored', {
  tags: ['slow'],
}, async () => {
  const [leeks = 0, beans = 0] = products;
  const address = { dataDir: app.dataDir, databaseUrl: app.databaseUrl };
  const elsewhere = connect(address);
  const other = await openServer(elsewhere, app.clock, { DATA_DIR: app.dataDir });
  onTestFinished(() => elsewhere.close());
  const headers = { authorization: `Bearer ${await app.tokenOf('editor')}` };
  const send = {
    here: (request: InjectOptions) => app.send(request),
    there: (request: InjectOptions) => other.inject(request),
  };
  const line = (product_id: number, date: Day, price: number | null) => ({
    product_id,
    date,
    min_price: price,
    max_price: price,
  });
  const shown = async () => {
    const charts = [];
    for (const id of products) {
      const chart = (await app.send({ url: `/api/prices/product/${id}/chart` })).json<object[]>();
      const series = (await app.send({ url: `/api/prices/product/${id}/series` })).json();
      charts.push({ chart, series });
    }
    return charts;
  };
  const stored = async () => {
    const rows = await allRows(app.database);
    return products.map((id) => {
      const own = rows.filter((row) => row.product_id === id);
      const columns = {
        product_id: id,
        days: own.map((row) => dayNumber(row.date)),
        min_cents: own.map((row) => row.min_cents),
        max_cents: own.map((row) => row.max_cents),
      };
      const points = own.map((row) =>
        expect.objectContaining({ id: row.id, date: row.date, min_price: row.min_cents / 100 }),
      );
      return { chart: points, series: columns };
    });
  };
  const reason = 'Entered on the wrong day';
  const steps = [
    ['update-multiple', [line(leeks, TEST_DAY, 100), line(beans, YESTERDAY, 300)]],
    ['update-multiple', [line(leeks, TEST_DAY, 110)]],
    [`days/${YESTERDAY}/move`, { to: DAYS[2], reason, replace: true }],
    [`days/${TEST_DAY}/withdraw`, { reason }],
    ['update-multiple', [line(leeks, TEST_DAY, 120), line(beans, TEST_DAY, 90)]],
    ['update-multiple', [line(beans, TEST_DAY, null)]],
  ] as const;
  const before: Stored[] = [];
  for (const server of ['here', 'there'] as const)
    for (const [url, payload] of steps) {
      before.push(await copyOf(app.database));
      const request = { method: 'POST', url: `/api/prices/${url}`, payload, headers } as const;
      expect((await send[server](request)).statusCode, url).toBe(200);
      if (server === 'here') expect(await shown(), url).toEqual(await stored());
      else await expect.poll(shown, { interval: 20 }).toEqual(await stored());
    }
  for (const copy of [before[8], before[3]] as Stored[]) {
    await elsewhere.write((tx) => restore(tx, copy));
    await expect.poll(shown, { interval: 20 }).toEqual(await stored());
  }
});

interface Server {
  database: Database;
  book: () => Promise<PriceBook>;
}

/** Returns a server that reads the book at the newest version, as if it had just noticed that version. */
function serverOn(database: Database): Server {
  const responseCache = new ResponseCache();
  const read = priceBook({ database, responseCache });
  return {
    database,
    async book() {
      responseCache.renew(String(await readDataVersion(database.reader)));
      return read();
    },
  };
}

const context = { actor: 'editor@example.lk', now: START, requestId: 'test' };
const cents = (amount: number) => amount as Cents;

type Step =
  | { kind: 'publish'; rows: [product: number, day: number, min: number, more: number][] }
  | { kind: 'withdraw'; day: number }
  | { kind: 'move'; day: number; to: number }
  | { kind: 'restore'; steps: number };

const place = fc.nat(DAYS.length - 1);
const aStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('publish' as const),
      rows: fc.uniqueArray(fc.tuple(fc.nat(2), place, fc.integer({ min: 1, max: 90_000_000 }), fc.nat(9)), {
        selector: ([product, day]) => `${product} ${day}`,
        minLength: 1,
        maxLength: 9,
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), day: place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), day: place, to: place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore' as const), steps: fc.integer({ min: 1, max: 4 }) }) },
);

async function take(database: Database, step: Step, copies: Stored[]): Promise<void> {
  if (step.kind === 'restore') {
    const at = copies.length - 1 - step.steps;
    const copy = copies[at];
    if (!copy) return;
    // Later copies are dropped. Two histories that diverge can reach the same version, and a server could not tell them
    // apart.
    copies.length = at + 1;
    await database.write((tx) => restore(tx, copy));
    return;
  }
  const dayOf = (at: number) => DAYS[at] as Day;
  const listed = (await allRows(database)).filter(({ date }) => step.kind !== 'publish' && date === dayOf(step.day));
  const gone = listed.map((row) => ({ product_id: row.product_id, date: row.date, min_price: null, max_price: null }));
  const rows = {
    publish: () =>
      (step.kind === 'publish' ? step.rows : []).map(([product, day, min, more]) => ({
        product_id: products[product] ?? 0,
        date: dayOf(day),
        min_price: cents(min),
        max_price: cents(min + more),
      })),
    withdraw: () => gone,
    move: () =>
      step.kind !== 'move' || step.to === step.day
        ? []
        : [
            ...gone,
            ...listed.map((row) => ({
              product_id: row.product_id,
              date: dayOf(step.to),
              min_price: row.min_cents,
              max_price: row.max_cents,
            })),
          ],
  }[step.kind]();
  if (rows.length > 0) await database.write((tx) => publishPrices(tx, context, rows));
}

async function expectWhole(server: Server): Promise<void> {
  const rows = await allRows(server.database);
  const book = await server.book();
  expect(book.count).toBe(rows.length);
  const byId = (one: StoredPriceRow, other: StoredPriceRow) => one.id - other.id;
  for (const date of [...DAYS, YESTERDAY]) {
    const list = rows.filter((row) => row.date === date);
    expect(book.listDay(date).toSorted(byId)).toEqual(list.toSorted(byId));
    expect(book.countOn(date)).toBe(list.length);
    const { reader } = server.database;
    const nearest = async (sign: '<' | '>' | '<=', from: Day) => {
      const days = reader.selectFrom('prices').select('date').where('date', sign, from);
      return (await days.orderBy('date', sign === '>' ? 'asc' : 'desc').executeTakeFirst())?.date ?? null;
    };
    expect(book.findDays(date, YESTERDAY)).toEqual({
      itself: list.length > 0 ? date : null,
      previous: await nearest('<', date),
      next: await nearest('>', date),
      latest: await nearest('<=', YESTERDAY),
    });
    for (const product of products) {
      const past = rows.filter((row) => row.product_id === product && row.date < date);
      expect(book.find(product, date)).toEqual(list.find((row) => row.product_id === product));
      expect(book.findLastBefore(product, date)).toEqual(past.at(-1));
    }
    expect(listStandings(book, date).toSorted((one, other) => one.product_id - other.product_id)).toEqual(
      list.flatMap((now) => {
        const first = addDays(date, -365);
        const year = rows.filter((row) => row.product_id === now.product_id && row.date < date && row.date >= first);
        const last = year.at(-1);
        const sum = now.min_cents + now.max_cents;
        return last === undefined
          ? []
          : {
              product_id: now.product_id,
              min_cents: now.min_cents,
              max_cents: now.max_cents,
              since: last.date,
              previous_min_cents: last.min_cents,
              previous_max_cents: last.max_cents,
              days: year.length,
              lower: year.filter((row) => row.min_cents + row.max_cents < sum).length,
              higher: year.filter((row) => row.min_cents + row.max_cents > sum).length,
              shape: priceShape(
                Array.from({ length: SHAPE_DAYS }, (_, at) => {
                  const on = addDays(date, at + 1 - SHAPE_DAYS);
                  const row = rows.find((one) => one.product_id === now.product_id && one.date === on);
                  return row ? row.min_cents + row.max_cents : null;
                }),
              ),
            };
      }),
    );
  }
  const days = await server.database.reader
    .selectFrom('prices')
    .select(({ fn }) => ['date', fn.max('updated_at').as('changed')])
    .groupBy('date')
    .orderBy('date', 'desc')
    .execute();
  expect(book.listNewestDays(TEST_DAY, 3)).toEqual(days.slice(0, 3));
  const span = { first: days.at(-1)?.date ?? null, last: days[0]?.date ?? null };
  expect(book.findSpan()).toEqual(span);
  const years = new Set(days.map(({ date }) => Number(date.slice(0, 4))));
  expect(book.listYears()).toEqual([...years].sort((one, other) => one - other));
}

test('what two servers hold in memory equals plain SQL after any publications, corrections, withdrawals, moves and restores', {
  tags: ['slow'],
}, async () => {
  const elsewhere = connect({ dataDir: app.dataDir, databaseUrl: app.databaseUrl });
  onTestFinished(() => elsewhere.close());
  const nothing = await copyOf(app.database);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.boolean(), fc.boolean(), aStep), { minLength: 1, maxLength: 12 }),
      async (steps) => {
        await app.database.write((tx) => restore(tx, nothing));
        const servers = [serverOn(app.database), serverOn(elsewhere)];
        const copies = [nothing];
        for (const [isElsewhere, isRead, step] of steps) {
          await take(isElsewhere ? elsewhere : app.database, step, copies);
          copies.push(await copyOf(app.database));
          // The first server seldom gets a request, so that it misses several writes in a row. After a restore it
          // always gets one, because a real restore takes longer than the half second between a server's checks.
          const asked = isRead || step.kind === 'restore' ? servers : servers.slice(1);
          for (const server of asked) await expectWhole(server);
        }
        for (const server of servers) await expectWhole(server);
      },
    ),
    { numRuns: 15 },
  );
});

test('a price that was moved away and back while the book was read counts once, with its newest number', async () => {
  const writer = new PriceBookWriter();
  const times = { created_at: START, updated_at: START };
  writer.add([
    { ...times, ids: [1, 2], productIds: [7, 7], days: [20_000, 19_000], minCents: [100, 200], maxCents: [100, 200] },
  ]);
  writer.add([{ ...times, ids: [9], productIds: [7], days: [20_000], minCents: [300], maxCents: [300] }]);
  const book = await writer.finish(async () => {});
  expect(book.count).toBe(2);
  expect([[...book.history(7).days], [...book.history(7).minCents], [...Array.from(book.ids(7))]]).toEqual([
    [19_000, 20_000],
    [200, 300],
    [2, 9],
  ]);
});
