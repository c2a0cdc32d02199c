import { type Kysely, sql } from 'kysely';
import { termNames } from '#billing/terms.ts';
import { languages } from '#contract/languages.ts';
import { chargeBases, chargeKinds, chargeStatuses, invoiceStatuses, mailStates } from '#contract/words.ts';
import { flag, holding, required, schemaTypes, wordOf } from '../../schema-types.ts';
import type { LedgerEntryKind } from '../../tables/ledger-tables.ts';

const entryKinds = {
  invoice: true,
  payment: true,
  correction: true,
  balance: true,
  'fine applied': true,
  'fine removed': true,
  'invoice arrested': true,
  'fine arrested': true,
  transfer: true,
  refund: true,
  'write-off': true,
  'deposit received': true,
  'deposit applied': true,
  'deposit refunded': true,
  'credit note': true,
  'debit note': true,
} satisfies Record<LedgerEntryKind, true>;

export async function createLedgers(db: Kysely<never>): Promise<void> {
  await createShops(db);
  await createTenancies(db);
  await createEntries(db);
  await createInvoices(db);
  await createComputed(db);
  await createOtherCharges(db);
  await createMails(db);
}

async function createShops(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('shops')
    .addColumn('id', generatedId)
    .addColumn('shop_id', key, required)
    .addColumn('shop_name', text, required)
    .addColumn('location', text, required)
    .addColumn('rent_cents', integer, holding('rent_cents >= 0'))
    .addColumn('vat_rate_basis_points', integer, holding('vat_rate_basis_points between 0 and 10000'))
    .addColumn('operation_fee_cents', integer, holding('operation_fee_cents >= 0'))
    .addColumn('created_at', key, required)
    .addColumn('updated_at', key, required)
    .execute();
  await sql`create unique index shops_shop_id on shops (lower(shop_id))`.execute(db);
}

/** Creates the tables of tenancies. A ledger belongs to a tenancy (docs/rules.md, Tenancies). */
async function createTenancies(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, drawnId, key, text } = schemaTypes(db);
  await table('tenancies')
    .addColumn('id', drawnId('tenancies'))
    .addColumn('shop_id', integer, (column) => column.notNull().references('shops.id'))
    .addColumn('name', text, required)
    .addColumn('contact', text, required)
    .addColumn('address', text, required)
    .addColumn('email', text)
    .addColumn('started_on', key, required)
    .addColumn('ended_on', key)
    .addColumn('agreement_number', text, required)
    .addColumn('agreement_note', text, required)
    .addColumn('language', key, wordOf('language', languages))
    .addColumn('is_vat_registered', integer, flag('is_vat_registered'))
    .addColumn('tin', text, required)
    .addColumn('tax_name', text, required)
    .addColumn('tax_address', text, required)
    .addColumn('balance_cents', integer, required)
    .addColumn('balance_at', key, required)
    .addColumn('created_at', key, required)
    .addColumn('updated_at', key, required)
    .addColumn('seal', text, (column) => column.notNull().defaultTo(''))
    .addColumn('erased_at', key)
    .addCheckConstraint('tenancies_end_after_start', sql`ended_on is null or ended_on >= started_on`)
    .execute();
  await sql`create unique index tenancies_current on tenancies (shop_id) where ended_on is null`.execute(db);
  await db.schema.createIndex('tenancies_shop').on('tenancies').columns(['shop_id', 'started_on']).execute();

  await table('terms')
    .addColumn('id', generatedId)
    .addColumn('tenancy_id', integer, (column) => column.notNull().references('tenancies.id').onDelete('cascade'))
    .addColumn('term', key, wordOf('term', termNames))
    .addColumn('valid_from', key, required)
    .addColumn('amount', integer, holding('amount >= 0'))
    .addColumn('reason', text, required)
    .addColumn('set_at', key, required)
    .addColumn('set_by', text, required)
    .execute();
  await db.schema.createIndex('terms_tenancy').on('terms').columns(['tenancy_id', 'term', 'valid_from']).execute();
}

/** Creates the tables of entries, which are voided but never changed (docs/rules.md, Principle). */
async function createEntries(db: Kysely<never>): Promise<void> {
  const { table, integer, drawnId, key, text } = schemaTypes(db);
  await table('ledger_entries')
    .addColumn('id', drawnId('ledger_entries'))
    .addColumn('tenancy_id', integer, (column) => column.notNull().references('tenancies.id'))
    .addColumn('shop_id', integer, (column) => column.notNull().references('shops.id'))
    .addColumn('kind', key, wordOf('kind', Object.keys(entryKinds)))
    .addColumn('effective_at', key, required)
    .addColumn('cents', integer, required)
    .addColumn('month', key, (column) => column.check(sql`month like '____-__'`))
    .addColumn('invoice_id', integer, (column) => column.references('ledger_entries.id'))
    .addColumn('payment_id', integer, (column) => column.references('ledger_entries.id'))
    .addColumn('linked_id', integer, (column) => column.references('ledger_entries.id'))
    .addColumn('place', integer)
    .addColumn('charge_kind', key)
    .addColumn('line', integer)
    .addColumn('method', key)
    .addColumn('note', text, required)
    .addColumn('recorded_at', key, required)
    .addColumn('recorded_by', text, required)
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
  // The index finds the payment that replaced a voided one. It is partial, because few entries are linked.
  await sql`create index ledger_entries_linked on ledger_entries (linked_id) where linked_id is not null`.execute(db);
}

async function createInvoices(db: Kysely<never>): Promise<void> {
  const { table, integer, key, text } = schemaTypes(db);
  await table('invoices')
    .addColumn('id', integer, (column) => column.primaryKey().notNull().references('ledger_entries.id'))
    .addColumn('tenancy_id', integer, (column) => column.notNull().references('tenancies.id'))
    .addColumn('shop_id', integer, (column) => column.notNull().references('shops.id'))
    .addColumn('number', key, required)
    .addColumn('month', key, required)
    .addColumn('generated_at', key, required)
    .addColumn('due_day', key, required)
    .addColumn('tenant_name', text, required)
    .addColumn('tenant_contact', text, required)
    .addColumn('tenant_address', text, required)
    .addColumn('vat_rate_basis_points', integer, required)
    .addColumn('rent_cents', integer, required)
    .addColumn('operation_fee_cents', integer, required)
    .addColumn('vat_cents', integer, required)
    .addColumn('previous_balance_cents', integer, required)
    .addColumn('total_arrears_cents', integer, required)
    .addColumn('fines_cents', integer, required)
    .addColumn('previous_fines_cents', integer, required)
    .addColumn('previous_total_cents', integer, required)
    .addColumn('previous_paid_cents', integer, required)
    .addColumn('previous_paid_at', key)
    .addColumn('total_cents', integer, required)
    .addColumn('times_printed', integer, required)
    .addColumn('status', key, wordOf('status', invoiceStatuses))
    .addColumn('paid_cents', integer, required)
    .addColumn('updated_at', key, required)
    .addColumn('other_charges', text, (column) => column.notNull().defaultTo('[]'))
    .addColumn('rent_due_day', integer, (column) => column.notNull().defaultTo(15))
    .addColumn('fine_basis_points', integer, (column) => column.notNull().defaultTo(3000))
    .execute();
  await db.schema.createIndex('invoices_tenancy').on('invoices').columns(['tenancy_id', 'month']).execute();
  await db.schema.createIndex('invoices_shop').on('invoices').columns(['shop_id', 'month']).execute();
  await sql`create index invoices_number on invoices (lower(number))`.execute(db);
  await db.schema.createIndex('invoices_month').on('invoices').column('month').execute();

  await table('receipts')
    .addColumn('payment_id', integer, (column) => column.primaryKey().notNull().references('ledger_entries.id'))
    .addColumn('times_printed', integer, required)
    .execute();
}

/**
 * Creates the tables of charges and allocations. Both are computed from the entries and stored for fast reading
 * (docs/rules.md, Principle).
 */
async function createComputed(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key } = schemaTypes(db);
  await table('charges')
    .addColumn('id', generatedId)
    .addColumn('tenancy_id', integer, (column) => column.notNull().references('tenancies.id'))
    .addColumn('shop_id', integer, (column) => column.notNull().references('shops.id'))
    .addColumn('invoice_id', integer, (column) => column.notNull().references('invoices.id'))
    .addColumn('kind', key, wordOf('kind', chargeKinds))
    .addColumn('line', integer, required)
    .addColumn('cents', integer, required)
    .addColumn('paid_cents', integer, required)
    .addColumn('status', key, wordOf('status', chargeStatuses))
    .addColumn('arose_at', key, required)
    .addColumn('paid_at', key)
    .addUniqueConstraint('charges_one_of_a_kind', ['invoice_id', 'kind', 'line'])
    .addCheckConstraint('charges_not_overpaid', sql`paid_cents between 0 and cents`)
    .execute();
  await db.schema.createIndex('charges_tenancy').on('charges').column('tenancy_id').execute();
  await db.schema.createIndex('charges_shop').on('charges').column('shop_id').execute();
  // The index is partial, because most charges are paid.
  await sql`create index charges_owed on charges (tenancy_id, invoice_id) where paid_cents < cents`.execute(db);

  await table('allocations')
    .addColumn('id', generatedId)
    .addColumn('tenancy_id', integer, (column) => column.notNull().references('tenancies.id'))
    .addColumn('shop_id', integer, (column) => column.notNull().references('shops.id'))
    .addColumn('invoice_id', integer, (column) => column.notNull().references('invoices.id'))
    .addColumn('kind', key, required)
    .addColumn('line', integer, required)
    .addColumn('cause_id', integer, (column) => column.notNull().references('ledger_entries.id'))
    // A negative amount undoes an allocation, because a credit note reduced the charge.
    .addColumn('cents', integer, holding('cents <> 0'))
    .addColumn('allocated_at', key, required)
    .addUniqueConstraint('allocations_one_of_a_cause', ['invoice_id', 'kind', 'line', 'cause_id'])
    .execute();
  await db.schema.createIndex('allocations_tenancy').on('allocations').column('tenancy_id').execute();
  await db.schema.createIndex('allocations_shop').on('allocations').column('shop_id').execute();
  await db.schema.createIndex('allocations_date').on('allocations').column('allocated_at').execute();
}

/** Creates the tables of charges for electricity, water and the like (docs/rules.md, Other charges). */
async function createOtherCharges(db: Kysely<never>): Promise<void> {
  const { table, integer, drawnId, key, text } = schemaTypes(db);
  await table('charge_kinds')
    .addColumn('id', drawnId('charge_kinds'))
    .addColumn('name', text, required)
    .addColumn('name_si', text, required)
    .addColumn('name_ta', text, required)
    .addColumn('is_vatable', integer, flag('is_vatable'))
    .addColumn('basis', key, wordOf('basis', chargeBases))
    .addColumn('unit', text, required)
    .addColumn('rate_cents', integer, required)
    .addColumn('is_archived', integer, flag('is_archived'))
    .addColumn('created_at', key, required)
    .addColumn('updated_at', key, required)
    .addCheckConstraint('charge_kinds_meter', sql`(basis = 'meter') = (unit <> '' and rate_cents > 0)`)
    .execute();

  await table('tenancy_charges')
    .addColumn('id', drawnId('tenancy_charges'))
    .addColumn('tenancy_id', integer, (column) => column.notNull().references('tenancies.id').onDelete('cascade'))
    .addColumn('charge_kind_id', integer, (column) => column.notNull().references('charge_kinds.id'))
    .addColumn('cents', integer, holding('cents >= 0'))
    .addColumn('from_month', key, required)
    .addColumn('until_month', key)
    .addColumn('previous_reading', integer)
    .addColumn('current_reading', integer)
    .addColumn('note', text, required)
    .addColumn('invoice_id', integer, (column) => column.references('invoices.id'))
    .addColumn('recorded_at', key, required)
    .addColumn('recorded_by', text, required)
    .addCheckConstraint('tenancy_charges_until_after_from', sql`until_month is null or until_month >= from_month`)
    .addCheckConstraint('tenancy_charges_reading', sql`current_reading is null or current_reading >= previous_reading`)
    .execute();
  const index = (name: string) => db.schema.createIndex(`tenancy_charges_${name}`).on('tenancy_charges');
  await index('tenancy').column('tenancy_id').execute();
  await index('invoice').column('invoice_id').execute();
}

/**
 * Creates the tables of emails with invoices or statements. Each email is stored as a row before it is sent
 * (docs/operating.md, Email).
 */
async function createMails(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('mails')
    .addColumn('id', generatedId)
    .addColumn('run_id', key, required)
    .addColumn('invoice_id', integer, (column) => column.references('invoices.id'))
    .addColumn('tenancy_id', integer, (column) => column.references('tenancies.id'))
    .addColumn('period_from', key)
    .addColumn('period_to', key)
    .addColumn('recipient', text, required)
    .addColumn('message_id', text, required)
    .addColumn('state', key, wordOf('state', mailStates))
    .addColumn('message', text, required)
    .addColumn('leased_by', key)
    .addColumn('leased_until', key)
    .addColumn('requested_at', key, required)
    .addColumn('requested_by', text, required)
    .addColumn('request_id', key, required)
    .addColumn('changed_at', key, required)
    .addCheckConstraint('mails_of_one', sql`(invoice_id is null) <> (tenancy_id is null)`)
    .execute();
  await db.schema.createIndex('mails_invoice').on('mails').columns(['invoice_id', 'id']).execute();
  await sql`create index mails_tenancy on mails (tenancy_id, id) where tenancy_id is not null`.execute(db);
  await db.schema.createIndex('mails_run').on('mails').column('run_id').execute();
  await db.schema.createIndex('mails_changed').on('mails').column('changed_at').execute();
  await sql`create index mails_open on mails (id) where state in ('queued', 'sending')`.execute(db);
  await sql`create index mails_unknown on mails (id) where state = 'unknown'`.execute(db);
}
