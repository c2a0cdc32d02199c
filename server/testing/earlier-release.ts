import { sql } from 'kysely';
import { day, startOfDay } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { Database, Writer } from '../db/connect.ts';
import { everyMigration } from '../db/every-migration.ts';
import { migrate } from '../db/migrate.ts';
import { writeAudit } from '../features/audit/write-audit.ts';

const RELEASED = Object.fromEntries(Object.entries(everyMigration).filter(([name]) => name < '0004'));
const DAY = day('2026-11-20');
const NOW = startOfDay(DAY);
const CONTEXT = { actor: 'kamala@example.com', now: NOW, requestId: 'before' };
const STAMPS = { created_at: NOW, updated_at: NOW };
const LATER_TABLES = [
  'cash_sessions',
  'cleared_cheques',
  'closed_months',
  'closings',
  'confirmation_starts',
  'counting_starts',
  'gate_handovers',
  'pass_entries',
  'program_tokens',
];

const MOST_ENTRIES = 1000;

/**
 * Fills a database as an earlier release without cash sessions would have filled it: with an account, and a sealed
 * cheque payment that the account recorded.
 */
export async function payAsBeforeSessions(database: Database): Promise<void> {
  await migrate(database, RELEASED);
  // The first audit entry reads every table that is sealed today, so the tables of later releases must exist while it
  // is written.
  await sql`alter table audit_log add column tenancy_id integer`.execute(database.owner);
  // Every entry of this database has the hash of that release.
  await sql`alter table audit_head add column last_without_tenancy integer not null default ${sql.lit(MOST_ENTRIES)}`.execute(
    database.owner,
  );
  for (const name of LATER_TABLES)
    await sql`create table ${sql.table(name)} (id integer, payment_id integer)`.execute(database.owner);
  await database.write(recordPayment);
  for (const name of LATER_TABLES) await database.owner.schema.dropTable(name).execute();
  await database.owner.schema.alterTable('audit_log').dropColumn('tenancy_id').execute();
  await database.owner.schema.alterTable('audit_head').dropColumn('last_without_tenancy').execute();
}

async function recordPayment(tx: Writer): Promise<void> {
  // A temporary table is not among the sealed columns. Otherwise verification would miss the seals of its later rows.
  await sql`create temp table tenants (id integer)`.execute(tx);
  await tx
    .insertInto('accounts')
    .values({
      username: 'Kamala',
      email: CONTEXT.actor,
      role: 'cashier',
      password_hash: '',
      must_change_password: 0,
      language: null,
      disabled_at: null,
      one_time_until: null,
      chosen_columns: null,
      ...STAMPS,
    })
    .execute();
  const terms = { rent_cents: cents(800_000), vat_rate_basis_points: 1800, operation_fee_cents: cents(200_000) };
  const shop = { shop_id: 'A-1', shop_name: 'Nimal Stores', location: 'Block A', ...terms, ...STAMPS };
  const { id: shop_id } = await tx.insertInto('shops').values(shop).returning('id').executeTakeFirstOrThrow();
  const { id: tenancy_id } = await tx
    .insertInto('tenancies')
    .values({
      shop_id,
      name: 'Nimal Perera',
      contact: '',
      address: '',
      email: null,
      language: 'en',
      started_on: DAY,
      ended_on: null,
      agreement_number: '',
      agreement_note: '',
      is_vat_registered: 0,
      tin: '',
      tax_name: '',
      tax_address: '',
      balance_cents: cents(70_000),
      balance_at: NOW,
      erased_at: null,
      ...STAMPS,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('ledger_entries')
    .values({
      tenancy_id,
      shop_id,
      kind: 'payment',
      cents: cents(70_000),
      effective_at: NOW,
      recorded_at: NOW,
      recorded_by: CONTEXT.actor,
      method: 'Cheque',
      cheque_number: '004512',
      cheque_bank: 'HNB',
      cheque_date: DAY,
      note: '',
      month: null,
      invoice_id: null,
      charge_kind: null,
      line: null,
      payment_id: null,
      linked_id: null,
      place: null,
      voided_at: null,
      voided_by: null,
      void_reason: null,
    })
    .execute();
  const description = apiMessage('payments.record.done');
  await writeAudit(tx, CONTEXT, { type: 'Payment Made', description, subject: { shopId: 'A-1', tenancyId: null } });
}
