/** @module-tag postgres */
import fastify from 'fastify';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Instant } from '#billing/calendar.ts';
import { centreSchema } from '#contract/centre.ts';
import { connect, type Database } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { putSetting } from '../../db/settings.ts';
import { makeTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { watchCacheVersion } from './cache-version.ts';
import { CENTRE, CurrentCentre } from './current-centre.ts';
import { ResponseCache } from './response-cache.ts';

async function openMarket() {
  const made = await makeTestDatabase();
  const bytes = new ResponseCache();
  const clock = {
    time: '2026-11-20T03:00:00.000Z' as Instant,
    now() {
      return this.time;
    },
  };
  const centre = new CurrentCentre(centreSchema.parse({ hotline: '000 000 2999' }));
  const world = { database: made.database, clock, responseCache: bytes, centre };
  const stop = await watchCacheVersion(world, fastify().log);
  onTestFinished(async () => {
    stop();
    await made.remove();
  });
  return { made, database: made.database, bytes, clock, centre };
}

const publish = (database: Database) => database.write(raiseDataVersion);

function openElsewhere(made: TestDatabase): Database {
  const database = connect(made);
  onTestFinished(() => database.close());
  return database;
}

test('a cache version is the stored data version and the day in the market', async () => {
  const { bytes } = await openMarket();
  expect(bytes.version).toBe('1 2026-11-20');
});

test('a person who publishes a price sees the new version before the answer', async () => {
  const { database, bytes } = await openMarket();
  await publish(database);
  expect(bytes.version).toBe('2 2026-11-20');
  await Promise.all(Array.from({ length: 20 }, () => publish(database)));
  expect(bytes.version).toBe('22 2026-11-20');
});

test('writes about other subjects do not change the version', async () => {
  const { database, bytes } = await openMarket();
  await database.write((tx) => sql`update audit_head set hash = 'other'`.execute(tx));
  expect(bytes.version).toBe('1 2026-11-20');
});

test('a price published by another process, and midnight in the market, change the version within moments', async () => {
  const { made, bytes, clock } = await openMarket();
  await publish(openElsewhere(made));
  await expect.poll(() => bytes.version).toBe('2 2026-11-20');
  clock.time = '2026-11-20T18:30:00.000Z' as Instant;
  await expect.poll(() => bytes.version).toBe('2 2026-11-21');
});

test('a committed write is successful, even when the version cannot be read after it', async () => {
  const { database, bytes } = await openMarket();
  await sql`alter table data_version rename to lost`.execute(database.owner);
  const written = database.write(async (tx) => {
    await sql`update audit_head set hash = 'committed'`.execute(tx);
    return 'committed';
  });
  expect(await written).toBe('committed');
  expect(await database.reader.selectFrom('audit_head').select('hash').execute()).toEqual([{ hash: 'committed' }]);
  expect(bytes.version).toBe('1 2026-11-20');
});

test('the facts of the centre change with the version, and never without it', async () => {
  const { made, bytes, centre, clock } = await openMarket();
  const first = centre.contact;
  await publish(made.database);
  expect(centre.contact).toBe(first);
  const facts = { ...centreSchema.parse({}), hotline: '066 000 0001' };
  const value = JSON.stringify({ facts, file: null });
  await openElsewhere(made).write(async (tx) => {
    await putSetting(tx, { name: CENTRE, value, at: clock.now() });
    await raiseDataVersion(tx);
  });
  const seen: string[] = [];
  await expect
    .poll(() => {
      seen.push(`${bytes.version} ${centre.facts.hotline}`);
      return bytes.version;
    })
    .toBe('3 2026-11-20');
  expect(new Set(seen)).toEqual(new Set(['2 2026-11-20 000 000 2999', '3 2026-11-20 066 000 0001']));
});
