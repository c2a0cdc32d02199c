import { sql } from 'kysely';
import { type Day, endOfDay, type InstantRange, startOfDay } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { prepared } from '../../db/prepared.ts';
import { accountOf } from '../../db/recorded-by.ts';

/** Selects payments, void ones included. */
function selectAllPayments(db: Reader) {
  return db
    .selectFrom('ledger_entries')
    .innerJoin('shops', 'shops.id', 'ledger_entries.shop_id')
    .leftJoin('invoices', 'invoices.id', 'ledger_entries.invoice_id')
    .innerJoin('tenancies', 'tenancies.id', 'ledger_entries.tenancy_id')
    .leftJoin('accounts as receivers', (join) =>
      join.on('receivers.id', '=', accountOf('ledger_entries.recorded_by_id', 'ledger_entries.recorded_by')),
    )
    .leftJoin('accounts as voiders', (join) =>
      join.on('voiders.id', '=', accountOf('ledger_entries.voided_by_id', 'ledger_entries.voided_by')),
    )
    .select((eb) => [
      'ledger_entries.id',
      'ledger_entries.kind',
      'ledger_entries.cents',
      'ledger_entries.payment_id',
      'ledger_entries.method',
      'ledger_entries.cheque_number',
      'ledger_entries.cheque_bank',
      'ledger_entries.cheque_date',
      'ledger_entries.counts_from',
      'ledger_entries.counted_at',
      'receivers.username as receiver',
      'voiders.username as voider',
      'ledger_entries.note',
      'ledger_entries.effective_at',
      'ledger_entries.recorded_at',
      'ledger_entries.recorded_by',
      'ledger_entries.recorded_by_id',
      'ledger_entries.voided_at',
      'ledger_entries.voided_by',
      'ledger_entries.void_reason',
      'ledger_entries.linked_id as replaces_id',
      'shops.shop_id',
      'shops.shop_name',
      'shops.location',
      'invoices.number as invoice_number',
      'ledger_entries.tenancy_id',
      'tenancies.name as tenant_name',
      eb
        .selectFrom('ledger_entries as corrections')
        .select(sql<Cents>`cast(coalesce(sum(corrections.cents), 0) as bigint)`.as('cents'))
        .whereRef('corrections.payment_id', '=', 'ledger_entries.id')
        // Adds the corrections that are not void, and those that were voided together with the payment.
        .where(sql<boolean>`(corrections.voided_at is null or corrections.voided_at = ledger_entries.voided_at)`)
        .as('corrected_by_cents'),
      eb
        .selectFrom('ledger_entries as replacements')
        .select('replacements.id')
        .whereRef('replacements.linked_id', '=', 'ledger_entries.id')
        // With a parameter, SQLite would prepare the statement again for each call, because the choice of a partial
        // index depends on the value.
        .where('replacements.kind', '=', sql.lit('payment'))
        .orderBy('replacements.id')
        .limit(1)
        .as('replaced_by_id'),
    ])
    .where('ledger_entries.kind', 'in', ['payment', 'correction']);
}

function selectPayments(db: Reader) {
  return selectAllPayments(db).where('ledger_entries.voided_at', 'is', null);
}

export type PaymentRow = Awaited<ReturnType<ReturnType<typeof selectAllPayments>['executeTakeFirstOrThrow']>>;

interface PaymentFilter {
  span?: InstantRange | undefined;
  includesVoid?: boolean | undefined;
}

export type PaymentTime = Pick<PaymentRow, 'id' | 'effective_at'>;

/** Lists the ids and times of payments and corrections, newest first. */
export function listPaymentTimes(db: Reader, { span, includesVoid = false }: PaymentFilter): Promise<PaymentTime[]> {
  return db
    .selectFrom('ledger_entries')
    .select(['id', 'effective_at'])
    .where('kind', 'in', ['payment', 'correction'])
    .$if(!includesVoid, (query) => query.where('voided_at', 'is', null))
    .$call((query) =>
      span ? query.where('effective_at', '>=', span.from).where('effective_at', '<', span.until) : query,
    )
    .orderBy('effective_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Lists payments by id, void ones included. */
export function listPaymentsById(db: Reader, ids: readonly number[]): Promise<PaymentRow[]> {
  return selectAllPayments(db).where('ledger_entries.id', 'in', ids).execute();
}

/** Lists the payments of a shop, void ones included, newest first. */
export function listPaymentsOfShop(db: Reader, shopRowId: number): Promise<PaymentRow[]> {
  return selectAllPayments(db)
    .where('ledger_entries.shop_id', '=', shopRowId)
    .orderBy('ledger_entries.effective_at', 'desc')
    .orderBy('ledger_entries.id', 'desc')
    .execute();
}

/**
 * Returns void payments in the order in which they were recorded. Corrections are not listed, because they are part of
 * the payments' amounts.
 */
export function listVoidPayments(db: Reader, tenancyId: number): Promise<PaymentRow[]> {
  return selectAllPayments(db)
    .where('ledger_entries.tenancy_id', '=', tenancyId)
    .where('ledger_entries.kind', '=', 'payment')
    .where('ledger_entries.voided_at', 'is not', null)
    .orderBy('ledger_entries.id')
    .execute();
}

export function listPaymentsOn(db: Reader, shopRowId: number, day: Day): Promise<PaymentRow[]> {
  return selectPayments(db)
    .where('ledger_entries.shop_id', '=', shopRowId)
    .where('ledger_entries.effective_at', '>=', startOfDay(day))
    .where('ledger_entries.effective_at', '<', endOfDay(day))
    .where('ledger_entries.kind', '=', 'payment')
    .orderBy('ledger_entries.id')
    .execute();
}

/** Finds a payment, void ones included. */
export const findPayment = prepared((db, id: number) => selectAllPayments(db).where('ledger_entries.id', '=', id));

export function listCorrections(db: Reader, { id, voided_at }: Pick<PaymentRow, 'id' | 'voided_at'>) {
  return db
    .selectFrom('ledger_entries')
    .select(['cents', 'note', 'recorded_at'])
    .where('payment_id', '=', id)
    .where('voided_at', voided_at === null ? 'is' : '=', voided_at)
    .orderBy('id')
    .execute();
}

/** Lists the ids of the shop's invoices with this number, deleted ones included. */
export async function listInvoiceIds(db: Reader, shopRowId: number, number: string): Promise<number[]> {
  const rows = await db
    .selectFrom('invoices')
    .select('id')
    .where('shop_id', '=', shopRowId)
    .where(sql<string>`lower(number)`, '=', number.toLowerCase())
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Finds the hash of a payment's audit entry. The payment and its entry have the same time. If a shop has several
 * payments with the same time, their entries are in the same order.
 */
export async function findEntryHash(
  db: Reader,
  { id, shop_id, recorded_at }: Pick<PaymentRow, 'id' | 'shop_id' | 'recorded_at'>,
): Promise<string | undefined> {
  const { earlier } = await db
    .selectFrom('ledger_entries')
    .innerJoin('shops', 'shops.id', 'ledger_entries.shop_id')
    .select(sql<number>`cast(count(*) as bigint)`.as('earlier'))
    .where('shops.shop_id', '=', shop_id)
    .where('ledger_entries.kind', '=', 'payment')
    .where('ledger_entries.recorded_at', '=', recorded_at)
    .where('ledger_entries.id', '<', id)
    .executeTakeFirstOrThrow();
  const entry = await db
    .selectFrom('audit_log')
    .select('hash')
    .where('shop_id', 'is not', null)
    .where(sql`lower(shop_id)`, '=', shop_id.toLowerCase())
    .where('event_date', '=', recorded_at)
    .where('event_type', 'in', ['Payment Made', 'Payment Replaced'])
    // The audit entry about moving a payment to another shop has no new value, and is excluded.
    .where('new_value', 'is not', null)
    .orderBy('id')
    .limit(1)
    .offset(earlier)
    .executeTakeFirst();
  return entry?.hash;
}

export async function countPrints(db: Reader, paymentId: number): Promise<number> {
  const row = await db
    .selectFrom('receipts')
    .select('times_printed')
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
  return row?.times_printed ?? 0;
}

export async function incrementReceiptPrints(tx: Writer, paymentId: number): Promise<number> {
  const { times_printed } = await tx
    .insertInto('receipts')
    .values({ payment_id: paymentId, times_printed: 1 })
    .onConflict((conflict) =>
      conflict.column('payment_id').doUpdateSet({ times_printed: sql`receipts.times_printed + 1` }),
    )
    .returning('times_printed')
    .executeTakeFirstOrThrow();
  return times_printed;
}

export type PromisedLedger = Awaited<ReturnType<typeof listDuePromises>>[number];

/** Lists the ledgers with payments that count from today or an earlier day and are not counted yet. */
export function listDuePromises(db: Reader, today: Day) {
  return db
    .selectFrom('ledger_entries')
    .innerJoin('shops', 'shops.id', 'ledger_entries.shop_id')
    .select(['shops.shop_id', 'ledger_entries.tenancy_id'])
    .where('ledger_entries.counts_from', '<=', today)
    .where('ledger_entries.counted_at', 'is', null)
    .where('ledger_entries.voided_at', 'is', null)
    .groupBy(['shops.shop_id', 'ledger_entries.tenancy_id'])
    .orderBy('ledger_entries.tenancy_id')
    .execute();
}

export async function setCounted(tx: Writer, id: number, day: Day): Promise<void> {
  await tx
    .updateTable('ledger_entries')
    .set({ counted_at: startOfDay(day) })
    .where('id', '=', id)
    .execute();
}
