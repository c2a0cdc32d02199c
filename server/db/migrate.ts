import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Instant } from '#billing/calendar.ts';
import type { Database } from './connect.ts';
import { everyMigration, listMigrations, type Migrations } from './every-migration.ts';
import { isUniqueViolation, withRetries } from './transaction.ts';

/** Thrown when the database has a migration that this version does not know. */
export class UnknownSchema extends Error {}

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
  try {
    return await migrateInTransaction(database, migrations);
  } catch (error) {
    // Retries once, because another process may have created Kysely's bookkeeping tables at the same moment.
    if (isCollision(error)) return await migrateInTransaction(database, migrations);
    throw error;
  }
}

async function refuseUnknownSchema(db: Database['owner'], migrations: Migrations): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name desc`.execute(db);
  const unknown = rows.find(({ name }) => !(name in migrations));
  if (unknown)
    throw new UnknownSchema(
      `the database was written by another version of Pola (schema ${unknown.name}): take a backup with that version and restore it with this one (npm run restore -- FILE)`,
    );
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
  const provider = { getMigrations: async () => migrations };
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}
