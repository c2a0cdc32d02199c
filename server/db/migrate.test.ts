/** @module-tag postgres-quick */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { makeEmptyDatabase, type TestDatabase } from '../testing/database.ts';
import { type Running, startProgram } from '../testing/process.ts';
import { migrate } from './migrate.ts';
import type { Tables } from './tables.ts';

const everyMigration = readdirSync(path.join(import.meta.dirname, 'migrations'))
  .map((file) => path.basename(file, '.ts'))
  .sort((a, b) => a.localeCompare(b));

async function openEmpty(): Promise<TestDatabase> {
  const made = await makeEmptyDatabase();
  onTestFinished(() => made.remove());
  return made;
}

async function tablesOf(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables.map(({ name }) => name).sort((a, b) => a.localeCompare(b));
}

test('the first start creates every table, and the second finds nothing to do', async () => {
  const { database } = await openEmpty();
  expect(await tablesOf(database.owner)).toEqual([]);
  expect(await migrate(database)).toEqual(everyMigration);
  const tables = await tablesOf(database.owner);
  expect(tables).toEqual(expect.arrayContaining(['accounts', 'audit_log', 'prices', 'products', 'sessions']));
  expect(await migrate(database)).toEqual([]);
  expect(await tablesOf(database.owner)).toEqual(tables);
});

test('stored rows remain after the server restarts', async () => {
  const { database } = await openEmpty();
  await migrate(database);
  await database.write((tx) => tx.updateTable('data_version').set({ version: 42 }).execute());
  await migrate(database);
  expect(await database.reader.selectFrom('data_version').select('version').execute()).toEqual([{ version: 42 }]);
});

test('a start that fails during the migrations leaves the database unchanged', async () => {
  const { database } = await openEmpty();
  await database.owner.schema.createTable('prices').addColumn('of_another_program', 'text').execute();
  await expect(migrate(database)).rejects.toThrow(/prices/);
  const left = await tablesOf(database.owner);
  expect(left.filter((name) => !name.startsWith('kysely_'))).toEqual(['prices']);
  await database.owner.schema.dropTable('prices').execute();
  expect(await migrate(database)).toEqual(everyMigration);
});

test('two servers that start together on an empty database both work, and one of them migrates', async () => {
  const made = await openEmpty();
  const starters = [startMigrating(made), startMigrating(made)];
  await Promise.all(starters.map((starter) => starter.says(/ready/)));
  for (const starter of starters) starter.type('go');
  const ran = await Promise.all(starters.map(async (starter) => (await starter.says(/ran (\[.*\])/))[1]));
  expect(await Promise.all(starters.map(({ ended }) => ended))).toEqual([0, 0]);
  const names = ran.map((list) => JSON.parse(list ?? ''));
  expect(names.sort((a, b) => b.length - a.length)).toEqual([everyMigration, []]);
  expect(await migrate(made.database)).toEqual([]);
  const { rows } = await sql<{ version: number }>`select version from data_version`.execute(made.database.reader);
  expect(rows).toEqual([{ version: 1 }]);
});

function startMigrating({ dataDir, databaseUrl }: TestDatabase): Running {
  return startProgram(`
    import { once } from 'node:events';
    import { connect } from '#server/db/connect.ts';
    import { migrate } from '#server/db/migrate.ts';
    const database = connect(${JSON.stringify({ dataDir, databaseUrl })});
    console.log('ready');
    await once(process.stdin, 'data');
    console.log('ran', JSON.stringify(await migrate(database)));
    await database.close();
    process.exit(0);
  `);
}
