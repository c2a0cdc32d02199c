import { type Kysely, sql } from 'kysely';
import { type Day, endOfDay, type Instant } from '#billing/calendar.ts';
import { schemaTypes } from '../schema-types.ts';

interface Tenancy {
  id: number;
  shop: string;
  name: string;
  created_at: Instant;
  ended_on: Day | null;
}

interface Entry {
  id: number;
  event_date: Instant;
  event_type: string;
  event_description: string;
  event_message: string;
  shop_id: string;
  invoice_id: string | null;
}

const ENTRIES_AT_ONCE = 1000;
/** Ids in one statement. SQLite accepts at most 32,766 values. */
const IDS_AT_ONCE = 500;
/** Entries of these types concern the tenancy of the shop at that time, whose number or name older releases wrote. */
const OF_TENANCY = [
  'Tenant Added',
  'Tenant Changed',
  'Tenant Removed',
  'Deposit Received',
  'Deposit Applied',
  'Deposit Refunded',
  'Credit Refunded',
  'Debt Written Off',
  'Balance Transferred',
  'Balance Set',
  'Reminder Sent',
  'Reminder Followed Up',
  'Personal Data Downloaded',
  'Personal Data Erased',
];

/**
 * Adds the tenancy that an audit entry concerns. Earlier entries have it only in their sentence or through their invoice.
 * The MACs of those entries do not include it, so the head of the log gets the number of the last of them.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { integer } = schemaTypes(db);
  await db.schema.alterTable('audit_log').addColumn('tenancy_id', integer).execute();
  await db.schema
    .alterTable('audit_head')
    .addColumn('last_without_tenancy', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update audit_head set last_without_tenancy = (select coalesce(max(id), 0) from audit_log)`.execute(db);
  await fill(db);
  await sql`create index audit_log_tenancy on audit_log (tenancy_id, id) where tenancy_id is not null`.execute(db);
}

async function fill(db: Kysely<never>): Promise<void> {
  const tenancies = await sql<Tenancy>`select tenancies.id, shops.shop_id as shop, tenancies.name, tenancies.created_at,
    tenancies.ended_on from tenancies inner join shops on shops.id = tenancies.shop_id order by tenancies.id desc`.execute(
    db,
  );
  const invoices = await sql<{ number: string; tenancy_id: number }>`select number, tenancy_id from invoices`.execute(
    db,
  );
  const shops = Map.groupBy(tenancies.rows, ({ shop }) => shop);
  const tenancyOfInvoice = new Map(invoices.rows.map(({ number, tenancy_id }) => [number, tenancy_id]));
  for (let last = 0; ; ) {
    const { rows } = await sql<Entry>`select id, event_date, event_type, event_description, event_message, shop_id,
      invoice_id from audit_log where shop_id is not null and id > ${last} order by id limit ${ENTRIES_AT_ONCE}`.execute(
      db,
    );
    const found = rows.map(({ id, ...entry }) => ({
      id,
      tenancyId: tenancyOf(entry, shops.get(entry.shop_id) ?? []) ?? tenancyOfInvoice.get(entry.invoice_id ?? ''),
    }));
    for (const [tenancyId, entries] of Map.groupBy(found, (one) => one.tenancyId))
      if (tenancyId !== undefined) await store(db, tenancyId, entries);
    if (rows.length < ENTRIES_AT_ONCE) return;
    last = rows.at(-1)?.id ?? last;
  }
}

async function store(db: Kysely<never>, tenancyId: number, entries: readonly { id: number }[]): Promise<void> {
  for (let from = 0; from < entries.length; from += IDS_AT_ONCE) {
    const ids = entries.slice(from, from + IDS_AT_ONCE).map(({ id }) => id);
    await sql`update audit_log set tenancy_id = ${tenancyId} where id in (${sql.join(ids)})`.execute(db);
  }
}

/** The tenancies are those of the shop, newest first. */
function tenancyOf(entry: Omit<Entry, 'id'>, tenancies: readonly Tenancy[]): number | undefined {
  const number = /^Tenan(?:t|cy) (\d+)\b/.exec(entry.event_description)?.[1];
  if (number !== undefined) return tenancies.find(({ id }) => String(id) === number)?.id;
  if (!OF_TENANCY.includes(entry.event_type)) return undefined;
  const begun = tenancies.filter(({ created_at }) => created_at <= entry.event_date);
  const lasting = begun.find(({ ended_on }) => ended_on === null || entry.event_date <= endOfDay(ended_on));
  const named = begun.find(({ name }) => names(entry, name));
  return entry.event_type === 'Balance Set' ? lasting?.id : (named ?? lasting)?.id;
}

function names({ event_description, event_message }: Omit<Entry, 'id'>, name: string): boolean {
  return event_description.includes(` of ${name}`) || event_message.includes(JSON.stringify(name));
}
