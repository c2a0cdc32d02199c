import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { addMonths, firstDayOf, type Month } from '#billing/calendar.ts';
import { type Cents, cents } from '#billing/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { prepared } from '../../db/prepared.ts';
import { checkLedgerSeal, UnsealedLedger } from '../../db/seal/ledger-seals.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { compareShopIds, deleteEmptyTenants } from '../shops/queries.ts';

export type TenancyRow = Selectable<Tables['tenancies']>;
/** `written_shop_id` is the shop's id as entered, such as `A-12`; `shop_id` is the row id. */
export type TenancyOfShopRow = TenancyRow & {
  written_shop_id: string;
  shop_name: string;
  location: string;
  rent_cents: Cents;
  unpaid_cents: Cents;
};

export async function listTenants(db: Reader): Promise<TenancyOfShopRow[]> {
  return byShop(await tenanciesOfShops(db).where('tenancies.ended_on', 'is', null).execute());
}

/** Lists former tenants who received a bill or made a payment, the newest first within a shop. */
export async function listFormerTenants(db: Reader): Promise<TenancyOfShopRow[]> {
  return byShop(
    await tenanciesOfShops(db)
      .where('tenancies.ended_on', 'is not', null)
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('ledger_entries').select('id').whereRef('tenancy_id', '=', 'tenancies.id')),
      )
      .orderBy('tenancies.id', 'desc')
      .execute(),
  );
}

/** Lists the tenancies of a shop, newest first. */
export function listTenanciesOfShop(db: Reader, shopRowId: number): Promise<TenancyOfShopRow[]> {
  return tenanciesOfShops(db)
    .where('tenancies.shop_id', '=', shopRowId)
    .orderBy('tenancies.started_on', 'desc')
    .orderBy(sql`coalesce(tenancies.ended_on, '9999')`, 'desc')
    .orderBy('tenancies.id', 'desc')
    .execute();
}

/** Lists the tenancies that were current on any day of the month, or billed for the month, oldest first. */
export function listTenanciesOfMonth(db: Reader, month: Month): Promise<TenancyOfShopRow[]> {
  const first = firstDayOf(month);
  return tenanciesOfShops(db)
    .where(({ or, and, eb, exists, selectFrom }) =>
      or([
        and([
          eb('tenancies.started_on', '<', addMonths(first, 1)),
          or([eb('tenancies.ended_on', 'is', null), eb('tenancies.ended_on', '>=', first)]),
        ]),
        exists(
          selectFrom('charges')
            .innerJoin('invoices', 'invoices.id', 'charges.invoice_id')
            .select('charges.id')
            .whereRef('charges.tenancy_id', '=', 'tenancies.id')
            .where('invoices.month', '=', month),
        ),
      ]),
    )
    .orderBy('tenancies.started_on')
    .orderBy('tenancies.id')
    .execute();
}

/** Finds a tenancy, current or former. */
export function findTenancy(db: Reader, id: number): Promise<TenancyOfShopRow | undefined> {
  return tenanciesOfShops(db).where('tenancies.id', '=', id).executeTakeFirst();
}

/** Lists the tenancies with these ids, current or former. */
export function listTenanciesById(db: Reader, ids: readonly number[]): Promise<TenancyOfShopRow[]> {
  return tenanciesOfShops(db).where('tenancies.id', 'in', ids).execute();
}

/** Lists all tenancies of a tenant, current and former, by shop. */
export async function listTenanciesOfTenant(db: Reader, tenantId: number): Promise<TenancyOfShopRow[]> {
  return byShop(
    await tenanciesOfShops(db).where('tenancies.tenant_id', '=', tenantId).orderBy('tenancies.id', 'desc').execute(),
  );
}

function tenanciesOfShops(db: Reader) {
  return db
    .selectFrom('tenancies')
    .innerJoin('shops', 'shops.id', 'tenancies.shop_id')
    .selectAll('tenancies')
    .select(['shops.shop_id as written_shop_id', 'shops.shop_name', 'shops.location', 'shops.rent_cents'])
    .select(UNPAID.as('unpaid_cents'));
}

const UNPAID = sql<Cents>`(select cast(coalesce(sum(charges.cents - charges.paid_cents), 0) as bigint) from charges
  where charges.tenancy_id = tenancies.id and charges.paid_cents < charges.cents)`;

function byShop(rows: TenancyOfShopRow[]): TenancyOfShopRow[] {
  return rows.sort((a, b) => compareShopIds(a.written_shop_id, b.written_shop_id));
}

export function dueOfTenancy({ unpaid_cents, balance_cents }: TenancyOfShopRow): Cents {
  return cents(unpaid_cents + Math.max(0, -balance_cents));
}

export const findCurrentTenancy = prepared((db, shopRowId: number) =>
  db.selectFrom('tenancies').selectAll().where('shop_id', '=', shopRowId).where('ended_on', 'is', null),
);

/** The shop is locked first, as in every change to a shop, so that no two changes wait for each other. */
export async function lockTenancy(tx: Writer, id: number): Promise<TenancyOfShopRow | undefined> {
  const found = await findTenancy(tx, id);
  if (!found) return undefined;
  await tx.selectFrom('shops').select('id').where('id', '=', found.shop_id).forUpdate().execute();
  // The tenancy may have ended while this transaction waited, or been deleted with its shop.
  const locked = await findTenancy(tx, id);
  if (locked) await refuseUnsealedLedger(tx, id);
  return locked;
}

/**
 * Locks tenancies by their shops in a fixed order, so that no two changes wait for each other. Returns those that exist,
 * as they are after the wait.
 */
export async function lockTenancies(tx: Writer, ids: readonly number[]): Promise<TenancyOfShopRow[]> {
  const shopIds = new Set((await listTenanciesById(tx, ids)).map(({ shop_id }) => shop_id));
  if (shopIds.size === 0) return [];
  await tx
    .selectFrom('shops')
    .select('id')
    .where('id', 'in', [...shopIds])
    .orderBy('id')
    .forUpdate()
    .execute();
  const locked = await listTenanciesById(tx, ids);
  for (const { id } of locked) await refuseUnsealedLedger(tx, id);
  return locked;
}

/**
 * Refuses to write to a ledger that does not match its seal, because the write would seal what somebody changed
 * directly in the database.
 */
export async function refuseUnsealedLedger(tx: Writer, tenancyId: number): Promise<void> {
  try {
    await checkLedgerSeal(tx, tenancyId);
  } catch (error) {
    throw error instanceof UnsealedLedger ? new Refusal('ledger_differs') : error;
  }
}

export function insertTenancy(
  tx: Writer,
  tenancy: Insertable<Tables['tenancies']> & { tenant_id: number },
): Promise<TenancyRow> {
  return tx.insertInto('tenancies').values(tenancy).returningAll().executeTakeFirstOrThrow();
}

export function updateTenancy(tx: Writer, id: number, changes: Updateable<Tables['tenancies']>): Promise<TenancyRow> {
  return tx.updateTable('tenancies').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Returns whether a tenancy has ledger entries, voided ones included. */
export async function hasEntriesOfTenancy(db: Reader, id: number): Promise<boolean> {
  const entry = db.selectFrom('ledger_entries').select('id').where('tenancy_id', '=', id).limit(1);
  return (await entry.executeTakeFirst()) !== undefined;
}

/**
 * Deletes a tenancy without ledger entries. Deletes from each table explicitly, so that the seals of all rows are
 * deleted too.
 */
export async function deleteTenancy(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('terms').where('tenancy_id', '=', id).execute();
  await tx.deleteFrom('tenancy_charges').where('tenancy_id', '=', id).execute();
  const deleted = await tx.deleteFrom('tenancies').where('id', '=', id).returning('tenant_id').execute();
  await deleteEmptyTenants(
    tx,
    deleted.map(({ tenant_id }) => tenant_id),
  );
}
