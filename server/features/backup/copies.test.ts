/** @module-tag postgres */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { addDays, type Day, dayOf, instantFrom } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import type { BackupCopy } from '#contract/backup.ts';
import { englishOf } from '#contract/messages/message.ts';
import { migrate } from '../../db/migrate.ts';
import { openTestApp, TEST_DAY, type TestApp } from '../../testing/app-context.ts';
import { emptyAddress, makeFile, openDatabase, sealedAnew, textOf } from '../../testing/backup.ts';
import { makeTestDatabase } from '../../testing/database.ts';
import { describeSchema } from '../../testing/describe-schema.ts';
import { keepOldCopies } from '../../testing/old-copies.ts';
import { restoreMessage } from '../audit/stored-message.ts';
import { beginSealing } from '../ledger/begin-sealing.ts';
import { loadLedgerForUpdate } from '../ledger/load-ledger.ts';
import { verifyLedgers } from '../ledger/verify-ledgers.ts';
import { recordPayment } from '../payments/record-payment.ts';
import { listShops } from '../shops/queries.ts';
import { listTariffs, type TariffRow } from '../tariff/queries.ts';
import { compareSums } from '../tickets/compare-sums.ts';
import { checkBackup } from './check-backup.ts';
import { finishRestored, restoreBackup, verifyCopy } from './restore-backup.ts';
import { storeCopy } from './store-copy.ts';

async function openMarket() {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  const { database, dataDir, databaseUrl, clock } = app;
  const folder = path.join(dataDir, 'backups');
  const keep = (day: Day, keepDays = 30) => {
    const context = { actor: 'schedule', now: clock.now(), requestId: 'daily-copy' };
    return storeCopy({ database, config: { dataDir, databaseUrl }, clock }, context, { day, keepDays });
  };
  return { app, folder, keep };
}

async function listed(app: TestApp, language = 'en'): Promise<BackupCopy[]> {
  const headers = { 'accept-language': language };
  const answer = await app.as('superadmin', { url: '/api/backup/copies', headers });
  return answer.json<BackupCopy[]>();
}

test('the copy of a day is readable only by its owner, verified and listed, and a market can be restored from it', {
  tags: ['slow'],
}, async () => {
  const { app, folder, keep } = await openMarket();
  const now = app.clock.now();
  const text = await textOf(app.database, now);
  const { summary } = await keep(TEST_DAY);

  const [name = ''] = readdirSync(folder);
  const { newest_id, hash } = await app.database.reader.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();
  expect(name).toBe(`pola-${TEST_DAY}-083000-${newest_id}-${hash.slice(0, 12)}.sql.gz`);
  const place = path.join(folder, name);
  const rows = Number(/, (\d+) rows, SHA-256/.exec(text)?.[1]);
  const proof = `Test restore: ${rows} rows, identical to the database.`;
  expect(englishOf(summary)).toBe(`${name}, ${Math.ceil(statSync(place).size / 1024)} kB. ${proof}`);
  expect(readdirSync(folder)).toEqual([name]);
  expect([statSync(folder).mode & 0o777, statSync(place).mode & 0o777]).toEqual([0o700, 0o600]);
  expect(gunzipSync(readFileSync(place)).toString()).toBe(text);
  const told = { name, made_at: now, bytes: statSync(place).size, rows, proven_at: now, proof, is_own: true };
  expect(await listed(app)).toEqual([told]);
  expect(await listed(app, 'si')).toMatchObject([{ proof: expect.stringMatching(/^පිටපත පරීක්ෂා කිරීම: .*සමාන ය\.$/) }]);

  const address = await emptyAddress();
  await restoreBackup(address, place);
  expect(await textOf(openDatabase(address), now)).toBe(text);

  mkdirSync(path.join(folder, '.proof-aaaa'));
  for (const left of ['.proof-aaaa/pola.db.restoring', `.copy-${name}`]) writeFileSync(path.join(folder, left), 'half');
  app.clock.advance(60_000);
  await keep(TEST_DAY);
  const [second] = readdirSync(folder);
  expect(readdirSync(folder)).toHaveLength(1);
  const later = app.clock.now();
  expect(await listed(app)).toMatchObject([{ name: second, made_at: later, proven_at: later, rows: rows + 2 }]);
});

test('copies are stored for the configured number of days, and no other file in the folder is deleted', {
  tags: ['slow'],
}, async () => {
  const { app, folder, keep } = await openMarket();
  const old = await keepOldCopies(
    app,
    Array.from({ length: 12 }, (_, at) => addDays(TEST_DAY, -at - 1)),
  );
  const others = ['pola-2020-01-01.sql.gz.bak', 'my pola-2020-01-01.sql.gz', 'notes.txt'];
  for (const name of others) writeFileSync(path.join(folder, name), 'a copy');
  rmSync(path.join(folder, 'pola-2026-11-10.sql.gz'));
  const { summary } = await keep(TEST_DAY, 7);
  expect(englishOf(summary)).toMatch(/ 3 older backups deleted\.$/);
  const newest = expect.stringContaining(`pola-${TEST_DAY}-`);
  const remaining = old.filter((name) => name !== 'pola-2026-11-10.sql.gz').slice(0, 7);
  const kept = [newest, ...remaining, 'pola-2026-11-08.sql.gz'];
  expect((await listed(app)).map(({ name }) => name)).toEqual(kept);
  expect(readdirSync(folder)).toHaveLength(others.length + kept.length);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining([...others, ...kept]));
});

test('a copy that cannot be restored is reported, and no older copy is deleted because of it', {
  tags: ['slow'],
}, async () => {
  const { app, folder, keep } = await openMarket();
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'pola-2020-01-01.sql.gz'), 'an old copy');
  await breakReference(app);
  const sentence = 'The test restore failed: a row of sessions refers to a missing row of accounts.';
  await expect(keep(TEST_DAY)).rejects.toThrow(`could not be verified. ${sentence}`);
  const [made] = await listed(app);
  expect(made).toMatchObject({ proven_at: null, proof: sentence, bytes: expect.any(Number) });
  expect(existsSync(path.join(folder, 'pola-2020-01-01.sql.gz'))).toBe(true);
});

async function breakReference({ database, clock }: TestApp): Promise<void> {
  const owner = database.owner;
  if (database.engine === 'sqlite') await sql`pragma foreign_keys = off`.execute(owner);
  else await sql`alter table sessions drop constraint sessions_account_id_fkey`.execute(owner);
  const at = clock.now();
  const times = { created_at: at, last_seen_at: at, verified_at: null, ended_at: null };
  await owner
    .insertInto('sessions')
    .values({ id: 'x', account_id: 999, ...times, address: '', agent: '' })
    .execute();
}

test('a copy that restores to different rows is not verified', { tags: ['slow'] }, async () => {
  const { app } = await openMarket();
  const text = await textOf(app.database, app.clock.now());
  const more = `insert into "rate_limits" ("subject", "window_start", "tries") values\n('more', 'never', 1);`;
  const oneMore = (count: string) => `${Number(count) + 1} rows, SHA`;
  for (const [copied, proof] of [
    [text, /^Test restore: [\d,]+ rows, identical to the database\.$/],
    [
      text
        .replace('\ninsert into "accounts"', `\n${more}\ninsert into "accounts"`)
        .replace(/(\d+) rows, SHA/, (_, count: string) => oneMore(count)),
      /^Test restore: [\d,]+ rows, but not identical to the database\.$/,
    ],
  ] as const) {
    const copy = makeFile(sealedAnew(copied));
    const proven = await verifyCopy(copy, await checkBackup(copy), app.clock.now());
    expect(proven.isProven).toBe(copied === text);
    expect(englishOf(restoreMessage(proven.proof))).toMatch(proof);
    expect(readdirSync(path.dirname(copy))).toEqual(['database_backup.sql']);
  }
});

test('a copy that cannot be made is reported, and yesterday’s copy remains', { tags: ['slow'] }, async () => {
  const { app, folder, keep } = await openMarket();
  mkdirSync(folder);
  const yesterdays = `pola-${addDays(TEST_DAY, -1)}.sql.gz`;
  writeFileSync(path.join(folder, yesterdays), 'a copy');
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'later')`.execute(app.database.owner);
  await expect(keep(TEST_DAY, 0)).rejects.toThrow(
    'The backup could not be created: the database has schema 9999-later',
  );
  const failed = { name: `pola-${TEST_DAY}.failed`, bytes: 0, rows: 0, proven_at: null };
  expect(await listed(app)).toMatchObject([failed, { name: yesterdays, is_own: false, rows: null }]);
  expect(readdirSync(folder)).toEqual([yesterdays]);
});

test('the sessions of a restored market have ended', async () => {
  const { app } = await openMarket();
  await app.tokenOf('manager');
  const address = await emptyAddress();
  await restoreBackup(address, makeFile(await textOf(app.database, app.clock.now())));
  await finishRestored(address, app.clock.now());
  const endings = await openDatabase(address).reader.selectFrom('sessions').select('ended_at').execute();
  expect(endings).toEqual([{ ended_at: app.clock.now() }]);
});

/** A backup made by the last development version (migration 0030), with bills, payments, tickets and two tariffs. */
const DEVELOPMENT_BACKUP = path.join(import.meta.dirname, 'backup-0030.sql.gz');

const RESTORED_AT = instantFrom('2027-02-18T04:00:00.000Z');

async function openRestored() {
  const address = await emptyAddress();
  expect(await restoreBackup(address, DEVELOPMENT_BACKUP)).toMatchObject({ rows: 408, tables: 54 });
  await finishRestored(address, RESTORED_AT);
  return openDatabase(address);
}

test('a backup of the last development version is restored with every cent, seal and ticket', async () => {
  const database = await openRestored();
  expect(await migrate(database)).toEqual([]);
  expect(await verifyLedgers(database)).toEqual({
    shops: 7,
    entries: 31,
    auditEntries: 100,
    unproven: 0,
    differences: [],
  });
  // The first start seals the rows of tables that the version of the backup did not seal.
  expect(await beginSealing(database, { actor: 'start', now: RESTORED_AT, requestId: 'start' })).toEqual([]);
  expect(await verifyLedgers(database)).toMatchObject({ auditEntries: 101, unproven: 0, differences: [] });
  expect(await compareSums(database)).toMatchObject({ differences: [] });
  const shops = await listShops(database.reader);
  expect(Object.fromEntries(shops.map((shop) => [shop.shop_id, shop.unpaid_cents + shop.debt_cents]))).toEqual({
    'A-12': 25_300_60,
    'B-7': 0,
    'C-1': 26_629_49,
    'C-2': 484_038_64,
    'F-1': 0,
    'T-1': 33_630_00,
    'T-2': 33_630_00,
  });
  const tariffs = await listTariffs(database.reader);
  const pricesOf = (tariff: TariffRow) => tariff.prices.map(({ name, cents }) => `${name} ${cents / 100}`).join(', ');
  expect(tariffs.map((tariff) => `${tariff.valid_from}: ${pricesOf(tariff)}`)).toEqual([
    '2027-01-01: Lorry 250, Van 120, Three-Wheeler 60, Motorbike 30, Car 60',
    `${TEST_DAY}: Lorry 300, Van 140, Three-Wheeler 70, Motorbike 40, Car 80`,
  ]);
  await database.write(async (tx) => {
    const opened = await loadLedgerForUpdate(tx, 'A-12');
    const context = { actor: 'clerk@market.example', now: RESTORED_AT, requestId: 'payment' };
    const day = dayOf(RESTORED_AT);
    await recordPayment(tx, context, { opened, cents: cents(300_60), day, method: 'Cash', note: '' });
  });
  expect(await verifyLedgers(database)).toMatchObject({ entries: 32, unproven: 0, differences: [] });
});

test('a restored backup of the last development version has the schema of a new market', async () => {
  const restored = await openRestored();
  const { database, remove } = await makeTestDatabase();
  expect(await describeSchema(restored)).toEqual(await describeSchema(database));
  await remove();
});
