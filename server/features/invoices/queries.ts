import { sql } from 'kysely';
import type { InvoiceQuery, InvoiceSort, InvoiceStatus, InvoiceTab } from '#contract/invoices.ts';
import type { Reader, Writer } from '../../db/connect.ts';

/** The standing invoices with their shop, and whoever rents it now. */
function selectInvoices(db: Reader) {
  return db
    .selectFrom('invoices')
    .innerJoin('facts', 'facts.id', 'invoices.id')
    .innerJoin('shops', 'shops.id', 'invoices.shop_id')
    .leftJoin('tenants', (join) => join.onRef('tenants.shop_id', '=', 'shops.id').on('tenants.ended_at', 'is', null))
    .where('facts.voided_at', 'is', null);
}

type Selected = ReturnType<typeof selectInvoices>;

const STATUSES: Partial<Record<InvoiceTab, InvoiceStatus>> = {
  paid: 'Paid',
  arrears: 'Arrears',
  'partly-paid': 'Partially Paid',
  unpaid: 'Unpaid',
};

/** Those that fit: by shop id, part of an invoice id or of a month, ignoring case; by shop, month and tab. */
function fitting(selected: Selected, { search = '', shop_id, month_year, status = 'all' }: InvoiceQuery): Selected {
  const wanted = STATUSES[status];
  const part = `%${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return selected
    .$if(search !== '', (query) =>
      query.where(sql<boolean>`lower(shops.shop_id) || ' ' || lower(invoices.number) || ' ' || invoices.month
        like ${part} escape '\\'`),
    )
    .$if(shop_id !== undefined, (query) => query.where(sql`lower(shops.shop_id)`, '=', String(shop_id).toLowerCase()))
    .$if(month_year !== undefined, (query) => query.where('invoices.month', '=', month_year ?? null))
    .$if(wanted !== undefined, (query) => query.where('invoices.status', '=', wanted ?? null))
    .$if(status === 'newly-arrived', (query) => query.where('invoices.times_printed', '=', 0));
}

const invoiceWithShop = [
  'invoices.id',
  'shops.shop_id as written_shop_id',
  'shops.shop_name',
  'shops.location',
  'tenants.name as tenant_name',
  'tenants.contact as tenant_contact',
  'tenants.email as tenant_email',
] as const;

const SORTS = {
  invoice_id: 'invoices.number',
  shop_id: 'shops.shop_id',
  month_year: 'invoices.month',
  rent_amount: 'invoices.rent_cents',
  operation_fee: 'invoices.operation_fee_cents',
  vat_amount: 'invoices.vat_cents',
  previous_balance: 'invoices.previous_balance_cents',
  fines: 'invoices.fines_cents',
  previous_fines: 'invoices.previous_fines_cents',
  total_arrears: 'invoices.total_arrears_cents',
  total_amount: 'invoices.total_cents',
  status: 'invoices.status',
  total_paid: 'invoices.paid_cents',
  shop_name: sql<string>`lower(shops.shop_name)`,
  tenant_name: sql<string>`lower(tenants.name)`,
} as const satisfies Record<InvoiceSort, unknown>;

/** The invoices that fit, newest month first unless asked otherwise; all of them, or one page. */
export function listInvoices(db: Reader, asked: InvoiceQuery) {
  const { sort = 'month_year', order = asked.sort ? 'asc' : 'desc', page = 1, limit } = asked;
  return (
    fitting(selectInvoices(db), asked)
      .selectAll('invoices')
      .select(invoiceWithShop)
      // The engines differ in where nothing stands; here a shop without a tenant is last either way.
      .$if(sort === 'tenant_name', (query) => query.orderBy(sql`tenants.name is null`))
      .orderBy(SORTS[sort], order)
      .orderBy('invoices.month', 'desc')
      .orderBy('shops.shop_id')
      .$if(limit !== undefined, (query) => query.limit(limit ?? 0).offset((page - 1) * (limit ?? 0)))
      .execute()
  );
}

export type ListedInvoiceRow = Awaited<ReturnType<typeof listInvoices>>[number];

/** How many invoices fit. */
export async function countInvoices(db: Reader, asked: InvoiceQuery): Promise<number> {
  const { count } = await fitting(selectInvoices(db), asked)
    .select(db.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Standing invoices by their numbers, ignoring case. */
export function findInvoices(db: Reader, numbers: readonly string[]): Promise<ListedInvoiceRow[]> {
  const wanted = numbers.map((number) => number.toLowerCase());
  return selectInvoices(db)
    .selectAll('invoices')
    .select(invoiceWithShop)
    .where(sql`lower(invoices.number)`, 'in', wanted)
    .execute();
}

/** Counts one more print of a standing invoice and gives how many there are now; undefined when there is none. */
export async function incrementInvoicePrints(
  tx: Writer,
  number: string,
): Promise<{ times: number; shopId: string; number: string } | undefined> {
  const [found] = await findInvoices(tx, [number]);
  if (!found) return undefined;
  const { times_printed: times } = await tx
    .updateTable('invoices')
    .set({ times_printed: sql`times_printed + 1` })
    .where('id', '=', found.id)
    .returning('times_printed')
    .executeTakeFirstOrThrow();
  return { times, shopId: found.written_shop_id, number: found.number };
}
