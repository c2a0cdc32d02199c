import { type RawBuilder, type Selectable, sql } from 'kysely';
import { addDays, type Day, type Instant, type InstantRange, instantFrom, type Month } from '#billing/calendar.ts';
import { type Cents, cents } from '#billing/money.ts';
import type { Reader } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { selectUnpaidCharges } from '../ledger/queries.ts';

export interface Months {
  from: Month;
  to: Month;
}

export type ArrearsRow = Awaited<ReturnType<typeof listArrears>>[number];
export type PersonCount = Awaited<ReturnType<typeof countVoidsByPerson>>[number];
export type PersonAmounts = Awaited<ReturnType<typeof listAmountsOfPeople>>[number];
export type AuditChangeRow = Pick<Selectable<Tables['audit_log']>, (typeof CHANGE_COLUMNS)[number]>;

export interface OwnVoids {
  person: string;
  issued: number;
  voided: number;
}

/** The invoices of the months `from` to `to`. Without `tenancyIds`, those of all tenancies. */
export interface InvoicesWanted extends Months {
  tenancyIds?: readonly number[];
}

/** Lists the statuses of the invoices that are not void. */
export function listInvoiceStatuses(db: Reader, wanted: InvoicesWanted) {
  return selectInvoices(db, wanted).select(['invoices.tenancy_id', 'invoices.month', 'invoices.status']).execute();
}

/** Lists the charges of the invoices that are not void. */
export function listInvoiceCharges(db: Reader, wanted: InvoicesWanted) {
  return selectInvoices(db, wanted)
    .innerJoin('charges', 'charges.invoice_id', 'invoices.id')
    .select(['invoices.tenancy_id', 'invoices.month', 'charges.kind', 'charges.cents', 'charges.paid_cents'])
    .execute();
}

function selectInvoices(db: Reader, { from, to, tenancyIds }: InvoicesWanted) {
  return db
    .selectFrom('invoices')
    .innerJoin('ledger_entries', 'ledger_entries.id', 'invoices.id')
    .where('ledger_entries.voided_at', 'is', null)
    .where('invoices.month', '>=', from)
    .where('invoices.month', '<=', to)
    .$call((query) => (tenancyIds ? query.where('invoices.tenancy_id', 'in', tenancyIds) : query));
}

export function listBalances(db: Reader, tenancyIds?: readonly number[]) {
  return db
    .selectFrom('tenancies')
    .select(['id', 'balance_cents', 'ended_on'])
    .$call((query) => (tenancyIds ? query.where('id', 'in', tenancyIds) : query))
    .execute();
}

export async function countShops(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('shops')
    .select(sql<number>`cast(count(*) as bigint)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

async function countTenants(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('tenancies')
    .select(sql<number>`cast(count(*) as bigint)`.as('count'))
    .where('ended_on', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists arrears in groups by the number of days since the due day. A charge is not late on its due day. */
export function listArrears(db: Reader, today: Day) {
  const unpaid = selectUnpaidCharges(db)
    .select(({ fn }) => [
      'charges.tenancy_id',
      fn.min('invoices.month').as('oldest_month'),
      unpaidDue(sql`>= ${today}`).as('not_due_cents'),
      unpaidDue(between(today, 30, 1)).as('days_1_30_cents'),
      unpaidDue(between(today, 60, 31)).as('days_31_60_cents'),
      unpaidDue(between(today, 90, 61)).as('days_61_90_cents'),
      unpaidDue(sql`< ${addDays(today, -90)}`).as('days_over_90_cents'),
    ])
    .groupBy('charges.tenancy_id');
  return db
    .selectFrom('tenancies')
    .innerJoin('shops', 'shops.id', 'tenancies.shop_id')
    .leftJoin(unpaid.as('unpaid'), 'unpaid.tenancy_id', 'tenancies.id')
    .select([
      'shops.shop_id',
      'shops.shop_name',
      'tenancies.id as tenancy_id',
      'tenancies.name as tenant_name',
      'tenancies.ended_on',
      'tenancies.balance_cents',
      'unpaid.oldest_month',
      'unpaid.not_due_cents',
      'unpaid.days_1_30_cents',
      'unpaid.days_31_60_cents',
      'unpaid.days_61_90_cents',
      'unpaid.days_over_90_cents',
    ])
    .where(({ or, eb }) => or([eb('unpaid.tenancy_id', 'is not', null), eb('tenancies.balance_cents', '<', cents(0))]))
    .execute();
}

export async function sumPayments(db: Reader, { from, until }: InstantRange): Promise<Cents> {
  const { cents } = await db
    .selectFrom('ledger_entries')
    .select(sumOf(sql.ref('cents')).as('cents'))
    .where('kind', 'in', ['payment', 'correction'])
    .where('voided_at', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        and([eb('counts_from', 'is', null), eb('effective_at', '>=', from), eb('effective_at', '<', until)]),
        and([eb('counted_at', 'is not', null), eb('counted_at', '>=', from), eb('counted_at', '<', until)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return cents;
}

/**
 * Lists what payments and corrections bring in, summed by the ten minutes in which they count. A day of Colombo begins
 * at such a time, so that the rows of a day are those of its instants.
 */
export async function listReceived(db: Reader, { from, until }: InstantRange) {
  const received = (at: 'effective_at' | 'counted_at') =>
    db
      .selectFrom('ledger_entries')
      .select([sql<string>`substr(${sql.ref(at)}, 1, 15)`.as('time'), sumOf(sql.ref('cents')).as('cents')])
      .where('kind', 'in', ['payment', 'correction'])
      .where('voided_at', 'is', null)
      .where(at, '>=', from)
      .where(at, '<', until)
      .groupBy(sql`1`);
  const usual = await received('effective_at').where('counts_from', 'is', null).execute();
  // `counted_at` exists only of what counts later (index ledger_entries_counted).
  const later = await received('counted_at').execute();
  return [...usual, ...later].map(({ time, cents }) => ({ at: instantFrom(`${time}0:00.000Z`), cents }));
}

/** Counts the bills of a month, and those of them that were printed or emailed. */
export async function countBills(db: Reader, month: Month): Promise<{ count: number; sent: number }> {
  const isSent = sql`invoices.times_printed > 0 or exists (select 1 from mails
    where mails.invoice_id = invoices.id and mails.state = 'sent')`;
  return selectInvoices(db, { from: month, to: month })
    .select([
      sql<number>`cast(count(*) as bigint)`.as('count'),
      sql<number>`cast(coalesce(sum(case when ${isSent} then 1 else 0 end), 0) as bigint)`.as('sent'),
    ])
    .executeTakeFirstOrThrow();
}

export async function countPrices(db: Reader, date: Day): Promise<number> {
  const { count } = await db
    .selectFrom('prices')
    .select(sql<number>`cast(count(*) as bigint)`.as('count'))
    .where('date', '=', date)
    .executeTakeFirstOrThrow();
  return count;
}

const CHANGE_COLUMNS = [
  'id',
  'event_type',
  'event_description',
  'event_message',
  'shop_id',
  'old_value',
  'new_value',
  'edit_reason',
  'event_date',
  'user_actioned',
] as const;

export function listLedgerChanges(db: Reader, types: readonly string[], most: number): Promise<AuditChangeRow[]> {
  return db
    .selectFrom('audit_log')
    .select(CHANGE_COLUMNS)
    .where('event_type', 'in', types)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

interface SinceWanted {
  from: Instant;
  most: number;
}

/** Lists the newest entries of each type, so that many of one type hide none of another. Newest first. */
export function listChangesOfEachType(
  db: Reader,
  types: readonly string[],
  { from, most }: SinceWanted,
): Promise<AuditChangeRow[]> {
  const numbered = db
    .selectFrom('audit_log')
    .select(CHANGE_COLUMNS)
    .select(sql<number>`row_number() over (partition by event_type order by id desc)`.as('place'))
    .where('event_type', 'in', types)
    .where('event_date', '>=', from);
  return db
    .selectFrom(numbered.as('numbered'))
    .select(CHANGE_COLUMNS)
    .where('place', '<=', most)
    .orderBy('id', 'desc')
    .execute();
}

/** Lists the values before and after the newest entries since an instant, with the person. */
export function listAmountsOfPeople(db: Reader, types: readonly string[], { from, most }: SinceWanted) {
  return db
    .selectFrom('audit_log')
    .select(['user_actioned', 'event_type', 'old_value', 'new_value'])
    .where('event_type', 'in', types)
    .where('event_date', '>=', from)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

export function countVoidsByPerson(db: Reader, types: readonly string[], from: Instant) {
  return (
    db
      .selectFrom('audit_log')
      .select(['user_actioned', 'event_type', sql<number>`cast(count(*) as bigint)`.as('count')])
      // The old value of a voided ticket is its price with two decimals.
      .select(
        sumOf(
          sql`case when event_type = 'Ticket Deleted' then cast(replace(old_value, '.', '') as bigint) else 0 end`,
        ).as('ticket_cents'),
      )
      .select(
        sql<number>`cast(sum(case when event_type = 'Ticket Deleted' and edit_reason is null then 1 else 0 end) as bigint)`.as(
          'without_reason',
        ),
      )
      .where('event_type', 'in', types)
      .where('event_date', '>=', from)
      // A payment moved to another shop has two entries. The second has no old value and is not counted.
      .where('old_value', 'is not', null)
      .groupBy(['user_actioned', 'event_type'])
      .execute()
  );
}

/** Counts by the email of the issuer the tickets since an instant, and those of them that the issuer voided. */
export async function countOwnVoids(db: Reader, from: Instant): Promise<OwnVoids[]> {
  const ticketsIn = (table: 'sanitation_tickets' | 'vehicle_tickets') =>
    sql`select issued_by as person, case when voided_by = issued_by then 1 else 0 end as is_voided
      from ${sql.table(table)} where issued_at >= ${from}`;
  const { rows } = await sql<OwnVoids>`
    select person, cast(count(*) as bigint) as issued, cast(sum(is_voided) as bigint) as voided
    from (${ticketsIn('sanitation_tickets')} union all ${ticketsIn('vehicle_tickets')}) as tickets
    group by person`.execute(db);
  return rows;
}

function unpaidDue(condition: RawBuilder<unknown>): RawBuilder<Cents> {
  return sumOf(sql`case when invoices.due_day ${condition} then charges.cents - charges.paid_cents else 0 end`);
}

/** Returns the condition that the due day is `least` to `most` days before today. Both bounds are included. */
function between(today: Day, most: number, least: number): RawBuilder<unknown> {
  return sql`between ${addDays(today, -most)} and ${addDays(today, -least)}`;
}

function sumOf(amount: RawBuilder<unknown>): RawBuilder<Cents> {
  return sql<Cents>`cast(coalesce(sum(${amount}), 0) as bigint)`;
}

/**
 * Counts what the setup list shows. For payments, tickets and prices it only checks whether there are any, because
 * there may be millions.
 */
export async function countForSetup(db: Reader) {
  const countOf = (table: 'products' | 'shops' | 'tenancies' | 'accounts' | 'invoices') =>
    db.selectFrom(table).select(sql<number>`cast(count(*) as bigint)`.as('count')).executeTakeFirstOrThrow();
  const isAny = async (table: 'prices' | 'sanitation_tickets' | 'vehicle_tickets') =>
    (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) === undefined ? 0 : 1;
  const payment = await db
    .selectFrom('ledger_entries')
    .select('id')
    .where('kind', '=', 'payment')
    .limit(1)
    .executeTakeFirst();
  return {
    products: (await countOf('products')).count,
    shops: (await countOf('shops')).count,
    tenants: await countTenants(db),
    accounts: (await countOf('accounts')).count,
    invoices: (await countOf('invoices')).count,
    payments: payment === undefined ? 0 : 1,
    prices: await isAny('prices'),
    tickets: (await isAny('sanitation_tickets')) + (await isAny('vehicle_tickets')),
  };
}
