import { type Kysely, type MigrationLockOptions, PostgresAdapter, sql } from 'kysely';

/**
 * Kysely's adapter, except that migrations lock a row instead of taking an advisory lock, which other engines with
 * PostgreSQL's protocol may lack.
 */
export class RowLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(
    db: Kysely<unknown>,
    { lockTable, lockRowId }: MigrationLockOptions,
  ): Promise<void> {
    await sql`select id from ${sql.table(lockTable)} where id = ${lockRowId} for update`.execute(db);
  }

  /** Does nothing, because the row is released when `migrate` commits its transaction. */
  override async releaseMigrationLock(): Promise<void> {}
}
