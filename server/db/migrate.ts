import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Instant } from '#billing/calendar.ts';
import packageFile from '../../package.json' with { type: 'json' };
import type { Database } from './connect.ts';
import { everyMigration, listMigrations, type Migrations } from './every-migration.ts';
import { earlyMigrations } from './migrations/early/early-migrations.ts';
import { explainRights, openToServingRole } from './open-to-serving-role.ts';
import type { Tables } from './tables/tables.ts';
import { isUniqueViolation, withRetries } from './transaction.ts';

const FIRST_EARLY = '0001-foundation';
const FIRST = '0001-schema';

interface NewerVersion {
  /** The version that wrote the database, if a copy before its update names it. */
  version: string;
  /** The copy that was made before that update. */
  copy: string;
}

/** Thrown when the database has a migration that this version does not know, because a newer one wrote it. */
export class UnknownSchema extends Error {
  readonly schema: string;

  constructor(schema: string, newer?: NewerVersion) {
    const [by, copy] = newer
      ? [`${newer.version}, schema`, `the copy that was made before the update to ${newer.version}`]
      : ['schema', 'the copy that was made before the update'];
    super(
      `the database was written by a newer version of Pola (${by} ${schema}) than ${packageFile.version} (schema ${listMigrations().at(-1)}), which is this one. Start the newer one again; or restore ${copy}, with this one, into an empty database (npm run restore -- ${newer?.copy ?? 'FILE'})`,
    );
    this.schema = schema;
  }
}

export async function isUpToDate({ reader }: Database): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(reader);
  const seen = new Set(rows.map(({ name }) => name));
  return listMigrations().every((name) => seen.has(name));
}

/**
 * Tests whether the database accepts writes. Throws when the disk is full or read-only, or the server is a standby. A row
 * is added and deleted, because SQLite writes nothing for a value that is set to itself.
 */
export function tryWriting(database: Pick<Database, 'writeSession'>, now: Instant): Promise<void> {
  const subject = `test of writing ${process.pid}`;
  return database.writeSession(async (tx) => {
    await tx.insertInto('rate_limits').values({ subject, window_start: now, tries: 0 }).execute();
    await tx.deleteFrom('rate_limits').where('subject', '=', subject).execute();
  });
}

/**
 * Runs missing migrations in one transaction and returns their names. If several processes start at once, one migrates
 * and the others wait. Throws UnknownSchema before any change.
 */
export async function migrate(database: Database, migrations = everyMigration): Promise<string[]> {
  await refuseUnknownSchema(database.owner, migrations);
  const ran = await runIfMissing(database, migrations);
  await openToServingRole(database);
  return ran;
}

async function runIfMissing(database: Database, migrations: Migrations): Promise<string[]> {
  const applied = new Set(await listApplied(database.owner));
  // The transaction needs the right to create tables. A server can also start with a role that has only rows.
  if (Object.keys(migrations).every((name) => applied.has(name))) return [];
  try {
    return await migrateInTransaction(database, migrations);
  } catch (error) {
    // Retries once, because another process may have created Kysely's bookkeeping tables at the same moment.
    if (isCollision(error)) return await migrateInTransaction(database, migrations);
    throw explainRights(error);
  }
}

async function refuseUnknownSchema(db: Kysely<Tables>, migrations: Migrations): Promise<void> {
  const unknown = (await listApplied(db)).findLast((name) => !(name in migrations || name in earlyMigrations));
  if (unknown !== undefined) throw new UnknownSchema(unknown);
}

/** Returns the names of the migrations that the database has run, oldest first; none for an empty database. */
export async function listApplied<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Returns true for the errors that occur when two processes create the same table at once. PostgreSQL refuses the
 * slower process, and then Kysely's next query in its transaction (25P02).
 */
function isCollision(error: unknown): boolean {
  return isUniqueViolation(error) || (error instanceof Error && 'code' in error && error.code === '25P02');
}

function migrateInTransaction(database: Database, migrations: Migrations): Promise<string[]> {
  return withRetries(() => database.owner.transaction().execute((tx) => migrateOn(tx, migrations)));
}

/** Runs missing migrations without a lock against other processes. */
export async function migrateOn<Schema>(db: Kysely<Schema>, migrations = everyMigration): Promise<string[]> {
  const early = isEarly(await listApplied(db)) ? await finishEarly(db) : [];
  return [...early, ...(await runMissing(db, migrations))];
}

/** Returns true for the migrations of a database that release 0.1 or 0.2 created. */
function isEarly(applied: readonly string[]): boolean {
  return applied.includes(FIRST_EARLY);
}

/** Runs the missing early migrations, and notes the first migration of later releases in their place. */
async function finishEarly<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const ran = await runMissing(db, earlyMigrations);
  await sql`insert into kysely_migration (name, timestamp)
    select ${FIRST}, max(timestamp) from kysely_migration`.execute(db);
  await sql`delete from kysely_migration where name <> ${FIRST}`.execute(db);
  return ran;
}

async function runMissing<Schema>(db: Kysely<Schema>, migrations: Migrations): Promise<string[]> {
  const provider = { getMigrations: async () => migrations };
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}
