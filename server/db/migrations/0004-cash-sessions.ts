import { type Kysely, sql } from 'kysely';
import { required, schemaTypes } from '../schema-types.ts';

export async function up(db: Kysely<never>): Promise<void> {
  await addSessions(db);
  await addSessionsOfEntries(db);
}

async function addSessions(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('cash_sessions')
    .addColumn('id', generatedId)
    .addColumn('account_id', integer, required)
    .addColumn('opened_by', key, required)
    .addColumn('opened_at', key, required)
    .addColumn('float_cents', integer, (column) => column.notNull().check(sql`float_cents >= 0`))
    .addColumn('closed_at', key)
    .addColumn('closed_by', key)
    .addColumn('expected_cents', integer)
    .addColumn('counted_cents', integer)
    .addColumn('kept_cents', integer)
    .addColumn('pieces', text, required)
    .addColumn('reason', text, required)
    .addColumn('banked_on', key)
    .addColumn('banked_by', key)
    .addCheckConstraint(
      'cash_sessions_closed',
      sql`(closed_at is null) = (closed_by is null) and (closed_at is null) = (expected_cents is null)
        and (closed_at is null) = (counted_cents is null) and (closed_at is null) = (kept_cents is null)`,
    )
    .execute();
  await db.schema.createIndex('cash_sessions_time').on('cash_sessions').column('opened_at').execute();
  await sql`create unique index cash_sessions_open on cash_sessions (account_id) where closed_at is null`.execute(db);
}

/** Adds columns for the cash sessions in which an entry was recorded and voided. */
async function addSessionsOfEntries(db: Kysely<never>): Promise<void> {
  const { integer } = schemaTypes(db);
  for (const name of ['session_id', 'void_session_id']) {
    const column = sql.ref(name);
    await sql`alter table ledger_entries add column ${column} ${integer} references cash_sessions (id)`.execute(db);
    await sql`create index ${sql.ref(`ledger_entries_${name}`)} on ledger_entries (${column})
      where ${column} is not null`.execute(db);
  }
}
