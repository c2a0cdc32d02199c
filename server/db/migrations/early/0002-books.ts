import { type Kysely, sql } from 'kysely';
import { schemaTypes } from '../../schema-types.ts';

export async function up(db: Kysely<never>): Promise<void> {
  await shopsAndTenants(db);
  await entries(db);
  await invoices(db);
  await computed(db);
  await keptAnswers(db);
}

async function shopsAndTenants(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('shops')
    .addColumn('id', generatedId)
    .addColumn('shop_id', key, (column) => column.notNull())
    .addColumn('shop_name', text, (column) => column.notNull())
    .addColumn('location', text, (column) => column.notNull())
    .addColumn('rent_cents', integer, (column) => column.notNull().check(sql`rent_cents >= 0`))
    .addColumn('vat_rate_basis_points', integer, (column) =>
      column.notNull().check(sql`vat_rate_basis_points between 0 and 10000`),
    )
    .addColumn('operation_fee_cents', integer, (column) => column.notNull().check(sql`operation_fee_cents >= 0`))
    .addColumn('balance_cents', integer, (column) => column.notNull())
    .addColumn('balance_at', key, (column) => column.notNull())
    .addColumn('created_at', key, (column) => column.notNull())
    .addColumn('updated_at', key, (column) => column.notNull())
    .execute();
  await sql`create unique index shops_shop_id on shops (lower(shop_id))`.execute(db);

  await table('tenants')
    .addColumn('id', generatedId)
    .addColumn('shop_id', integer, (column) => column.notNull().references('shops.id'))
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('contact', text, (column) => column.notNull())
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('email', text)
    .addColumn('ended_at', key)
    .addColumn('created_at', key, (column) => column.notNull())
    .addColumn('updated_at', key, (column) => column.notNull())
    .execute();
  await sql`create unique index tenants_of_now on tenants (shop_id) where ended_at is null`.execute(db);
}

/** Ledger entries in the order of recording; voided but never changed (docs/rules.md, Principle). */
async function entries(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('facts')
    .addColumn('id', generatedId)
    .addColumn('shop_id', integer, (column) => column.notNull().references('shops.id'))
    .addColumn('kind', key, (column) =>
      column
        .notNull()
        .check(
          sql`kind in ('invoice', 'payment', 'correction', 'balance', 'fine applied', 'fine removed', 'invoice arrested', 'fine arrested')`,
        ),
    )
    .addColumn('effective_at', key, (column) => column.notNull())
    .addColumn('cents', integer, (column) => column.notNull())
    .addColumn('month', key, (column) => column.check(sql`month like '____-__'`))
    .addColumn('invoice_id', integer, (column) => column.references('facts.id'))
    .addColumn('payment_id', integer, (column) => column.references('facts.id'))
    .addColumn('tenant_id', integer, (column) => column.references('tenants.id'))
    .addColumn('method', key)
    .addColumn('note', text, (column) => column.notNull())
    .addColumn('recorded_at', key, (column) => column.notNull())
    .addColumn('recorded_by', text, (column) => column.notNull())
    .addColumn('voided_at', key)
    .addColumn('voided_by', text)
    .addColumn('void_reason', text)
    .addCheckConstraint('facts_payment_above_zero', sql`kind <> 'payment' or (cents > 0 and method is not null)`)
    .addCheckConstraint('facts_correction_of_payment', sql`(kind = 'correction') = (payment_id is not null)`)
    .addCheckConstraint('facts_invoice_of_month', sql`(kind = 'invoice') = (month is not null)`)
    .addCheckConstraint(
      'facts_about_invoice',
      sql`kind in ('invoice', 'payment', 'correction', 'balance') or invoice_id is not null`,
    )
    .addCheckConstraint('facts_voided_by_somebody', sql`(voided_at is null) = (voided_by is null)`)
    .execute();
  await db.schema.createIndex('facts_shop').on('facts').columns(['shop_id', 'effective_at']).execute();
  await db.schema.createIndex('facts_kind').on('facts').columns(['kind', 'effective_at']).execute();
  await db.schema.createIndex('facts_payment').on('facts').column('payment_id').execute();
  await sql`create unique index facts_one_invoice_a_month on facts (shop_id, month)
    where kind = 'invoice' and voided_at is null`.execute(db);
}

async function invoices(db: Kysely<never>): Promise<void> {
  const { table, integer, key } = schemaTypes(db);
  const amount = (name: string) => [name, integer] as const;
  await table('invoices')
    .addColumn('id', integer, (column) => column.primaryKey().notNull().references('facts.id'))
    .addColumn('shop_id', integer, (column) => column.notNull().references('shops.id'))
    .addColumn('number', key, (column) => column.notNull())
    .addColumn('month', key, (column) => column.notNull())
    .addColumn('generated_at', key, (column) => column.notNull())
    .addColumn('due_day', key, (column) => column.notNull())
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
  await db.schema.createIndex('invoices_shop').on('invoices').columns(['shop_id', 'month']).execute();
  await sql`create index invoices_number on invoices (lower(number))`.execute(db);
  await db.schema.createIndex('invoices_month').on('invoices').column('month').execute();
}

/** The result of the fold, stored for fast reading (docs/rules.md, Principle). */
async function computed(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key } = schemaTypes(db);
  await table('charges')
    .addColumn('id', generatedId)
    .addColumn('shop_id', integer, (column) => column.notNull().references('shops.id'))
    .addColumn('invoice_id', integer, (column) => column.notNull().references('invoices.id'))
    .addColumn('kind', key, (column) => column.notNull().check(sql`kind in ('VAT', 'OperationFee', 'Rent', 'Fine')`))
    .addColumn('cents', integer, (column) => column.notNull())
    .addColumn('paid_cents', integer, (column) => column.notNull())
    .addColumn('status', key, (column) =>
      column.notNull().check(sql`status in ('Paid', 'Partially Paid', 'Unpaid', 'Arrest')`),
    )
    .addColumn('arose_at', key, (column) => column.notNull())
    .addColumn('paid_at', key)
    .addUniqueConstraint('charges_one_of_a_kind', ['invoice_id', 'kind'])
    .addCheckConstraint('charges_not_overpaid', sql`paid_cents between 0 and cents`)
    .execute();
  await db.schema.createIndex('charges_shop').on('charges').column('shop_id').execute();

  await table('allocations')
    .addColumn('id', generatedId)
    .addColumn('shop_id', integer, (column) => column.notNull().references('shops.id'))
    .addColumn('invoice_id', integer, (column) => column.notNull().references('invoices.id'))
    .addColumn('kind', key, (column) => column.notNull())
    .addColumn('cause_id', integer, (column) => column.notNull().references('facts.id'))
    .addColumn('cents', integer, (column) => column.notNull().check(sql`cents > 0`))
    .addColumn('allocated_at', key, (column) => column.notNull())
    .addUniqueConstraint('allocations_one_of_a_cause', ['invoice_id', 'kind', 'cause_id'])
    .execute();
  await db.schema.createIndex('allocations_shop').on('allocations').column('shop_id').execute();
  await db.schema.createIndex('allocations_date').on('allocations').column('allocated_at').execute();

  await table('receipts')
    .addColumn('payment_id', integer, (column) => column.primaryKey().notNull().references('facts.id'))
    .addColumn('times_printed', integer, (column) => column.notNull())
    .execute();
}

/** Answers by idempotency key (docs/rules.md, Payments, corrections, deletions). */
async function keptAnswers(db: Kysely<never>): Promise<void> {
  const { table, integer, key, text } = schemaTypes(db);
  await table('kept_answers')
    .addColumn('account_id', integer, (column) => column.notNull())
    .addColumn('path', key, (column) => column.notNull())
    .addColumn('key', key, (column) => column.notNull())
    .addColumn('request_hash', key, (column) => column.notNull())
    .addColumn('answer', text, (column) => column.notNull())
    .addColumn('created_at', key, (column) => column.notNull())
    .addPrimaryKeyConstraint('kept_answers_key', ['account_id', 'path', 'key'])
    .execute();
  await db.schema.createIndex('kept_answers_created').on('kept_answers').column('created_at').execute();
}
