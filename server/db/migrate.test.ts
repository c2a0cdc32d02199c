/** @module-tag postgres-quick */
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { startOfDay } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { beginSealing } from '../features/ledger/begin-sealing.ts';
import { verifyMarket } from '../features/ledger/verify-market.ts';
import { TEST_DAY } from '../testing/app-context.ts';
import { makeEmptyDatabase, type TestDatabase } from '../testing/database.ts';
import { describeSchema } from '../testing/describe-schema.ts';
import { type Running, startProgram } from '../testing/process.ts';
import { everyMigration } from './every-migration.ts';
import { migrate } from './migrate.ts';
import { schemaTypes } from './schema-types.ts';
import type { Tables } from './tables/tables.ts';

const everyName = Object.keys(everyMigration);

/** A migration that adds a column, and copies existing data into a new table. */
async function addStalls(db: Kysely<never>): Promise<void> {
  const { integer, text } = schemaTypes(db);
  await db.schema
    .alterTable('shops')
    .addColumn('stalls', integer, (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.createTable('stall_notes').addColumn('note', text).execute();
  await sql`insert into stall_notes (note) select 'of version ' || version from data_version`.execute(db);
}

const withNext = { ...everyMigration, '9999-stalls': { up: addStalls } };

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
  expect(await migrate(database)).toEqual(everyName);
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

test('a query that ran before a migration has the new columns after it, on every connection', async () => {
  const { database } = await openEmpty();
  await migrate(database);
  for (const db of [database.owner, database.reader]) await db.selectFrom('data_version').selectAll().execute();
  await sql`alter table data_version rename column version to edition`.execute(database.owner);
  expect(await database.owner.selectFrom('data_version').selectAll().execute()).toEqual([{ id: 1, edition: 1 }]);
  await sql`alter table data_version add column note text`.execute(database.owner);
  for (const db of [database.owner, database.reader])
    expect(await db.selectFrom('data_version').selectAll().execute()).toEqual([{ id: 1, edition: 1, note: null }]);
});

test('a start that fails during the migrations leaves the database unchanged', async () => {
  const { database } = await openEmpty();
  await database.owner.schema.createTable('prices').addColumn('of_another_program', 'text').execute();
  await expect(migrate(database)).rejects.toThrow(/prices/);
  const left = await tablesOf(database.owner);
  expect(left.filter((name) => !name.startsWith('kysely_'))).toEqual(['prices']);
  await database.owner.schema.dropTable('prices').execute();
  expect(await migrate(database)).toEqual(everyName);
});

test('a database of an earlier version gets the migration that it lacks once, and keeps its rows', async () => {
  const { database } = await openEmpty();
  await migrate(database);
  await database.write((tx) => tx.updateTable('data_version').set({ version: 42 }).execute());
  expect(await migrate(database, withNext)).toEqual(['9999-stalls']);
  const notes = () => sql<{ note: string }>`select note from stall_notes`.execute(database.reader);
  expect((await notes()).rows).toEqual([{ note: 'of version 42' }]);
  expect(await migrate(database, withNext)).toEqual([]);
  expect((await notes()).rows).toEqual([{ note: 'of version 42' }]);
});

/**
 * Fills the database in another process, because a server seals only rows of its own schema and this schema is older.
 */
async function fillAsEarlierRelease({ dataDir, databaseUrl }: TestDatabase): Promise<void> {
  const filler = startProgram(`
    import { connect } from '#server/db/connect.ts';
    import { payAsBeforeSessions } from '#server/testing/earlier-release.ts';
    const database = connect(${JSON.stringify({ dataDir, databaseUrl })});
    await payAsBeforeSessions(database);
    await database.close();
    process.exit(0);
  `);
  expect(await filler.ended).toBe(0);
}

const CONTEXT = { actor: 'start', now: startOfDay(TEST_DAY), requestId: 'start' };
const LATER = [
  '0004-cash-sessions',
  '0005-cleared-cheques',
  '0006-previous-system',
  '0007-accounts-of-entries',
  '0008-copies-elsewhere',
  '0009-machine-of-copies',
  '0011-price-changes-by-day',
  '0013-kept-cash',
  '0014-confirmation-starts',
  '0015-shift-sums',
  '0016-by-day',
  '0017-tenants',
  '0018-deposited-cheques',
  '0019-noted-numbers',
  '0020-counting-starts',
  '0021-received-deposits',
  '0022-gate-handovers',
  '0023-undone-handovers',
  '0024-handovers-into-drawers',
  '0025-counted-cheques',
  '0026-shift-closers',
  '0027-tenancies-of-entries',
  '0028-last-numbers',
  '0029-floats',
  '0030-bank-accounts',
  '0031-program-tokens',
  '0032-tenant-pages',
  '0033-printed-copies',
  '0034-other-centres',
  '0035-payment-claims',
  '0036-rent-messages',
  '0037-closings',
  '0038-plan',
  '0040-directory',
  '0041-walks',
  '0042-passes',
  '0045-closed-months',
];

test('a market of the release before cash sessions gets the schema of a new one, and its payments stay and are sealed', {
  tags: ['slow'],
}, async () => {
  const made = await openEmpty();
  await fillAsEarlierRelease(made);
  const { database } = made;
  const entries = database.reader.selectFrom('ledger_entries').selectAll();
  const [before] = await entries.execute();
  expect(before).toMatchObject({ cents: 70_000, cheque_number: '004512' });
  expect(before).not.toHaveProperty('session_id');
  expect(await migrate(database)).toEqual(LATER);
  expect(await beginSealing(database, CONTEXT)).toEqual([]);
  const added = { session_id: null, void_session_id: null, opening: null, recorded_by_id: 1, voided_by_id: null };
  expect(await entries.execute()).toEqual([
    { ...before, ...added, saved_fine_cents: null, counts_from: null, counted_at: null },
  ]);
  expect((await verifyMarket(database)).differences).toEqual([]);
  const { database: fresh } = await openEmpty();
  await migrate(fresh);
  expect(await describeSchema(database)).toEqual(await describeSchema(fresh));
});

test('a payment that was changed behind the server before the migration is not sealed after it', {
  tags: ['slow'],
}, async () => {
  const made = await openEmpty();
  await fillAsEarlierRelease(made);
  const { database } = made;
  await sql`update ledger_entries set note = 'changed'`.execute(database.owner);
  expect(await migrate(database)).toEqual(LATER);
  expect(await beginSealing(database, CONTEXT)).toEqual([
    'A-1: rows of ledger_entries were changed directly in the database',
  ]);
});

test('the database allows one open session for an account, and closes none without its figures', async () => {
  const { database } = await openEmpty();
  await migrate(database);
  const session = { account_id: 7, opened_by: 'kamala@example.com', opened_at: CONTEXT.now, pieces: '[]', reason: '' };
  const add = (more: object) =>
    database.owner
      .insertInto('cash_sessions')
      .values({ ...session, float_cents: cents(0), ...more })
      .execute();
  await add({});
  await expect(add({})).rejects.toThrow(/unique/i);
  await add({ account_id: 8 });
  await expect(add({ account_id: 9, float_cents: cents(-1) })).rejects.toThrow(/check/i);
  await expect(add({ account_id: 9, closed_at: CONTEXT.now, closed_by: 'x' })).rejects.toThrow(/check/i);
});

test('a database of a newer version is refused with both versions and two ways out, and stays as it is', async () => {
  const { database } = await openEmpty();
  await migrate(database, withNext);
  const tables = await tablesOf(database.owner);
  await expect(migrate(database)).rejects.toThrow(
    `the database was written by a newer version of Pola (schema 9999-stalls) than ${packageFile.version} (schema ${everyName.at(-1)}), which is this one. Start the newer one again; or restore the copy that was made before the update, with this one, into an empty database (npm run restore -- FILE)`,
  );
  expect(await tablesOf(database.owner)).toEqual(tables);
});

test('a start that is killed during its last migration leaves the old database, and the next start succeeds', {
  tags: ['slow'],
}, async () => {
  const { database, dataDir, databaseUrl } = await openEmpty();
  await migrate(database);
  const before = await tablesOf(database.owner);
  const starter = startProgram(`
    import { connect } from '#server/db/connect.ts';
    import { everyMigration } from '#server/db/every-migration.ts';
    import { migrate } from '#server/db/migrate.ts';
    const stuck = async (db) => {
      await db.schema.createTable('half_done').addColumn('id', 'integer').execute();
      console.log('nearly done');
      await new Promise(() => setInterval(() => {}, 1000));
    };
    const database = connect(${JSON.stringify({ dataDir, databaseUrl })});
    await migrate(database, { ...everyMigration, '9999-stuck': { up: stuck } });
  `);
  await starter.says(/nearly done/);
  starter.kill('SIGKILL');
  expect(await starter.ended).toBe('SIGKILL');
  expect(await tablesOf(database.owner)).toEqual(before);
  expect(await migrate(database, withNext)).toEqual(['9999-stalls']);
});

test('two servers that start together on an empty database both work, and one of them migrates', {
  tags: ['slow'],
}, async () => {
  const made = await openEmpty();
  const starters = [startMigrating(made), startMigrating(made)];
  await Promise.all(starters.map((starter) => starter.says(/ready/)));
  for (const starter of starters) starter.type('go');
  const ran = await Promise.all(starters.map(async (starter) => (await starter.says(/ran (\[.*\])/))[1]));
  expect(await Promise.all(starters.map(({ ended }) => ended))).toEqual([0, 0]);
  const names = ran.map((list) => JSON.parse(list ?? ''));
  expect(names.sort((a, b) => b.length - a.length)).toEqual([everyName, []]);
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
