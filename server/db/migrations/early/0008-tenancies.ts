import { type Kysely, sql } from 'kysely';
import { schemaTypes } from '../../schema-types.ts';
import { divideLedgers } from './division/divide-ledgers.ts';

/** The tables that are made anew, children first. */
const OLD_TABLES = ['allocations', 'charges', 'receipts', 'mails', 'invoices', 'facts', 'tenants'] as const;

/** A ledger belongs to a tenancy instead of a shop (docs/rules.md, Tenancies). */
export async function up(db: Kysely<never>): Promise<void> {
  for (const name of OLD_TABLES) await sql.raw(`create table old_${name} as select * from ${name}`).execute(db);
  await sql`create table old_shops as select id, balance_cents, balance_at from shops`.execute(db);
  for (const name of OLD_TABLES) await db.schema.dropTable(name).execute();
  await db.schema.alterTable('shops').dropColumn('balance_cents').execute();
  await db.schema.alterTable('shops').dropColumn('balance_at').execute();
  await tenancies(db);
  await entries(db);
  await invoices(db);
  await computed(db);
  await divideLedgers(db);
  for (const name of [...OLD_TABLES, 'shops']) await db.schema.dropTable(`old_${name}`).execute();
}

async function tenancies(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('tenancies')
    .addColumn('id', generatedId)
    .addColumn('shop_id', integer, (column) => column.notNull().references('shops.id'))
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('contact', text, (column) => column.notNull())
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('email', text)
    .addColumn('started_on', key, (column) => column.notNull())
    .addColumn('ended_on', key)
    .addColumn('agreement_number', text, (column) => column.notNull())
    .addColumn('agreement_note', text, (column) => column.notNull())
    .addColumn('language', key, (column) => column.notNull().check(sql`language in ('en', 'si', 'ta')`))
    .addColumn('is_vat_registered', integer, (column) => column.notNull().check(sql`is_vat_registered in (0, 1)`))
    .addColumn('tin', text, (column) => column.notNull())
    .addColumn('tax_name', text, (column) => column.notNull())
    .addColumn('tax_address', text, (column) => column.notNull())
    .addColumn('balance_cents', integer, (column) => column.notNull())
    .addColumn('balance_at', key, (column) => column.notNull())
    .addColumn('created_at', key, (column) => column.notNull())
    .addColumn('updated_at', key, (column) => column.notNull())
    .addCheckConstraint('tenancies_end_after_start', sql`ended_on is null or ended_on >= started_on`)
    .execute();
  await sql`create unique index tenancies_current on tenancies (shop_id) where ended_on is null`.execute(db);
  await db.schema.createIndex('tenancies_shop').on('tenancies').columns(['shop_id', 'started_on']).execute();

  await table('terms')
    .addColumn('id', generatedId)
    .addColumn('tenancy_id', integer, (column) => column.notNull().references('tenancies.id').onDelete('cascade'))
    .addColumn('term', key, (column) => column.notNull().check(sql`term in ('rent', 'operation fee', 'VAT rate')`))
    .addColumn('valid_from', key, (column) => column.notNull())
    .addColumn('amount', integer, (column) => column.notNull().check(sql`amount >= 0`))
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('set_at', key, (column) => column.notNull())
    .addColumn('set_by', text, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('terms_tenancy').on('terms').columns(['tenancy_id', 'term', 'valid_from']).execute();
}

/** Voided but never changed (docs/rules.md, Principle). */
async function entries(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('ledger_entries')
    .addColumn('id', generatedId)
    .addColumn('tenancy_id', integer, (column) => column.notNull().references('tenancies.id'))
    .addColumn('shop_id', integer, (column) => column.notNull().references('shops.id'))
    .addColumn('kind', key, (column) =>
      column
        .notNull()
        .check(
          sql`kind in ('invoice', 'payment', 'correction', 'balance', 'fine applied', 'fine removed', 'invoice arrested', 'fine arrested', 'transfer', 'refund', 'write-off', 'deposit received', 'deposit applied', 'deposit refunded', 'credit note', 'debit note')`,
        ),
    )
    .addColumn('effective_at', key, (column) => column.notNull())
    .addColumn('cents', integer, (column) => column.notNull())
    .addColumn('month', key, (column) => column.check(sql`month like '____-__'`))
    .addColumn('invoice_id', integer, (column) => column.references('ledger_entries.id'))
    .addColumn('payment_id', integer, (column) => column.references('ledger_entries.id'))
    .addColumn('linked_id', integer, (column) => column.references('ledger_entries.id'))
    .addColumn('place', integer)
    .addColumn('charge_kind', key)
    .addColumn('line', integer)
    .addColumn('method', key)
    .addColumn('note', text, (column) => column.notNull())
    .addColumn('recorded_at', key, (column) => column.notNull())
    .addColumn('recorded_by', text, (column) => column.notNull())
    .addColumn('voided_at', key)
    .addColumn('voided_by', text)
    .addColumn('void_reason', text)
    .addCheckConstraint(
      'ledger_entries_payment_above_zero',
      sql`kind <> 'payment' or (cents > 0 and method is not null)`,
    )
    .addCheckConstraint('ledger_entries_correction_of_payment', sql`(kind = 'correction') = (payment_id is not null)`)
    .addCheckConstraint('ledger_entries_invoice_of_month', sql`(kind = 'invoice') = (month is not null)`)
    .addCheckConstraint(
      'ledger_entries_about_invoice',
      sql`kind not in ('fine applied', 'fine removed', 'invoice arrested', 'fine arrested', 'credit note', 'debit note') or invoice_id is not null`,
    )
    .addCheckConstraint('ledger_entries_voided_by_somebody', sql`(voided_at is null) = (voided_by is null)`)
    .execute();
  const index = (name: string) => db.schema.createIndex(`ledger_entries_${name}`).on('ledger_entries');
  await index('tenancy').columns(['tenancy_id', 'id']).execute();
  await index('shop').columns(['shop_id', 'effective_at']).execute();
  await index('kind').columns(['kind', 'effective_at']).execute();
  await index('payment').column('payment_id').execute();
  await sql`create unique index ledger_entries_one_invoice_a_month on ledger_entries (tenancy_id, month)
    where kind = 'invoice' and voided_at is null`.execute(db);
}

async function invoices(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  const amount = (name: string) => [name, integer] as const;
  await table('invoices')
    .addColumn('id', integer, (column) => column.primaryKey().notNull().references('ledger_entries.id'))
    .addColumn('tenancy_id', integer, (column) => column.notNull().references('tenancies.id'))
    .addColumn('shop_id', integer, (column) => column.notNull().references('shops.id'))
    .addColumn('number', key, (column) => column.notNull())
    .addColumn('month', key, (column) => column.notNull())
    .addColumn('generated_at', key, (column) => column.notNull())
    .addColumn('due_day', key, (column) => column.notNull())
    .addColumn('tenant_name', text, (column) => column.notNull())
    .addColumn('tenant_contact', text, (column) => column.notNull())
    .addColumn('tenant_address', text, (column) => column.notNull())
    .addColumn('vat_rate_basis_points', integer, (column) => column.notNull())
    .addColumn(...amount('rent_cents'), (column) => column.notNull())
    .addColumn(...amount('operation_fee_cents'), (column) => column.notNull())
    .addColumn(...amount('vat_cents'), (column) => column.notNull())
    .addColumn(...amount('previous_balance_cents'), (column) => column.notNull())
    .addColumn(...amount('total_arrears_cents'), (column) => column.notNull())
    .addColumn(...amount('fines_cents'), (column) => column.notNull())
    .addColumn(...amount('previous_fines_cents'), (column) => column.notNull())
    .addColumn(...amount('previous_total_cents'), (column) => column.notNull())
    .addColumn(...amount('previous_paid_cents'), (column) => column.notNull())
    .addColumn('previous_paid_at', key)
    .addColumn(...amount('total_cents'), (column) => column.notNull())
    .addColumn('times_printed', integer, (column) => column.notNull())
    .addColumn('status', key, (column) =>
      column.notNull().check(sql`status in ('Paid', 'Partially Paid', 'Unpaid', 'Arrears')`),
    )
    .addColumn(...amount('paid_cents'), (column) => column.notNull())
    .addColumn('updated_at', key, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('invoices_tenancy').on('invoices').columns(['tenancy_id', 'month']).execute();
  await db.schema.createIndex('invoices_shop').on('invoices').columns(['shop_id', 'month']).execute();
  await sql`create index invoices_number on invoices (lower(number))`.execute(db);
  await db.schema.createIndex('invoices_month').on('invoices').column('month').execute();

  await table('receipts')
    .addColumn('payment_id', integer, (column) => column.primaryKey().notNull().references('ledger_entries.id'))
    .addColumn('times_printed', integer, (column) => column.notNull())
    .execute();

  await table('mails')
    .addColumn('id', generatedId)
    .addColumn('invoice_id', integer, (column) => column.notNull().references('invoices.id'))
    .addColumn('recipient', text, (column) => column.notNull())
    .addColumn('message_id', text, (column) => column.notNull())
    .addColumn('outcome', key, (column) => column.notNull().check(sql`outcome in ('sent', 'failed', 'unknown')`))
    .addColumn('message', text, (column) => column.notNull())
    .addColumn('sent_at', key, (column) => column.notNull())
    .addColumn('sent_by', text, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('mails_invoice').on('mails').column('invoice_id').execute();
}

/** The result of the fold, stored for fast reading. */
async function computed(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key } = schemaTypes(db);
  await table('charges')
    .addColumn('id', generatedId)
    .addColumn('tenancy_id', integer, (column) => column.notNull().references('tenancies.id'))
    .addColumn('shop_id', integer, (column) => column.notNull().references('shops.id'))
    .addColumn('invoice_id', integer, (column) => column.notNull().references('invoices.id'))
    .addColumn('kind', key, (column) =>
      column.notNull().check(sql`kind in ('VAT', 'OperationFee', 'Rent', 'Other', 'Fine')`),
    )
    .addColumn('line', integer, (column) => column.notNull())
    .addColumn('cents', integer, (column) => column.notNull())
    .addColumn('paid_cents', integer, (column) => column.notNull())
    .addColumn('status', key, (column) =>
      column.notNull().check(sql`status in ('Paid', 'Partially Paid', 'Unpaid', 'Arrest')`),
    )
    .addColumn('arose_at', key, (column) => column.notNull())
    .addColumn('paid_at', key)
    .addUniqueConstraint('charges_one_of_a_kind', ['invoice_id', 'kind', 'line'])
    .addCheckConstraint('charges_not_overpaid', sql`paid_cents between 0 and cents`)
    .execute();
  await db.schema.createIndex('charges_tenancy').on('charges').column('tenancy_id').execute();
  await db.schema.createIndex('charges_shop').on('charges').column('shop_id').execute();
  // Few of the charges of all years are unpaid.
  await sql`create index charges_owed on charges (tenancy_id, invoice_id) where paid_cents < cents`.execute(db);

  await table('allocations')
    .addColumn('id', generatedId)
    .addColumn('tenancy_id', integer, (column) => column.notNull().references('tenancies.id'))
    .addColumn('shop_id', integer, (column) => column.notNull().references('shops.id'))
    .addColumn('invoice_id', integer, (column) => column.notNull().references('invoices.id'))
    .addColumn('kind', key, (column) => column.notNull())
    .addColumn('line', integer, (column) => column.notNull())
    .addColumn('cause_id', integer, (column) => column.notNull().references('ledger_entries.id'))
    // Below 0 when a credit note returns what was paid.
    .addColumn('cents', integer, (column) => column.notNull().check(sql`cents <> 0`))
    .addColumn('allocated_at', key, (column) => column.notNull())
    .addUniqueConstraint('allocations_one_of_a_cause', ['invoice_id', 'kind', 'line', 'cause_id'])
    .execute();
  await db.schema.createIndex('allocations_tenancy').on('allocations').column('tenancy_id').execute();
  await db.schema.createIndex('allocations_shop').on('allocations').column('shop_id').execute();
  await db.schema.createIndex('allocations_date').on('allocations').column('allocated_at').execute();
}
