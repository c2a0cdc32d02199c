/** @module-tag postgres */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { addDays, type Instant, startOfDay } from '#billing/calendar.ts';
import { listMigrations } from '../../db/every-migration.ts';
import { listApplied } from '../../db/migrate.ts';
import { TEST_DAY } from '../../testing/app-context.ts';
import { emptyAddress, openDatabase } from '../../testing/backup.ts';
import { makeEmptyDatabase } from '../../testing/database.ts';
import { placeRelease } from '../../testing/place-release.ts';
import { startProgram } from '../../testing/process.ts';
import { checkBackup } from './check-backup.ts';
import { finishRestored, restoreBackup } from './restore-backup.ts';
import { NoCopyBeforeUpdate, updateDatabase } from './update-database.ts';

const RELEASE = '0.2.0';
const BEFORE = '0024-one-time-passwords';

async function openOld() {
  const address = await emptyAddress();
  await placeRelease(RELEASE, address);
  const database = openDatabase(address);
  const said: string[] = [];
  const update = (at: Instant = startOfDay(TEST_DAY)) =>
    updateDatabase(database, { config: address, clock: { now: () => at }, say: (line) => said.push(line) });
  const folder = path.join(address.dataDir, 'backups/before-update');
  return { address, database, said, update, folder };
}

test('before an update the database is copied, the copy is tried and named, and it restores as it was', {
  tags: ['slow'],
}, async () => {
  const { database, said, update, folder } = await openOld();
  expect((await update()).length).toBeGreaterThan(5);
  const [name = '', ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  expect(said).toEqual([expect.stringContaining(path.join(folder, name))]);
  expect(await listApplied(database.owner)).toEqual(listMigrations());
  const again = await emptyAddress();
  expect((await restoreBackup(again, path.join(folder, name))).rows).toBeGreaterThan(100);
  expect((await listApplied(openDatabase(again).owner)).at(-1)).toBe(BEFORE);
  await finishRestored(again, startOfDay(TEST_DAY));
  expect(await listApplied(openDatabase(again).owner)).toEqual(listMigrations());
});

test('without an update, or for an empty database, no copy is made', { tags: ['slow'] }, async () => {
  const { database, dataDir, databaseUrl, remove } = await makeEmptyDatabase();
  onTestFinished(remove);
  const place = { config: { dataDir, databaseUrl }, clock: { now: () => startOfDay(TEST_DAY) }, say: () => {} };
  expect(await updateDatabase(database, place)).toEqual(listMigrations());
  expect(await updateDatabase(database, place)).toEqual([]);
  expect(readdirSync(dataDir)).not.toContain('backups');
});

test('an older program names the version that wrote the data, and the copy before its update', {
  tags: ['slow'],
}, async () => {
  const { address, database, folder } = await openOld();
  mkdirSync(folder, { recursive: true });
  const copies = [
    'before-9.8.0-pola-2026-10-01-010000-7-0123456789ab.sql.gz',
    'before-9.9.0-pola-2026-11-01-010000-7-0123456789ab.sql.gz',
  ];
  for (const name of copies) writeFileSync(path.join(folder, name), 'x');
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2026-11-01')`.execute(database.owner);
  const fault = await updateDatabase(database, {
    config: address,
    clock: { now: () => startOfDay(TEST_DAY) },
    say: () => {},
  }).catch(String);
  expect(fault).toContain('a newer version of Pola (9.9.0, schema 9999-later)');
  expect(fault).toContain(`(npm run restore -- ${path.join(folder, copies[1] ?? '')})`);
});

test('without a place for the copy nothing is migrated, and the reason is said', { tags: ['slow'] }, async () => {
  const { address, database, update } = await openOld();
  writeFileSync(path.join(address.dataDir, 'backups'), 'a file');
  await expect(update()).rejects.toThrow(NoCopyBeforeUpdate);
  await expect(update()).rejects.toThrow(/Nothing was changed: the program before this one still starts/);
  expect((await listApplied(database.owner)).at(-1)).toBe(BEFORE);
});

test('the five newest copies before updates remain, and what a killed start left is removed', {
  tags: ['slow'],
}, async () => {
  const { folder, update } = await openOld();
  mkdirSync(folder, { recursive: true });
  const days = [6, 5, 4, 3, 2, 1].map((ago) => addDays(TEST_DAY, -ago));
  const old = days.map((day) => `before-0.4.0-pola-${day}-010000-7-0123456789ab.sql.gz`);
  for (const name of [...old, '.copy-17', 'notes.txt']) writeFileSync(path.join(folder, name), 'x');
  await update();
  const names = readdirSync(folder);
  expect(names).toEqual(expect.arrayContaining([...old.slice(2), 'notes.txt']));
  expect(names).not.toContain('.copy-17');
  expect(names).not.toContain(old[1]);
  const [made = ''] = names.filter((name) => name.endsWith('.gz') && !old.includes(name));
  expect((await checkBackup(path.join(folder, made))).rows).toBeGreaterThan(100);
});

test('an update that is killed while it copies leaves the old database', { tags: ['slow'] }, async () => {
  const { address, database } = await openOld();
  const killed = startProgram(`
    import { connect } from '#server/db/connect.ts';
    import { updateDatabase } from '#server/features/backup/update-database.ts';
    const address = ${JSON.stringify(address)};
    const database = connect(address);
    console.log('copying');
    await updateDatabase(database, { config: address, clock: { now: () => '${startOfDay(TEST_DAY)}' }, say: console.log });
  `);
  await killed.says(/copying/);
  killed.kill('SIGKILL');
  expect(await killed.ended).toBe('SIGKILL');
  expect((await listApplied(database.owner)).at(-1)).toBe(BEFORE);
});
