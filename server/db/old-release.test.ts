/** @module-tag postgres */
import { promises as fs, readdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import { expect, onTestFinished, test } from 'vitest';
import { verifyLedgers } from '../features/ledger/verify-ledgers.ts';
import { makeEmptyDatabase, type TestDatabase } from '../testing/database.ts';
import { startProgram } from '../testing/process.ts';
import type { Database } from './connect.ts';
import { migrate } from './migrate.ts';

const migrationFolder = path.join(import.meta.dirname, 'migrations');
const releases = readdirSync(migrationFolder)
  .map((file) => path.basename(file, '.ts'))
  .sort((a, b) => a.localeCompare(b));
const AT = '2026-01-05T03:00:00.000Z';

async function openOld(last: string): Promise<TestDatabase> {
  const made = await makeEmptyDatabase();
  onTestFinished(() => made.remove());
  const { owner } = made.database;
  const provider = new FileMigrationProvider({ fs, path, migrationFolder });
  const { error } = await owner.transaction().execute((db) => new Migrator({ db, provider }).migrateTo(last));
  expect(error).toBeUndefined();
  await sql`insert into accounts (username, email, role, password_hash, must_change_password, created_at, updated_at)
    values ('Nimal', 'nimal@example.com', 'editor', 'x', 0, ${AT}, ${AT})`.execute(owner);
  await sql`insert into products (code, name, name_si, name_ta, type, unit, description, aliases, list_order, created_at, updated_at)
    values ('CAR', 'Carrot', '', '', 'vegetable', 'kg', '', '[]', 10, ${AT}, ${AT})`.execute(owner);
  await sql`insert into prices (product_id, date, min_cents, max_cents, created_at, updated_at)
    values (1, '2026-01-05', 12000, 15000, ${AT}, ${AT})`.execute(owner);
  return made;
}

async function expectKept({ reader }: Database): Promise<void> {
  expect(await reader.selectFrom('accounts').selectAll().execute()).toMatchObject([{ email: 'nimal@example.com' }]);
  expect(await reader.selectFrom('products').selectAll().execute()).toMatchObject([{ code: 'CAR', name: 'Carrot' }]);
  expect(await reader.selectFrom('prices').selectAll().execute()).toMatchObject([
    { product_id: 1, date: '2026-01-05', min_cents: 12_000, max_cents: 15_000, created_at: AT },
  ]);
}

async function tablesIn({ owner }: Database): Promise<string[]> {
  return (await owner.introspection.getTables()).map(({ name }) => name).sort((a, b) => a.localeCompare(b));
}

test.each(releases.slice(0, -1))(
  'a database of the release that ended with %s is migrated, and its rows remain',
  async (last) => {
    const { database } = await openOld(last);
    expect(await migrate(database)).toEqual(releases.slice(releases.indexOf(last) + 1));
    await expectKept(database);
    expect((await verifyLedgers(database)).differences).toEqual([]);
    expect(await migrate(database)).toEqual([]);
  },
);

test('a start that is killed before the last migration leaves the old database unchanged, and the next start succeeds', {
  tags: ['slow'],
}, async () => {
  const made = await openOld(releases[0] ?? '');
  const { database, dataDir, databaseUrl } = made;
  const before = await tablesIn(database);
  const starter = startProgram(`
    import { connect } from '#server/db/connect.ts';
    import { Migrator, FileMigrationProvider } from 'kysely/migration';
    import { promises as fs } from 'node:fs';
    import path from 'node:path';
    const files = new FileMigrationProvider({ fs, path, migrationFolder: ${JSON.stringify(migrationFolder)} });
    const stuck = { up: () => new Promise(() => { console.log('nearly done'); setInterval(() => {}, 1000); }) };
    const provider = { getMigrations: async () => ({ ...(await files.getMigrations()), '9999-stuck': stuck }) };
    const database = connect(${JSON.stringify({ dataDir, databaseUrl })});
    await database.owner.transaction().execute((db) => new Migrator({ db, provider }).migrateToLatest());
  `);
  await starter.says(/nearly done/);
  starter.kill('SIGKILL');
  expect(await starter.ended).toBe('SIGKILL');
  expect(await tablesIn(database)).toEqual(before);
  await expectKept(database);
  expect(await migrate(database)).toEqual(releases.slice(1));
  await expectKept(database);
});
