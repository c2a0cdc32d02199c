import { type Kysely, sql } from 'kysely';
import { storedApprovalStates } from '#contract/words.ts';
import { flag, holding, mainKey, required, schemaTypes, wordOf } from '../../schema-types.ts';

export async function createOffice(db: Kysely<never>): Promise<void> {
  await createAccounts(db);
  await createSignIn(db);
  await createAuditLog(db);
  await createRequests(db);
  await createApprovals(db);
}

async function createAccounts(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, drawnId, key, text } = schemaTypes(db);
  await table('accounts')
    .addColumn('id', drawnId('accounts'))
    .addColumn('username', text, required)
    .addColumn('email', key, (column) => column.notNull().unique())
    .addColumn('role', key, wordOf('role', ['superadmin', 'admin', 'manager', 'editor', 'tiketing']))
    .addColumn('password_hash', text, required)
    .addColumn('must_change_password', integer, flag('must_change_password'))
    .addColumn('created_at', key, required)
    .addColumn('updated_at', key, required)
    .addColumn('language', key)
    .addColumn('disabled_at', key)
    .addColumn('one_time_until', key)
    .addColumn('chosen_columns', text)
    .execute();
  await sql`create unique index accounts_username on accounts (lower(username))`.execute(db);

  await table('account_changes')
    .addColumn('id', generatedId)
    .addColumn('account_id', integer, required)
    .addColumn('by_account_id', integer, required)
    .addColumn('at', key, required)
    .execute();
  await db.schema.createIndex('account_changes_at').on('account_changes').column('at').execute();
}

async function createSignIn(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('sessions')
    .addColumn('id', key, mainKey)
    .addColumn('account_id', integer, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('created_at', key, required)
    .addColumn('last_seen_at', key, required)
    .addColumn('verified_at', key)
    .addColumn('ended_at', key)
    .addColumn('address', text, required)
    .addColumn('agent', text, required)
    .execute();
  await db.schema.createIndex('sessions_account').on('sessions').column('account_id').execute();

  await table('factors')
    .addColumn('id', generatedId)
    .addColumn('account_id', integer, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('kind', key, wordOf('kind', ['app', 'passkey', 'recovery']))
    .addColumn('name', text, required)
    .addColumn('credential', key, (column) => column.unique())
    .addColumn('secret', text, required)
    .addColumn('counter', integer, required)
    .addColumn('created_at', key, required)
    .addColumn('used_at', key)
    .execute();
  await db.schema.createIndex('factors_account').on('factors').column('account_id').execute();
  await sql`create unique index factors_app on factors (account_id) where kind = 'app'`.execute(db);

  await table('challenges')
    .addColumn('hash', key, mainKey)
    .addColumn('purpose', key, required)
    .addColumn('account_id', integer, (column) => column.references('accounts.id').onDelete('cascade'))
    .addColumn('secret', text, required)
    .addColumn('tries_left', integer, required)
    .addColumn('expires_at', key, required)
    .execute();
  await db.schema.createIndex('challenges_account').on('challenges').column('account_id').execute();
  await db.schema.createIndex('challenges_expiry').on('challenges').column('expires_at').execute();

  await table('rate_limits')
    .addColumn('subject', key, mainKey)
    .addColumn('window_start', key, required)
    .addColumn('tries', integer, required)
    .execute();

  await table('report_tickets')
    .addColumn('hash', key, mainKey)
    .addColumn('session_id', key, (column) => column.notNull().references('sessions.id').onDelete('cascade'))
    .addColumn('expires_at', key, required)
    .execute();
}

/**
 * Creates the audit log. Each entry has a MAC, and contains the seals of the rows that its action wrote
 * (docs/trust.md). Entries are counted by day, because the log grows with every ticket and counting it would become
 * slow.
 */
async function createAuditLog(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('audit_log')
    .addColumn('id', generatedId)
    .addColumn('event_date', key, required)
    .addColumn('event_type', key, required)
    .addColumn('event_description', text, required)
    .addColumn('shop_id', key)
    .addColumn('invoice_id', key)
    .addColumn('old_value', text)
    .addColumn('new_value', text)
    .addColumn('edit_reason', text)
    .addColumn('user_actioned', text, required)
    .addColumn('request_id', key, required)
    .addColumn('previous_hash', key, required)
    .addColumn('hash', key, (column) => column.notNull().unique())
    .addColumn('key_id', text, (column) => column.notNull().defaultTo(''))
    .addColumn('sealed', text, (column) => column.notNull().defaultTo(''))
    .addColumn('event_message', text, (column) => column.notNull().defaultTo(''))
    .execute();
  const index = (use: string, rest: string) => sql`create ${sql.raw(`index audit_log_${use} on audit_log ${rest}`)}`;
  await index('newest', '(event_date, id)').execute(db);
  await index('type', '(event_type, event_date, id)').execute(db);
  await index('shop', '(lower(shop_id), event_date, id) where shop_id is not null').execute(db);

  await table('audit_head')
    .addColumn('id', integer, (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('hash', key, required)
    .addColumn('key_id', text, (column) => column.notNull().defaultTo(''))
    .addColumn('sealed_columns', text, (column) => column.notNull().defaultTo(''))
    .addColumn('newest_id', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`insert into audit_head (id, hash) values (1, '')`.execute(db);

  await table('audit_counts')
    .addColumn('day', key, required)
    .addColumn('event_type', key, required)
    .addColumn('entries', integer, holding('entries > 0'))
    .addPrimaryKeyConstraint('audit_counts_key', ['day', 'event_type'])
    .execute();

  await table('verifications')
    .addColumn('id', integer, (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('ended_at', key, required)
    .addColumn('outcome', key, wordOf('outcome', ['clean', 'differs', 'failed']))
    .addColumn('faults', integer, holding('faults >= 0'))
    .addColumn('summary', text, required)
    .execute();
}

/**
 * Creates the tables of answers stored by idempotency key (docs/rules.md, Payments, corrections, deletions), and of
 * actions for all shops.
 */
async function createRequests(db: Kysely<never>): Promise<void> {
  const { table, integer, key, text } = schemaTypes(db);
  await table('kept_answers')
    .addColumn('account_id', integer, required)
    .addColumn('path', key, required)
    .addColumn('key', key, required)
    .addColumn('request_hash', key, required)
    .addColumn('answer', text, required)
    .addColumn('created_at', key, required)
    .addPrimaryKeyConstraint('kept_answers_key', ['account_id', 'path', 'key'])
    .execute();
  await db.schema.createIndex('kept_answers_created').on('kept_answers').column('created_at').execute();

  await table('runs')
    .addColumn('id', key, mainKey)
    .addColumn('action', key, required)
    // The month or day of a scheduled run. It is unique, so that only one of several processes starts the run.
    .addColumn('period', key)
    .addColumn('started_by', text, required)
    .addColumn('started_at', key, required)
    .addColumn('alive_at', key, required)
    .addColumn('ended_at', key)
    .addColumn('done', integer, required)
    .addColumn('total', integer, required)
    .addColumn('outcome', key, wordOf('outcome', ['running', 'done', 'failed']))
    .addColumn('summary', text, required)
    .addUniqueConstraint('runs_once_a_period', ['action', 'period'])
    .execute();
  await db.schema.createIndex('runs_newest').on('runs').columns(['started_at', 'id']).execute();

  await table('backup_copies')
    .addColumn('name', key, mainKey)
    .addColumn('made_at', key, required)
    .addColumn('bytes', integer, required)
    .addColumn('row_count', integer, required)
    .addColumn('proven_at', key)
    .addColumn('proof', text, required)
    .execute();
}

async function createApprovals(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, drawnId, key, text } = schemaTypes(db);
  await table('approvals')
    .addColumn('id', drawnId('approvals'))
    .addColumn('account_id', integer, required)
    .addColumn('requested_by', text, required)
    .addColumn('requested_at', key, required)
    .addColumn('request_hash', key, required)
    .addColumn('request', text, required)
    .addColumn('description', text, required)
    .addColumn('sentence', text, required)
    .addColumn('shop_id', text, required)
    .addColumn('cents', integer, holding('cents > 0'))
    .addColumn('reason', text, required)
    .addColumn('state', key, wordOf('state', storedApprovalStates))
    .addColumn('decided_by', text)
    .addColumn('decided_at', key)
    .addColumn('decline_reason', text)
    .addColumn('used_at', key)
    .addCheckConstraint('approvals_decided', sql`(state = 'pending') = (decided_by is null and decided_at is null)`)
    .addCheckConstraint('approvals_declined', sql`(state = 'declined') = (decline_reason is not null)`)
    .addCheckConstraint('approvals_used', sql`(state = 'used') = (used_at is not null)`)
    .execute();
  await db.schema.createIndex('approvals_request').on('approvals').columns(['account_id', 'request_hash']).execute();
  await sql`create index approvals_open on approvals (id) where state in ('pending', 'approved')`.execute(db);

  await table('given_money')
    .addColumn('id', generatedId)
    .addColumn('account_id', integer, required)
    .addColumn('shop_id', key, required)
    .addColumn('at', key, required)
    .addColumn('cents', integer, holding('cents > 0'))
    .execute();
  await db.schema.createIndex('given_money_at').on('given_money').columns(['account_id', 'shop_id', 'at']).execute();
}
