import { promises as fs } from 'node:fs';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import type { Database } from './connect.ts';
import { isUniqueViolation, withRetries } from './transaction.ts';

const migrationFolder = path.join(import.meta.dirname, 'migrations');
const provider = new FileMigrationProvider({ fs, path, migrationFolder });

/** Returns the names of all migrations of this release, oldest first. */
export async function listMigrations(): Promise<string[]> {
  return Object.keys(await provider.getMigrations()).sort((one, other) => one.localeCompare(other));
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
