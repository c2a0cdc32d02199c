import { promises as fs } from 'node:fs';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import type { Database } from './connect.ts';
import { isUniqueViolation, withRetries } from './transaction.ts';

const migrationFolder = path.join(import.meta.dirname, 'migrations');
const provider = new FileMigrationProvider({ fs, path, migrationFolder });

/** Returns the names of all migrations of this release, oldest first. */
export async function listMigrations(): Promise<string[]> {
  return Object.keys(await provider.getMigrations()).sort((one, other) => one.localeCompare(other));
}

/** Returns true when every migration of this release has run. Reads only. */
export async function isUpToDate({ reader }: Database): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(reader);
  const seen = new Set(rows.map(({ name }) => name));
  return (await listMigrations()).every((name) => seen.has(name));
}

/** Writes a row as it is. Throws when the disk is full or read-only, or the server is a standby. */
export function tryWriting(database: Database): Promise<unknown> {
  return database.write((tx) => sql`update kysely_migration_lock set is_locked = is_locked`.execute(tx));
}

/**
 * Brings the schema up to date in one transaction and returns the names of the migrations that ran. An interrupted
 * start leaves the schema unchanged. Of several processes one migrates and the others wait.
 */
export async function migrate(database: Database): Promise<string[]> {
  try {
    return await migrateInTransaction(database);
  } catch (error) {
    // Another process created Kysely's bookkeeping tables at the same moment.
    if (isCollision(error)) return await migrateInTransaction(database);
    throw error;
  }
}

/** PostgreSQL refuses the second table of a name, and then Kysely's next query in the same transaction (25P02). */
function isCollision(error: unknown): boolean {
  return isUniqueViolation(error) || (error instanceof Error && 'code' in error && error.code === '25P02');
}

function migrateInTransaction(database: Database): Promise<string[]> {
  return withRetries(() => database.owner.transaction().execute((tx) => migrateOn(tx)));
}

/** Runs the missing migrations on a connection or transaction, without protection against other processes. */
export async function migrateOn<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}
