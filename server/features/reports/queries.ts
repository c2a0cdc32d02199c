import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Instant, InstantRange, Month } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { takesEffectIn } from '../../db/takes-effect.ts';

/** When the entry of a query takes effect. */
const EFFECT = takesEffectIn('ledger_entries');

export async function insertDownloadToken(tx: Writer, ticket: Insertable<Tables['report_tickets']>): Promise<void> {
  await tx.insertInto('report_tickets').values(ticket).execute();
}

/** Deletes this token and all expired ones. Returns the session of the token; undefined if the token was not valid. */
export async function consumeDownloadToken(tx: Writer, hash: string, now: Instant): Promise<string | undefined> {
  await tx.deleteFrom('report_tickets').where('expires_at', '<=', now).execute();
  const taken = await tx.deleteFrom('report_tickets').where('hash', '=', hash).returning('session_id').execute();
  return taken[0]?.session_id;
}

/** A month with its first instant and the first instant after it. */
export interface MonthSpan extends InstantRange {
  month: Month;
}

export type BilledRow = Awaited<ReturnType<typeof sumBilled>>[number];
export type AllocatedRow = Awaited<ReturnType<typeof sumAllocated>>[number];
export type MoneyRow = Awaited<ReturnType<typeof sumMoney>>[number];

export function listReportShops(db: Reader) {
  return db.selectFrom('shops').select(['id', 'shop_id', 'shop_name', 'rent_cents', 'created_at']).execute();
}

export function listTenancies(db: Reader) {
  return db.selectFrom('tenancies').select(['id', 'shop_id', 'name', 'started_on', 'ended_on']).orderBy('id').execute();
}

/**
 * Returns the charged amounts in cents by tenancy and kind, separately for the month's invoice (`is_of_month` 1) and
 * earlier ones (0). Fines are included if they fell due before the end of the month, credit and debit notes if they
 * took effect before then.
 */
export function sumBilled(db: Reader, { month, from, until }: MonthSpan) {
  const later = db
    .selectFrom('ledger_entries')
    .select(['invoice_id', 'charge_kind', 'line'])
    .select(sumOf(sql`case kind when 'debit note' then cents else -cents end`).as('cents'))
    .where('kind', 'in', ['credit note', 'debit note'])
    .where('voided_at', 'is', null)
    .where('effective_at', '>=', until)
    .groupBy(['invoice_id', 'charge_kind', 'line'])
    .as('later');
  return db
    .selectFrom('charges')
    .innerJoin('invoices', 'invoices.id', 'charges.invoice_id')
    .leftJoin(later, (join) =>
      join
        .onRef('later.invoice_id', '=', 'charges.invoice_id')
        .onRef('later.charge_kind', '=', 'charges.kind')
        .onRef('later.line', '=', 'charges.line'),
    )
    .select([
      'charges.tenancy_id',
      'charges.kind',
      isOf(month).as('is_of_month'),
      sumOf(sql`charges.cents - coalesce(later.cents, 0)`).as('cents'),
      sumOf(sql`case when charges.arose_at >= ${from} then charges.cents else 0 end`).as('in_month_cents'),
    ])
    .where('invoices.month', '<=', month)
    .where(({ or, eb }) => or([eb('charges.kind', '!=', 'Fine'), eb('charges.arose_at', '<', until)]))
    .groupBy(['charges.tenancy_id', 'charges.kind', 'is_of_month'])
    .execute();
}

export function sumAllocated(db: Reader, { month, from, until }: MonthSpan) {
  return db
    .selectFrom('allocations')
    .innerJoin('invoices', 'invoices.id', 'allocations.invoice_id')
    .select([
      'allocations.tenancy_id',
      'allocations.kind',
      isOf(month).as('is_of_month'),
      sumOf(sql`allocations.cents`).as('cents'),
      sumOf(sql`case when allocations.allocated_at >= ${from} then allocations.cents else 0 end`).as('in_month_cents'),
    ])
    .where('allocations.allocated_at', '<', until)
    .groupBy(['allocations.tenancy_id', 'allocations.kind', 'is_of_month'])
    .execute();
}

/**
 * Returns the money received by tenancy and method in cents: `cents` up to the end of the month, `in_month_cents`
 * within it. A correction has the method of its payment. `paid_by` is null for set balances and transfers.
 */
export function sumMoney(db: Reader, { from, until }: MonthSpan) {
  return db
    .selectFrom('ledger_entries')
    .leftJoin('ledger_entries as corrected', 'corrected.id', 'ledger_entries.payment_id')
    .select(({ fn }) => [
      'ledger_entries.tenancy_id',
      fn.coalesce('corrected.method', 'ledger_entries.method').as('paid_by'),
      sumOf(sql`ledger_entries.cents`).as('cents'),
      sumOf(sql`case when ${EFFECT} >= ${from} then ledger_entries.cents else 0 end`).as('in_month_cents'),
      sumOf(sql`case when ${EFFECT} >= ${from} then 1 else 0 end`).as('entries_in_month'),
      sumOf(sql`case when ${EFFECT} >= ${from} and ledger_entries.kind = 'payment' then 1 else 0 end`).as('payments'),
      sql<Instant | null>`max(case when ledger_entries.kind = 'payment' then ${EFFECT} end)`.as('last_paid_at'),
    ])
    .where('ledger_entries.kind', 'in', ['payment', 'correction', 'balance', 'transfer'])
    .where('ledger_entries.voided_at', 'is', null)
    .where(EFFECT, '<', until)
    .groupBy(['ledger_entries.tenancy_id', 'paid_by'])
    .execute();
}

/** Returns the fines that payments and corrections recorded in the month saved by their earlier day, by tenancy. */
export function sumSavedFines(db: Reader, { from, until }: MonthSpan) {
  return db
    .selectFrom('ledger_entries')
    .select(['tenancy_id', sumOf(sql`saved_fine_cents`).as('cents')])
    .where('kind', 'in', ['payment', 'correction'])
    .where('voided_at', 'is', null)
    .where('recorded_at', '>=', from)
    .where('recorded_at', '<', until)
    .where('saved_fine_cents', 'is not', null)
    .groupBy('tenancy_id')
    .execute();
}

export function sumMonthCharges(db: Reader, month: Month) {
  return db
    .selectFrom('charges')
    .innerJoin('invoices', 'invoices.id', 'charges.invoice_id')
    .select(({ fn }) => [
      'charges.tenancy_id',
      'charges.kind',
      fn.min('invoices.number').as('number'),
      sumOf(sql`charges.cents`).as('cents'),
      sumOf(sql`charges.paid_cents`).as('paid_cents'),
    ])
    .where('invoices.month', '=', month)
    .groupBy(['charges.tenancy_id', 'charges.kind'])
    .execute();
}

export function sumDeposits(db: Reader) {
  return db
    .selectFrom('ledger_entries')
    .select(['tenancy_id', 'kind', sumOf(sql`cents`).as('cents')])
    .where('kind', 'in', ['deposit received', 'deposit applied', 'deposit refunded'])
    .where('voided_at', 'is', null)
    .groupBy(['tenancy_id', 'kind'])
    .execute();
}

function isOf(month: Month): RawBuilder<number> {
  return sql<number>`case when invoices.month = ${month} then 1 else 0 end`;
}

function sumOf(amount: RawBuilder<unknown>): RawBuilder<Cents> {
  return sql<Cents>`cast(coalesce(sum(${amount}), 0) as bigint)`;
}
