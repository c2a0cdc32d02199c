import { sql } from 'kysely';
import { isMonth, type Month } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import { foldText, foldWords } from '#contract/fold-text.ts';
import type { InvoiceQuery, InvoiceSort, InvoiceTab } from '#contract/invoices.ts';
import { monthNames, shortMonthNames } from '#contract/messages/day-words.ts';
import type { InvoiceStatusValue } from '#contract/words.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { contains, nameContains } from '../../db/like-pattern.ts';
import { type ChargeRow, findPreviousNumbers, hasReference } from '../ledger/queries.ts';
import { findByName } from '../shops/find-by-name.ts';
import { shopOrder } from '../shops/queries.ts';
import { lockTenancy } from '../tenants/queries.ts';

/**
 * Reads a month such as 2026-10, 2026/10, 10-2026, 10/2026, Oct 2026 or October 2026. The name may be in any of the
 * three languages.
 */
function parseMonthSearch(search: string): Month | undefined {
  const [first = '', second = '', ...others] = foldText(search)
    .split(/[\s/.,–-]+/)
    .filter((word) => word !== '');
  if (others.length > 0) return undefined;
  const [year, name] = /^\d{4}$/.test(first) ? [first, second] : [second, first];
  const month = `${year}-${numberOfMonth(name).padStart(2, '0')}`;
  return isMonth(month) ? month : undefined;
}

const numbers = new Map(
  [...Object.values(monthNames), ...Object.values(shortMonthNames)].flatMap((names) =>
    names.map((name, at): [string, string] => [foldText(name).replace('.', ''), String(at + 1)]),
  ),
);

const SHORTEST_BEGINNING = 3;

/** Returns the number of a month by its name, which may be shortened, as in Sept. */
function numberOfMonth(name: string): string {
  if (/^\d{1,2}$/.test(name)) return name;
  const exact = numbers.get(name);
  if (exact !== undefined || name.length < SHORTEST_BEGINNING) return exact ?? '';
  const begun = new Set([...numbers].filter(([whole]) => whole.startsWith(name)).map(([, number]) => number));
  return begun.size === 1 ? ([...begun][0] ?? '') : '';
}

function selectInvoices(db: Reader) {
  return db
    .selectFrom('invoices')
    .innerJoin('ledger_entries', 'ledger_entries.id', 'invoices.id')
    .innerJoin('shops', 'shops.id', 'invoices.shop_id')
    .innerJoin('tenancies', 'tenancies.id', 'invoices.tenancy_id')
    .where('ledger_entries.voided_at', 'is', null);
}

type Selected = ReturnType<typeof selectInvoices>;

const SEARCHED = sql<string>`lower(shops.shop_id) || ' ' || lower(invoices.number) || ' ' || invoices.month`;

function hasTaxSerial(search: string) {
  const serial = contains(sql<string>`lower(tax_documents.serial)`, search);
  return sql<boolean>`invoices.id in (select invoice_id from tax_documents where ${serial})`;
}

const STATUSES: Partial<Record<InvoiceTab, InvoiceStatusValue>> = {
  paid: 'Paid',
  arrears: 'Arrears',
  'partly-paid': 'Partially Paid',
  unpaid: 'Unpaid',
};

/** A search that names a month finds only that month. */
async function filterInvoices(
  db: Reader,
  { search = '', shop_id, month_year, status = 'all' }: InvoiceQuery,
): Promise<{ selected: Selected }> {
  const wanted = STATUSES[status];
  const month = parseMonthSearch(search);
  const { shopIds, tenancyIds } = await findByName(db, month === undefined ? search : '');
  const selected = selectInvoices(db)
    .$if(month !== undefined, (query) => query.where('invoices.month', '=', month ?? null))
    .$if(search !== '' && month === undefined, (query) =>
      query.where(({ eb, or, and }) =>
        or([
          eb('invoices.tenancy_id', 'in', tenancyIds),
          eb('invoices.shop_id', 'in', shopIds),
          and(foldWords(search).map((word) => contains(SEARCHED, word))),
          nameContains('invoices.tenant_name', search),
          hasTaxSerial(search),
          hasReference(search),
        ]),
      ),
    )
    .$if(shop_id !== undefined, (query) => query.where(sql`lower(shops.shop_id)`, '=', String(shop_id).toLowerCase()))
    .$if(month_year !== undefined, (query) => query.where('invoices.month', '=', month_year ?? null))
    .$if(wanted !== undefined, (query) => query.where('invoices.status', '=', wanted ?? null))
    .$if(status === 'newly-arrived', (query) => query.where('invoices.times_printed', '=', 0));
  return { selected };
}

/** The shop's id is compared too, because the index of unpaid charges begins with it. */
const AMOUNT_DUE = sql<Cents>`cast(coalesce((
  select sum(charges.cents - charges.paid_cents) from charges
  where charges.shop_id = invoices.shop_id and charges.invoice_id = invoices.id and charges.paid_cents < charges.cents
), 0) as bigint)`;

const invoiceWithShop = [
  'invoices.id',
  AMOUNT_DUE.as('amount_due_cents'),
  'shops.shop_id as written_shop_id',
  'shops.shop_name',
  'shops.location',
  // The email is the tenant's current one.
  'tenancies.email as tenant_email',
  'tenancies.language',
] as const;

/** The columns to sort by. Shop and invoice numbers are sorted by shopOrder. */
const SORTS = {
  month_year: 'invoices.month',
  rent_amount: 'invoices.rent_cents',
  operation_fee: 'invoices.operation_fee_cents',
  vat_amount: 'invoices.vat_cents',
  previous_balance: 'invoices.previous_balance_cents',
  fines: 'invoices.fines_cents',
  previous_fines: 'invoices.previous_fines_cents',
  total_arrears: 'invoices.total_arrears_cents',
  total_amount: 'invoices.total_cents',
  amount_due: AMOUNT_DUE,
  status: 'invoices.status',
  total_paid: 'invoices.paid_cents',
  shop_name: sql<string>`lower(shops.shop_name)`,
  tenant_name: sql<string>`lower(invoices.tenant_name)`,
} as const satisfies Record<Exclude<InvoiceSort, 'invoice_id' | 'shop_id'>, unknown>;

async function orderInvoices(db: Reader, asked: InvoiceQuery): Promise<{ ordered: Selected }> {
  const { sort = 'month_year', order = asked.sort ? 'asc' : 'desc' } = asked;
  const byShop = await shopOrder(db);
  const { selected } = await filterInvoices(db, asked);
  const ordered = selected
    .orderBy(sort === 'invoice_id' || sort === 'shop_id' ? byShop : SORTS[sort], order)
    .orderBy('invoices.month', sort === 'invoice_id' ? order : 'desc')
    .orderBy(byShop);
  return { ordered };
}

export async function listInvoices(db: Reader, asked: InvoiceQuery, limit: number) {
  const { ordered } = await orderInvoices(db, asked);
  // Amounts are read only for the invoices of this page: in one query, those of earlier pages would be summed too.
  const page = await ordered
    .select('invoices.id')
    .limit(limit)
    .offset(((asked.page ?? 1) - 1) * limit)
    .execute();
  const ids = page.map(({ id }) => id);
  const rows = new Map((await listInvoicesById(db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

export type ListedInvoiceRow = Awaited<ReturnType<typeof listInvoices>>[number];

export async function listInvoiceRowIds(db: Reader, asked: InvoiceQuery): Promise<number[]> {
  const { ordered } = await orderInvoices(db, asked);
  const rows = await ordered.select('invoices.id').execute();
  return rows.map(({ id }) => id);
}

export function listInvoicesById(db: Reader, ids: readonly number[]) {
  return selectInvoices(db).selectAll('invoices').select(invoiceWithShop).where('invoices.id', 'in', ids).execute();
}

export async function withCharges(
  db: Reader,
  invoices: readonly ListedInvoiceRow[],
): Promise<(ListedInvoiceRow & { charges: ChargeRow[] })[]> {
  if (invoices.length === 0) return [];
  const charges = await db
    .selectFrom('charges')
    .selectAll()
    .where(
      'invoice_id',
      'in',
      invoices.map(({ id }) => id),
    )
    .execute();
  const ofInvoice = Map.groupBy(charges, ({ invoice_id }) => invoice_id);
  return invoices.map((invoice) => ({ ...invoice, charges: ofInvoice.get(invoice.id) ?? [] }));
}

export async function countInvoices(db: Reader, asked: InvoiceQuery): Promise<number> {
  const { selected } = await filterInvoices(db, asked);
  const { count } = await selected.select(db.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns invoices with their numbers in the previous system. */
export async function findInvoices(
  db: Reader,
  numbers: readonly string[],
): Promise<(ListedInvoiceRow & { previous_number: string | undefined })[]> {
  const wanted = numbers.map((number) => number.toLowerCase());
  const rows = await selectInvoices(db)
    .selectAll('invoices')
    .select(invoiceWithShop)
    .where(sql`lower(invoices.number)`, 'in', wanted)
    .orderBy('invoices.id')
    .execute();
  const ids = rows.map(({ id }) => id);
  const previous = await findPreviousNumbers(db, 'invoices', ids);
  return rows.map((row) => ({ ...row, previous_number: previous.get(row.id) }));
}

export async function incrementInvoicePrints(
  tx: Writer,
  number: string,
): Promise<{ id: number; times: number; shopId: string; tenancyId: number; number: string } | undefined> {
  const [found] = await findInvoices(tx, [number]);
  if (!found) return undefined;
  await lockTenancy(tx, found.tenancy_id);
  const { times_printed: times } = await tx
    .updateTable('invoices')
    .set({ times_printed: sql`times_printed + 1` })
    .where('id', '=', found.id)
    .returning('times_printed')
    .executeTakeFirstOrThrow();
  const { id, written_shop_id: shopId, tenancy_id: tenancyId } = found;
  return { id, times, shopId, tenancyId, number: found.number };
}
