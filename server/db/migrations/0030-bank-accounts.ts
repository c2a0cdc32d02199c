import { type Kysely, sql } from 'kysely';
import { flag, required, schemaTypes } from '../schema-types.ts';

/** Adds bank accounts, the lines of their statements, and what each line is. */
export async function up(db: Kysely<never>): Promise<void> {
  await addLines(db);
  await addMatches(db);
}

async function addLines(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('bank_accounts')
    .addColumn('id', generatedId)
    .addColumn('name', text, required)
    .addColumn('folded_name', key, (column) => column.notNull().unique())
    .addColumn('starts_on', key, required)
    .addColumn('added_at', key, required)
    .addColumn('added_by', key, required)
    .execute();
  await table('bank_statements')
    .addColumn('id', generatedId)
    .addColumn('account_id', integer, (column) => column.notNull().references('bank_accounts.id'))
    .addColumn('name', text, required)
    .addColumn('basis', key, required)
    .addColumn('first_day', key, required)
    .addColumn('last_day', key, required)
    .addColumn('added', integer, required)
    .addColumn('imported_at', key, required)
    .addColumn('imported_by', key, required)
    .addColumn('imported_by_id', integer)
    .execute();
  await table('bank_lines')
    .addColumn('id', generatedId)
    .addColumn('account_id', integer, (column) => column.notNull().references('bank_accounts.id'))
    .addColumn('statement_id', integer, (column) => column.notNull().references('bank_statements.id'))
    .addColumn('line_key', key, required)
    .addColumn('day', key, required)
    .addColumn('text', text, required)
    .addColumn('number', text, required)
    .addColumn('cents', integer, required)
    .addColumn('balance_cents', integer)
    .addUniqueConstraint('bank_lines_once', ['account_id', 'line_key'])
    .execute();
  await db.schema.createIndex('bank_lines_day').on('bank_lines').columns(['account_id', 'day', 'id']).execute();
  await db.schema.createIndex('bank_lines_statement').on('bank_lines').column('statement_id').execute();
}

async function addMatches(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('bank_matches')
    .addColumn('id', generatedId)
    .addColumn('line_id', integer, (column) => column.notNull().references('bank_lines.id'))
    .addColumn('ignored_as', key)
    .addColumn('note', text, required)
    .addColumn('matched_at', key, required)
    .addColumn('matched_by', key, required)
    .addColumn('undone_at', key)
    .addColumn('undone_by', key)
    .addColumn('undo_reason', text)
    .execute();
  await table('bank_match_parts')
    .addColumn('id', generatedId)
    .addColumn('match_id', integer, (column) => column.notNull().references('bank_matches.id'))
    .addColumn('kind', key, required)
    .addColumn('subject_id', integer, required)
    .addColumn('cents', integer, required)
    .addColumn('day_before', key)
    .addColumn('is_new', integer, flag('is_new'))
    .addColumn('is_open', integer, flag('is_open'))
    .execute();
  await sql`create unique index bank_matches_open on bank_matches (line_id) where undone_at is null`.execute(db);
  await sql`create unique index bank_match_parts_once on bank_match_parts (kind, subject_id) where is_open = 1`.execute(
    db,
  );
  await db.schema.createIndex('bank_match_parts_match').on('bank_match_parts').column('match_id').execute();
}
