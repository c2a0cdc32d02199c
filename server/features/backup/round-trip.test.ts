/** @module-tag postgres */
import type { FastifyInstance } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { addDays, day, instantOf } from '#billing/calendar.ts';
import { listCalls } from '#contract/every-call.ts';
import { ledger } from '#contract/ledger.ts';
import { payments } from '#contract/payments.ts';
import type { Database, DatabaseAddress } from '../../db/connect.ts';
import { migrate } from '../../db/migrate.ts';
import { EXAMPLE_CENTRE, TEST_DAY, TOMORROW } from '../../testing/app-context.ts';
import {
  contentsOf,
  download,
  emptyAddress,
  emptyAddresses,
  makeFile,
  openDatabase,
  openServer,
  textOf,
} from '../../testing/backup.ts';
import { exampleOf, requestOf } from '../../testing/call.ts';
import { FREE_DISK } from '../../testing/comparable-answer.ts';
import { makePeopledDatabase } from '../../testing/database.ts';
import { type ExampleMarket, formOf } from '../../testing/example-market.ts';
import { makeHistory } from '../../testing/history.ts';
import { discardMarket, openMarket } from '../../testing/market.ts';
import { officeAt, type TestOffice } from '../../testing/office.ts';
import { compareSums } from '../tickets/compare-sums.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

afterAll(discardMarket);

const ODD = [
  `Robert'); drop table accounts; --`,
  `It's "closed", said \\ the \\' clerk: ''';`,
  'two lines;\ncommit;\n.quit\n/* /* */ half a comment */ -- */',
  'a line of Windows;\r\nand one\r of nobody \ue000',
  'පොළ හෙට වසා ඇත; சந்தை மூடப்பட்டது 🥕 $1 $$ :name {x}',
].join('\n');

interface Filled {
  market: ExampleMarket;
  office: TestOffice;
}

async function fillMarket(): Promise<Filled> {
  const market = await openMarket();
  const office = officeAt(market.app);
  const publish = async (topic: string) => {
    const form = await formOf({ type: 'news', topic, topic_si: 'පුවත', description: ODD }, picture);
    const answer = await market.app.as('superadmin', { method: 'POST', url: '/api/publications', ...form });
    return String(answer.json<{ publicationId: number }>().publicationId);
  };
  await publish(`Robert'); drop table accounts; --`);
  const gone = await publish('Taken away');
  await market.app.as('superadmin', { method: 'DELETE', url: `/api/publications/${gone}` });
  const shopIds = ['C-1', 'C-2', 'C-3', 'C-4', 'C-5', 'C-6'];
  await makeHistory(office, { seed: 7, shopIds, first: TOMORROW, days: 150, writes: 12 });
  return { market, office };
}

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function restoredAt(address: DatabaseAddress, text: string | Buffer) {
  const told = await restoreBackup(address, makeFile(text));
  const database = openDatabase(address);
  expect(await migrate(database)).toEqual([]);
  return { told, database };
}

const DRAWN_AT = /\(D:\d+Z\)|\/ID \[[^\]]+\]/g;
/** The server on a restored database serves as a superuser. */
const ROLE = /(?<="database_role":)"\w+"/;

async function everyAnswer(send: FastifyInstance['inject'], market: ExampleMarket, token: string) {
  const answers: Record<string, { status: number; bytes: string }> = {};
  for (const { name, entry } of listCalls()) {
    if (entry.method !== 'GET' || entry.writes) continue;
    const headers = { authorization: `Bearer ${token}` };
    const request = requestOf(entry, exampleOf(name, market));
    const url = request.url.replace('format=xlsx', 'format=pdf');
    const answer = await send({ ...request, url, headers });
    const text = answer.rawPayload.toString('latin1').replace(DRAWN_AT, '');
    const bytes = text.replace(FREE_DISK, '0').replace(ROLE, 'null');
    answers[name] = { status: answer.statusCode, bytes };
  }
  return answers;
}

/** Parses a JSON body, because PostgreSQL's JSON has a space after each comma and SQLite's has none. */
function withoutSpaces(answer: { bytes: string } | undefined) {
  return { ...answer, bytes: answer?.bytes.startsWith('{') ? JSON.parse(answer.bytes) : answer?.bytes };
}

test('a backup restored on either engine answers every call as before, its ledgers are clean, and numbers continue', {
  tags: ['slow'],
}, async () => {
  const { market, office } = await fillMarket();
  const { app, weather } = market;
  const now = app.clock.now();
  const token = await office.tokenOf('superadmin');
  const text = await download({ ...app, as: (_, request) => app.send({ ...request, headers: bearer(token) }) });
  const before = await everyAnswer(app.send as FastifyInstance['inject'], market, token);
  expect(Object.keys(before).length).toBeGreaterThan(40);
  const nextPayment = { url: '/api/payments/by-shop/C-1', payload: { amountPaid: 10.5, paymentDate: TEST_DAY } };
  const news = await formOf({ type: 'news', topic: 'After', description: 'After' }, picture);
  const doNext = async (send: FastifyInstance['inject']) => [
    (await send({ method: 'POST', ...nextPayment, headers: bearer(token) })).json(),
    (
      await send({
        method: 'POST',
        url: '/api/publications',
        payload: news.payload,
        headers: { ...news.headers, ...bearer(token) },
      })
    ).json(),
  ];

  const restored = await Promise.all(
    (await emptyAddresses()).map(async (address) => ({ address, ...(await restoredAt(address, text)) })),
  );
  for (const { address, database, told } of restored) {
    const fastify = await openServer(
      database,
      { now: () => now },
      { DATA_DIR: address.dataDir, WEATHER_URL: weather.url, CENTRE_FILE: EXAMPLE_CENTRE },
    );
    const send = fastify.inject.bind(fastify) as FastifyInstance['inject'];
    const after = await everyAnswer(send, market, token);
    const isSameEngine = database.engine === app.database.engine;
    for (const [name, answer] of Object.entries(before)) {
      const [one, other] = [after[name], answer].map((each) => (isSameEngine ? each : withoutSpaces(each)));
      expect([name, one]).toEqual([name, other]);
    }
    expect(after['ledger.verify']?.bytes).toContain('"is_clean":true');
    expect(await compareSums(database)).toMatchObject({ differences: [] });
    expect(contentsOf(await textOf(database, now))).toEqual(contentsOf(text.toString()));
    expect(told).toMatchObject({ made: now, tables: expect.any(Number), rows: expect.any(Number) });
    const images = await send({ url: `/api/publications/${market.notice}`, headers: bearer(token) });
    const { image } = images.json<{ image: string }>();
    const one = await send({ url: image });
    const other = await app.send({ url: image });
    expect(one.statusCode).toBe(200);
    expect(one.rawPayload.equals(other.rawPayload)).toBe(true);
  }
  const ids = await doNext(app.send as FastifyInstance['inject']);
  expect(ids).toMatchObject([{ payment: { payment_id: expect.any(Number) } }, { publicationId: expect.any(Number) }]);
  for (const { address, database } of restored) {
    const fastify = await openServer(database, { now: () => now }, { DATA_DIR: address.dataDir });
    expect(await doNext(fastify.inject.bind(fastify) as FastifyInstance['inject'])).toEqual(ids);
  }
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test('a backup restored on one engine and then on the other is the same', { tags: ['slow'] }, async () => {
  const { market } = await fillMarket();
  const now = market.app.clock.now();
  const first = await textOf(market.app.database, now);
  const addresses = [...(await emptyAddresses()), ...(await emptyAddresses())];
  let last = first;
  for (const address of addresses) {
    const { database } = await restoredAt(address, last);
    last = await textOf(database, now);
    expect(last).toBe(first);
  }
});

test('a backup has the rows of one moment, although payments continue while it is written', {
  tags: ['slow'],
}, async () => {
  const { office, market } = await fillMarket();
  const { database, clock } = market.app;
  const day = addDays(TEST_DAY, 200);
  office.goTo(day);
  const pay = (amountPaid: number) =>
    office.tell(payments.byShop, { params: { shopId: 'C-1' }, body: { amountPaid, paymentDate: day } });
  await pay(1.11);
  const writing = writeBackup(database, clock.now());
  const pieces = [(await writing.next()).value];
  const before = await textOf(database, clock.now());
  for (let piece = await writing.next(); piece.done !== true; piece = await writing.next()) {
    pieces.push(piece.value);
    expect((await pay(2.22)).statusCode).toBe(200);
  }
  expect(withoutCounters(pieces.join(''))).toEqual(withoutCounters(before));
  expect(pieces.length).toBeGreaterThan(20);
});

/**
 * Removes the lines with counters. On PostgreSQL a counter may be ahead of the last row, because numbers are never
 * reused.
 */
const withoutCounters = (text: string) =>
  contentsOf(text).filter((line) => !/sqlite_sequence|setval|drawn_numbers/.test(line));

test('a backup downloaded during payments has clean ledgers', { tags: ['slow'] }, async () => {
  const { office, market } = await fillMarket();
  const { app } = market;
  const day = addDays(TEST_DAY, 200);
  office.goTo(day);
  const token = await office.tokenOf('superadmin');
  const pay = async (shopId: string) => {
    for (let count = 0; count < 8; count += 1) {
      const body = { amountPaid: 1 + count, paymentDate: day };
      expect((await office.tell(payments.byShop, { params: { shopId }, body })).statusCode).toBe(200);
    }
  };
  const [text] = await Promise.all([
    app.send({ url: '/api/backup/backup', headers: bearer(token) }),
    pay('C-1'),
    pay('C-2'),
    pay(market.shop),
  ]);
  for (const address of await emptyAddresses()) {
    const { database } = await restoredAt(address, text.rawPayload);
    const fastify = await openServer(database, app.clock, { DATA_DIR: address.dataDir });
    const verdict = await fastify.inject({ url: ledger.verify.path, headers: bearer(token) });
    expect(verdict.json()).toMatchObject({ differences: [], is_clean: true });
  }
});

/** @module-tag postgres-quick */

const NOW = instantOf(Date.parse('2026-11-20T03:00:00.000Z'));

async function addRate(database: Database, validFrom: string): Promise<number> {
  const rate = { basis_points: 1800, valid_from: day(validFrom), set_by: 'x', set_at: NOW, applied_at: null };
  const { id } = await database.write((tx) =>
    tx.insertInto('vat_rates').values(rate).returning('id').executeTakeFirstOrThrow(),
  );
  return id;
}

test('the next number after a restore follows the last one, although its row was deleted', async () => {
  const { database, remove } = await makePeopledDatabase();
  expect([await addRate(database, '2026-12-01'), await addRate(database, '2026-12-02')]).toEqual([1, 2]);
  await database.write((tx) => tx.deleteFrom('vat_rates').where('id', '=', 2).execute());
  const text = await textOf(database, NOW);
  await remove();
  const address = await emptyAddress();
  await restoreBackup(address, makeFile(text));
  expect(await addRate(openDatabase(address), '2026-12-03')).toBe(3);
});
