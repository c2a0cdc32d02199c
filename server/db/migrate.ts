import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './connect.ts';
import * as m0001 from './migrations/0001-foundation.ts';
import * as m0002 from './migrations/0002-books.ts';
import * as m0003 from './migrations/0003-reports-and-mail.ts';
import * as m0004 from './migrations/0004-public-site.ts';
import * as m0005 from './migrations/0005-tickets.ts';
import * as m0006 from './migrations/0006-audit-log-by-day.ts';
import * as m0007 from './migrations/0007-settings.ts';
import * as m0008 from './migrations/0008-tenancies.ts';
import * as m0009 from './migrations/0009-tax-documents.ts';
import * as m0010 from './migrations/0010-linked-entries.ts';
import * as m0011 from './migrations/0011-other-charges.ts';
import * as m0012 from './migrations/0012-sealed-rows.ts';
import * as m0013 from './migrations/0013-mail-outbox.ts';
import * as m0014 from './migrations/0014-erased-tenants.ts';
import * as m0015 from './migrations/0015-languages.ts';
import * as m0016 from './migrations/0016-disabled-accounts.ts';
import * as m0017 from './migrations/0017-factors.ts';
import * as m0018 from './migrations/0018-tariff.ts';
import * as m0020 from './migrations/0020-approvals.ts';
import * as m0021 from './migrations/0021-rent-rules.ts';
import * as m0022 from './migrations/0022-arrivals.ts';
import * as m0023 from './migrations/0023-alerts.ts';
import * as m0024 from './migrations/0024-one-time-passwords.ts';
import * as m0025 from './migrations/0025-ticket-owners.ts';
import * as m0027 from './migrations/0027-second-person.ts';
import * as m0029 from './migrations/0029-chosen-columns.ts';
import * as m0030 from './migrations/0030-drawn-numbers.ts';
import { isUniqueViolation, withRetries } from './transaction.ts';

/** Named here, because the bundle of the server (vite.config.ts) has no folder of migrations. */
const everyMigration: Record<string, Migration> = {
  '0001-foundation': m0001,
  '0002-books': m0002,
  '0003-reports-and-mail': m0003,
  '0004-public-site': m0004,
  '0005-tickets': m0005,
  '0006-audit-log-by-day': m0006,
  '0007-settings': m0007,
  '0008-tenancies': m0008,
  '0009-tax-documents': m0009,
  '0010-linked-entries': m0010,
  '0011-other-charges': m0011,
  '0012-sealed-rows': m0012,
  '0013-mail-outbox': m0013,
  '0014-erased-tenants': m0014,
  '0015-languages': m0015,
  '0016-disabled-accounts': m0016,
  '0017-factors': m0017,
  '0018-tariff': m0018,
  '0020-approvals': m0020,
  '0021-rent-rules': m0021,
  '0022-arrivals': m0022,
  '0023-alerts': m0023,
  '0024-one-time-passwords': m0024,
  '0025-ticket-owners': m0025,
  '0027-second-person': m0027,
  '0029-chosen-columns': m0029,
  '0030-drawn-numbers': m0030,
};

const provider = { getMigrations: async () => everyMigration };

export function listMigrations(): string[] {
  return Object.keys(everyMigration).sort((one, other) => one.localeCompare(other));
}

export async function isUpToDate({ reader }: Database): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(reader);
  const seen = new Set(rows.map(({ name }) => name));
  return listMigrations().every((name) => seen.has(name));
}

/** Writes a row as it is. Throws when the disk is full or read-only, or the server is a standby. */
export function tryWriting(database: Database): Promise<unknown> {
  return database.write((tx) => sql`update kysely_migration_lock set is_locked = is_locked`.execute(tx));
}

/**
 * Returns the names of the migrations that ran, in one transaction. Of several processes one migrates and the others
 * wait.
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

/** Runs missing migrations without protection against other processes. */
export async function migrateOn<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}
