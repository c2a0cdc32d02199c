import type { Insertable, Selectable } from 'kysely';
import { cents } from '#billing/money.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { type ListedShopRow, listShops, type ShopRow } from '../shops/queries.ts';
import { changeHeldLedger, removeFromHeldLedgers } from './held-ledgers.ts';

export type LedgerEntryRow = Selectable<Tables['facts']>;
export type InvoiceRow = Selectable<Tables['invoices']>;
export type ChargeRow = Selectable<Tables['charges']>;
export type AllocationRow = Selectable<Tables['allocations']>;

/** Shops with an unpaid invoice; no others can be fined or arrested. */
export async function listDebtors(db: Reader): Promise<ListedShopRow[]> {
  const unpaid = await db.selectFrom('charges').select('shop_id').where('status', '!=', 'Paid').distinct().execute();
  const debtors = new Set(unpaid.map(({ shop_id }) => shop_id));
  return (await listShops(db)).filter(({ id }) => debtors.has(id));
}

export function listLedgerEntries(db: Reader, shop: Pick<ShopRow, 'id'>): Promise<LedgerEntryRow[]> {
  return db
    .selectFrom('facts')
    .selectAll()
    .where('shop_id', '=', shop.id)
    .where('voided_at', 'is', null)
    .orderBy('id')
    .execute();
}

export function listLedgerInvoices(db: Reader, shop: Pick<ShopRow, 'id'>): Promise<InvoiceRow[]> {
  return db
    .selectFrom('invoices')
    .innerJoin('facts', 'facts.id', 'invoices.id')
    .selectAll('invoices')
    .where('invoices.shop_id', '=', shop.id)
    .where('facts.voided_at', 'is', null)
    .orderBy('invoices.month')
    .execute();
}

export function getInvoiceRow(db: Reader, id: number): Promise<InvoiceRow> {
  return db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export function listCharges(db: Reader, shop: Pick<ShopRow, 'id'>): Promise<ChargeRow[]> {
  return db.selectFrom('charges').selectAll().where('shop_id', '=', shop.id).execute();
}

export function listAllocations(db: Reader, shop: Pick<ShopRow, 'id'>): Promise<AllocationRow[]> {
  return db
    .selectFrom('allocations')
    .selectAll()
    .where('shop_id', '=', shop.id)
    .orderBy('allocated_at')
    .orderBy('id')
    .execute();
}

export type NewLedgerEntry = Pick<LedgerEntryRow, 'kind' | 'effective_at'> &
  Partial<Pick<LedgerEntryRow, 'cents' | 'month' | 'invoice_id' | 'payment_id' | 'tenant_id' | 'method' | 'note'>>;

export async function insertLedgerEntry(
  tx: Writer,
  context: ActionContext,
  { shop, ...entry }: NewLedgerEntry & { shop: Pick<ShopRow, 'id'> },
): Promise<number> {
  const row = {
    cents: cents(0),
    month: null,
    invoice_id: null,
    payment_id: null,
    tenant_id: null,
    method: null,
    note: '',
    ...entry,
    shop_id: shop.id,
    recorded_at: context.now,
    recorded_by: context.actor,
    voided_at: null,
    voided_by: null,
    void_reason: null,
  };
  const { id } = await tx.insertInto('facts').values(row).returning('id').executeTakeFirstOrThrow();
  changeHeldLedger(tx, shop.id, ({ rows }) => ({ rows: [...rows, { ...row, id }] }));
  return id;
}

export async function voidLedgerEntries(
  tx: Writer,
  context: ActionContext,
  { ids, reason }: { ids: readonly number[]; reason: string },
): Promise<void> {
  await tx
    .updateTable('facts')
    .set({ voided_at: context.now, voided_by: context.actor, void_reason: reason })
    .where('id', 'in', ids)
    .where('voided_at', 'is', null)
    .execute();
  removeFromHeldLedgers(tx, ids);
}

export async function insertInvoice(tx: Writer, invoice: InvoiceRow): Promise<void> {
  await tx.insertInto('invoices').values(invoice).execute();
  changeHeldLedger(tx, invoice.shop_id, ({ invoices }) => ({
    invoices: [...invoices, invoice].sort((one, other) => (one.month < other.month ? -1 : 1)),
  }));
}

export async function updateInvoice(
  tx: Writer,
  { id, shop_id }: Pick<InvoiceRow, 'id' | 'shop_id'>,
  changes: Pick<InvoiceRow, 'status' | 'paid_cents' | 'updated_at'>,
): Promise<void> {
  await tx.updateTable('invoices').set(changes).where('id', '=', id).execute();
  changeHeldLedger(tx, shop_id, (ledger) => ({
    folded: ledger.folded,
    invoices: ledger.invoices.map((invoice) => (invoice.id === id ? { ...invoice, ...changes } : invoice)),
  }));
}

/** Whole cents, below 0 a debt. */
export async function updateBalance(
  tx: Writer,
  shop: Pick<ShopRow, 'id'>,
  changes: Pick<ShopRow, 'balance_cents' | 'balance_at'>,
): Promise<void> {
  await tx.updateTable('shops').set(changes).where('id', '=', shop.id).execute();
}

export async function insertCharges(tx: Writer, rows: readonly Insertable<Tables['charges']>[]): Promise<ChargeRow[]> {
  return rows.length === 0 ? [] : tx.insertInto('charges').values(rows).returningAll().execute();
}

export async function updateCharge(
  tx: Writer,
  id: number,
  changes: Pick<ChargeRow, 'cents' | 'paid_cents' | 'status' | 'arose_at' | 'paid_at'>,
): Promise<void> {
  await tx.updateTable('charges').set(changes).where('id', '=', id).execute();
}

export async function deleteCharges(tx: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('charges').where('id', 'in', ids).execute();
}

export async function insertAllocations(
  tx: Writer,
  rows: readonly Insertable<Tables['allocations']>[],
): Promise<AllocationRow[]> {
  return rows.length === 0 ? [] : tx.insertInto('allocations').values(rows).returningAll().execute();
}

export async function updateAllocation(
  tx: Writer,
  id: number,
  changes: Pick<AllocationRow, 'cents' | 'allocated_at'>,
): Promise<void> {
  await tx.updateTable('allocations').set(changes).where('id', '=', id).execute();
}

export async function deleteAllocations(tx: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('allocations').where('id', 'in', ids).execute();
}

export function findShopOfPayment(db: Reader, paymentId: number) {
  return db
    .selectFrom('facts')
    .innerJoin('shops', 'shops.id', 'facts.shop_id')
    .select(['shops.shop_id'])
    .where('facts.id', '=', paymentId)
    .where('facts.kind', 'in', ['payment', 'correction'])
    .where('facts.voided_at', 'is', null)
    .executeTakeFirst();
}

export function findShopRow(db: Reader, id: number): Promise<ShopRow | undefined> {
  return db.selectFrom('shops').selectAll().where('id', '=', id).executeTakeFirst();
}
