import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { dayOf, firstDayOf } from '#billing/calendar.ts';
import { schemaTypes } from '../../../schema-types.ts';
import { type OldInvoice, type OldShop, type Plan, selectRows } from './plan-shops.ts';

const BY = 'system';
const ROWS_AT_ONCE = 200;

export async function copyTenancies(db: Kysely<never>, plans: readonly Plan[]): Promise<void> {
  for (const { shop, tenancies } of plans) {
    for (const { id, isMade, startedOn, endedOn } of tenancies) {
      const balance = tenancies.length === 1 ? shop.balance_cents : 0;
      const rest = sql`cast(${startedOn} as text), cast(${endedOn} as text), '', '', 'en', 0, '', '', '',
        cast(${balance} as bigint), cast(${shop.balance_at} as text)`;
      const columns = sql`id, shop_id, name, contact, address, email, started_on, ended_on, agreement_number,
        agreement_note, language, is_vat_registered, tin, tax_name, tax_address, balance_cents, balance_at, created_at, updated_at`;
      await (isMade
        ? sql`insert into tenancies (${columns})
            values (${id}, ${shop.id}, 'Tenant not recorded', '', '', null, ${rest}, ${shop.updated_at}, ${shop.updated_at})`
        : sql`insert into tenancies (${columns})
            select id, shop_id, name, contact, address, email, ${rest}, created_at, updated_at
            from old_tenants where id = ${id}`
      ).execute(db);
    }
  }
}

export async function copyLedgers(db: Kysely<never>, plans: readonly Plan[]): Promise<void> {
  const { table, integer } = schemaTypes(db);
  await table('old_owners')
    .addColumn('entry_id', integer, (column) => column.primaryKey().notNull())
    .addColumn('tenancy_id', integer, (column) => column.notNull())
    .execute();
  const owners = plans.flatMap((plan) => [...plan.owners]);
  for (let at = 0; at < owners.length; at += ROWS_AT_ONCE) {
    const rows = owners.slice(at, at + ROWS_AT_ONCE).map(([entry, tenancy]) => sql`(${entry}, ${tenancy})`);
    await sql`insert into old_owners (entry_id, tenancy_id) values ${sql.join(rows)}`.execute(db);
  }
  await sql`insert into ledger_entries (id, tenancy_id, shop_id, kind, effective_at, cents, month, invoice_id, payment_id,
      method, note, recorded_at, recorded_by, voided_at, voided_by, void_reason)
    select id, tenancy_id, shop_id, kind, effective_at, cents, month, invoice_id, payment_id,
      method, note, recorded_at, recorded_by, voided_at, voided_by, void_reason
    from old_facts join old_owners on entry_id = id order by id`.execute(db);
  await sql`insert into invoices (id, tenancy_id, shop_id, number, month, generated_at, due_day, tenant_name, tenant_contact,
      tenant_address, vat_rate_basis_points, rent_cents, operation_fee_cents, vat_cents, previous_balance_cents,
      total_arrears_cents, fines_cents, previous_fines_cents, previous_total_cents, previous_paid_cents, previous_paid_at,
      total_cents, times_printed, status, paid_cents, updated_at)
    select i.id, o.tenancy_id, i.shop_id, number, month, generated_at, due_day, t.name, t.contact,
      t.address, vat_rate_basis_points, rent_cents, operation_fee_cents, vat_cents, previous_balance_cents,
      total_arrears_cents, fines_cents, previous_fines_cents, previous_total_cents, previous_paid_cents, previous_paid_at,
      total_cents, times_printed, status, paid_cents, i.updated_at
    from old_invoices i join old_owners o on o.entry_id = i.id join tenancies t on t.id = o.tenancy_id`.execute(db);
  await sql`insert into charges (id, tenancy_id, shop_id, invoice_id, kind, line, cents, paid_cents, status, arose_at, paid_at)
    select id, tenancy_id, shop_id, invoice_id, kind, 0, cents, paid_cents, status, arose_at, paid_at
    from old_charges join old_owners on entry_id = invoice_id`.execute(db);
  await sql`insert into allocations (id, tenancy_id, shop_id, invoice_id, kind, line, cause_id, cents, allocated_at)
    select id, tenancy_id, shop_id, invoice_id, kind, 0, cause_id, cents, allocated_at
    from old_allocations join old_owners on entry_id = invoice_id`.execute(db);
  await sql`insert into receipts (payment_id, times_printed) select payment_id, times_printed from old_receipts`.execute(
    db,
  );
  await sql`insert into mails (id, invoice_id, recipient, message_id, outcome, message, sent_at, sent_by)
    select id, invoice_id, recipient, message_id, outcome, message, sent_at, sent_by from old_mails`.execute(db);
  await db.schema.dropTable('old_owners').execute();
  await continueIds(db, ['tenancies', 'ledger_entries', 'charges', 'allocations', 'mails']);
}

/** The rates of the issued invoices, then those of the shop. */
export async function copyTerms(db: Kysely<never>, plans: readonly Plan[]): Promise<void> {
  const billed = Map.groupBy(
    await selectRows<OldInvoice & { tenancy_id: number }>(
      db,
      sql`select i.* from invoices i join ledger_entries e on e.id = i.id where e.voided_at is null order by i.month`,
    ),
    ({ tenancy_id }) => tenancy_id,
  );
  for (const { shop, tenancies } of plans) {
    for (const { id, startedOn, endedOn } of tenancies) {
      const invoices = billed.get(id) ?? [];
      const steps = [
        ...invoices.map((invoice) => ({ ...invoice, from: firstDayOf(invoice.month) })),
        ...(endedOn === null || invoices.length === 0
          ? [{ ...shop, from: invoices.length === 0 ? startedOn : dayOf(shop.updated_at) }]
          : []),
      ];
      for (const [term, amountOf] of TERMS) {
        let before: number | undefined;
        for (const step of steps) {
          if (amountOf(step) === before) continue;
          before = amountOf(step);
          await sql`insert into terms (tenancy_id, term, valid_from, amount, reason, set_at, set_by)
            values (${id}, ${term}, ${step.from}, ${before}, '', ${shop.updated_at}, ${BY})`.execute(db);
        }
      }
    }
  }
}

type Rates = Pick<OldShop, 'rent_cents' | 'operation_fee_cents' | 'vat_rate_basis_points'>;
const TERMS = [
  ['rent', (rates: Rates) => rates.rent_cents],
  ['operation fee', (rates: Rates) => rates.operation_fee_cents],
  ['VAT rate', (rates: Rates) => rates.vat_rate_basis_points],
] as const;

/** Rows were copied with their ids; PostgreSQL must count on from the highest. */
async function continueIds(db: Kysely<never>, tables: readonly string[]): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  for (const name of tables) {
    await sql`select setval(pg_get_serial_sequence(${name}, 'id'), coalesce((select max(id) from ${sql.table(name)}), 0) + 1, false)`.execute(
      db,
    );
  }
}
