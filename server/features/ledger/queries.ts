import { type Insertable, type Selectable, sql } from 'kysely';
import { cents } from '#billing/money.ts';
import { readPaymentReference } from '#billing/tax/payment-reference.ts';
import { NO_CHEQUE } from '#contract/cheques.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { LedgerEntryKind } from '../../db/tables/ledger-tables.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { sessionOfEntry, sessionsOfVoiding } from '../cash/find-session.ts';
import { compareShopIds, type ShopRow } from '../shops/queries.ts';
import type { TenancyRow } from '../tenants/queries.ts';

export type LedgerEntryRow = Selectable<Tables['ledger_entries']>;
export type InvoiceRow = Selectable<Tables['invoices']>;
export type ChargeRow = Selectable<Tables['charges']>;
export type AllocationRow = Selectable<Tables['allocations']>;

export type VerificationRow = Selectable<Tables['verifications']>;

export async function saveVerification(tx: Writer, result: Omit<VerificationRow, 'id'>): Promise<void> {
  await tx
    .insertInto('verifications')
    .values({ id: 1, ...result })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(result))
    .execute();
}

export function findLastVerification(db: Reader): Promise<VerificationRow | undefined> {
  return db.selectFrom('verifications').selectAll().executeTakeFirst();
}

/** Selects the charges that are not paid in full, of invoices that are not void. The index charges_owed has only these. */
export function selectUnpaidCharges(db: Reader) {
  return db
    .selectFrom('charges')
    .innerJoin('invoices', 'invoices.id', 'charges.invoice_id')
    .innerJoin('ledger_entries', 'ledger_entries.id', 'invoices.id')
    .where(sql<boolean>`charges.paid_cents < charges.cents`)
    .where('ledger_entries.voided_at', 'is', null);
}

export interface DebtorRow {
  shop_id: string;
  tenancy_id: number;
  tenant_name: string;
}

/**
 * Lists the tenancies with an unpaid charge, by shop, the oldest first. Only these can be fined or put under arrest
 * (docs/rules.md, Arrest).
 */
export async function listDebtors(db: Reader): Promise<DebtorRow[]> {
  const rows = await db
    .selectFrom('tenancies')
    .innerJoin('shops', 'shops.id', 'tenancies.shop_id')
    .select(['shops.shop_id', 'tenancies.id as tenancy_id', 'tenancies.name as tenant_name'])
    // The condition is that of the partial index charges_owed.
    .where('tenancies.id', 'in', (eb) =>
      eb.selectFrom('charges').select('charges.tenancy_id').where(sql<boolean>`charges.paid_cents < charges.cents`),
    )
    .orderBy('tenancies.id')
    .execute();
  return rows.sort((a, b) => compareShopIds(a.shop_id, b.shop_id));
}

type TenancyId = Pick<TenancyRow, 'id'>;

export function listLedgerEntries(db: Reader, tenancy: TenancyId): Promise<LedgerEntryRow[]> {
  return db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('tenancy_id', '=', tenancy.id)
    .where('voided_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** Lists the invoices of a tenancy, void ones included. */
export function listLedgerInvoices(db: Reader, tenancy: TenancyId): Promise<InvoiceRow[]> {
  return db.selectFrom('invoices').selectAll().where('tenancy_id', '=', tenancy.id).orderBy('id').execute();
}

/** Lists the invoices of a shop that are not void, oldest month first. */
export function listInvoicesOfShop(db: Reader, shop: Pick<ShopRow, 'id'>): Promise<InvoiceRow[]> {
  return db
    .selectFrom('invoices')
    .innerJoin('ledger_entries', 'ledger_entries.id', 'invoices.id')
    .selectAll('invoices')
    .where('invoices.shop_id', '=', shop.id)
    .where('ledger_entries.voided_at', 'is', null)
    .orderBy('invoices.month')
    .orderBy('invoices.id')
    .execute();
}

/** Lists the ids of the entries that set a balance of the shop and are not void. */
export async function listSetBalances(db: Reader, shop: Pick<ShopRow, 'id'>): Promise<number[]> {
  const rows = await db
    .selectFrom('ledger_entries')
    .select('id')
    .where('shop_id', '=', shop.id)
    .where('kind', '=', 'balance')
    .where('voided_at', 'is', null)
    .execute();
  return idsOf(rows);
}

export function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

export function getInvoiceRow(db: Reader, id: number): Promise<InvoiceRow> {
  return db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export function listCharges(db: Reader, tenancy: TenancyId): Promise<ChargeRow[]> {
  return db.selectFrom('charges').selectAll().where('tenancy_id', '=', tenancy.id).execute();
}

export function listChargesOfShop(db: Reader, shop: Pick<ShopRow, 'id'>): Promise<ChargeRow[]> {
  return db.selectFrom('charges').selectAll().where('shop_id', '=', shop.id).execute();
}

export function listAllocationsOfShop(db: Reader, shop: Pick<ShopRow, 'id'>): Promise<AllocationRow[]> {
  return db
    .selectFrom('allocations')
    .selectAll()
    .where('shop_id', '=', shop.id)
    .orderBy('allocated_at')
    .orderBy('id')
    .execute();
}

export function listAllocations(db: Reader, tenancy: TenancyId): Promise<AllocationRow[]> {
  return db
    .selectFrom('allocations')
    .selectAll()
    .where('tenancy_id', '=', tenancy.id)
    .orderBy('allocated_at')
    .orderBy('id')
    .execute();
}

export type NewLedgerEntry = Pick<LedgerEntryRow, 'kind' | 'effective_at'> &
  Partial<
    Pick<
      LedgerEntryRow,
      | 'cents'
      | 'month'
      | 'invoice_id'
      | 'payment_id'
      | 'linked_id'
      | 'place'
      | 'charge_kind'
      | 'line'
      | 'method'
      | 'cheque_number'
      | 'cheque_bank'
      | 'cheque_date'
      | 'note'
      | 'opening'
      | 'saved_fine_cents'
      | 'counts_from'
      | 'counted_at'
    >
  >;

export async function insertLedgerEntry(
  tx: Writer,
  context: ActionContext,
  { tenancy, ...entry }: NewLedgerEntry & { tenancy: Pick<TenancyRow, 'id' | 'shop_id'> },
): Promise<number> {
  const row = {
    cents: cents(0),
    month: null,
    invoice_id: null,
    payment_id: null,
    linked_id: null,
    charge_kind: null,
    line: null,
    place: null,
    method: null,
    ...NO_CHEQUE,
    note: '',
    opening: null,
    saved_fine_cents: null,
    counts_from: null,
    counted_at: null,
    ...entry,
    tenancy_id: tenancy.id,
    shop_id: tenancy.shop_id,
    recorded_at: context.now,
    recorded_by: context.actor,
    recorded_by_id: context.accountId ?? null,
    voided_at: null,
    voided_by: null,
    void_reason: null,
    session_id: await sessionOfEntry(tx, context, entry),
  };
  const { id } = await tx.insertInto('ledger_entries').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Links the two entries of a transfer. */
export async function linkLedgerEntries(tx: Writer, id: number, linkedId: number): Promise<void> {
  await tx.updateTable('ledger_entries').set({ linked_id: linkedId }).where('id', '=', id).execute();
}

export async function voidLedgerEntries(
  tx: Writer,
  context: ActionContext,
  { ids, reason, movesCash }: { ids: readonly number[]; reason: string; movesCash?: boolean | undefined },
): Promise<void> {
  const sessions = await sessionsOfVoiding(tx, context, { ids, movesCash });
  for (const void_session_id of new Set(ids.map((id) => sessions.get(id) ?? null)))
    await tx
      .updateTable('ledger_entries')
      .set({
        voided_at: context.now,
        voided_by: context.actor,
        voided_by_id: context.accountId ?? null,
        void_reason: reason,
        void_session_id,
      })
      .where(
        'id',
        'in',
        ids.filter((id) => (sessions.get(id) ?? null) === void_session_id),
      )
      .where('voided_at', 'is', null)
      .execute();
}

export async function insertInvoice(tx: Writer, invoice: InvoiceRow): Promise<void> {
  await tx.insertInto('invoices').values(invoice).execute();
}

export async function updateInvoice(
  tx: Writer,
  { id }: Pick<InvoiceRow, 'id'>,
  changes: Pick<InvoiceRow, 'status' | 'paid_cents' | 'updated_at'>,
): Promise<void> {
  await tx.updateTable('invoices').set(changes).where('id', '=', id).execute();
}

/** Stores the balance of a tenancy in cents, negative for a debt, and the time of the change. */
export async function updateBalance(
  tx: Writer,
  tenancy: TenancyId,
  changes: Pick<TenancyRow, 'balance_cents' | 'balance_at'>,
): Promise<void> {
  await tx.updateTable('tenancies').set(changes).where('id', '=', tenancy.id).execute();
}

export async function insertCharges(tx: Writer, rows: readonly Insertable<Tables['charges']>[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('charges').values(rows).execute();
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

export async function insertAllocations(tx: Writer, rows: readonly Insertable<Tables['allocations']>[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('allocations').values(rows).execute();
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

/** Finds the ledger that contains a payment or correction, or another kind of entry, unless that is void. */
export function findLedgerOfPayment(
  db: Reader,
  paymentId: number,
  kinds: readonly LedgerEntryKind[] = ['payment', 'correction'],
) {
  return ledgersOf(db)
    .where('ledger_entries.id', '=', paymentId)
    .where('ledger_entries.kind', 'in', kinds)
    .executeTakeFirst();
}

/**
 * Finds the ledger that contains an invoice, by the invoice's number or payment reference, unless the invoice is void.
 * Returns undefined if several invoices have the reference.
 */
export async function findLedgerOfInvoice(db: Reader, named: string) {
  const [found, ...others] = await ledgersOf(db)
    .innerJoin('invoices', 'invoices.id', 'ledger_entries.id')
    .select('invoices.number')
    .where(/^inv-/i.test(named) ? sql<boolean>`lower(invoices.number) = ${named.toLowerCase()}` : hasReference(named))
    .limit(2)
    .execute();
  return others.length === 0 ? found : undefined;
}

/** Returns the condition that an invoice has a payment reference, as printed or as typed from a bank statement. */
export function hasReference(label: string) {
  const bill = readPaymentReference(label);
  return sql<boolean>`replace(replace(upper(invoices.number), 'INV-', ''), '-', '') = ${bill ?? ''}`;
}

/** Returns whether another tenancy has an invoice of this number, even a deleted one. */
export async function isNumberOfOther(db: Reader, number: string, tenancyId: number): Promise<boolean> {
  const other = db
    .selectFrom('invoices')
    .select('id')
    .where(sql<string>`lower(number)`, '=', number.toLowerCase())
    .where('tenancy_id', '!=', tenancyId);
  return (await other.limit(1).executeTakeFirst()) !== undefined;
}

function ledgersOf(db: Reader) {
  return db
    .selectFrom('ledger_entries')
    .innerJoin('shops', 'shops.id', 'ledger_entries.shop_id')
    .select(['shops.shop_id', 'ledger_entries.tenancy_id'])
    .where('ledger_entries.voided_at', 'is', null);
}

/**
 * Returns a value that changes whenever an entry of one of these kinds is recorded or voided in the tenancy. If `kinds`
 * is empty, entries of all kinds count.
 */
export function findLedgerMark(db: Reader, tenancyId: number, kinds: readonly LedgerEntryRow['kind'][] = []) {
  return db
    .selectFrom('ledger_entries')
    .select([sql<number>`max(id)`.as('newest'), sql<number>`cast(count(voided_at) as bigint)`.as('voided')])
    .where('tenancy_id', '=', tenancyId)
    .$if(kinds.length > 0, (query) => query.where('kind', 'in', kinds))
    .executeTakeFirstOrThrow();
}

/** Returns the numbers in the previous system of imported invoices or payments, by the ids of their rows. */
export async function findPreviousNumbers(
  db: Reader,
  table: 'invoices' | 'payments',
  ids: readonly number[],
): Promise<Map<number | null, string>> {
  const rows = await db
    .selectFrom('imported_rows')
    .select(['row_id', 'source_key'])
    .where('source_table', '=', table)
    .where('row_id', 'in', ids)
    .execute();
  return new Map(rows.map(({ row_id, source_key }) => [row_id, source_key]));
}
