import { sql } from 'kysely';
import type { Instant, InstantRange } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { Reader, Writer } from '../../db/connect.ts';

function selectPayments(db: Reader) {
  return db
    .selectFrom('facts')
    .innerJoin('shops', 'shops.id', 'facts.shop_id')
    .leftJoin('invoices', 'invoices.id', 'facts.invoice_id')
    .leftJoin('tenants', 'tenants.id', 'facts.tenant_id')
    .select((eb) => [
      'facts.id',
      'facts.kind',
      'facts.cents',
      'facts.payment_id',
      'facts.method',
      'facts.note',
      'facts.effective_at',
      'facts.recorded_at',
      'facts.recorded_by',
      'shops.shop_id',
      'shops.shop_name',
      'shops.location',
      'invoices.number as invoice_number',
      'tenants.name as tenant_name',
      eb
        .selectFrom('facts as corrections')
        .select(sql<Cents>`cast(coalesce(sum(corrections.cents), 0) as bigint)`.as('cents'))
        .whereRef('corrections.payment_id', '=', 'facts.id')
        .where('corrections.voided_at', 'is', null)
        .as('corrected_by_cents'),
    ])
    .where('facts.kind', 'in', ['payment', 'correction'])
    .where('facts.voided_at', 'is', null);
}

export type PaymentRow = Awaited<ReturnType<ReturnType<typeof selectPayments>['executeTakeFirstOrThrow']>>;

export function listPayments(db: Reader, span?: InstantRange): Promise<PaymentRow[]> {
  return selectPayments(db)
    .$call((query) =>
      span ? query.where('facts.effective_at', '>=', span.from).where('facts.effective_at', '<', span.until) : query,
    )
    .orderBy('facts.effective_at', 'desc')
    .orderBy('facts.id', 'desc')
    .execute();
}

export function listPaymentsOfShop(db: Reader, shopRowId: number): Promise<PaymentRow[]> {
  return selectPayments(db)
    .where('facts.shop_id', '=', shopRowId)
    .orderBy('facts.effective_at', 'desc')
    .orderBy('facts.id', 'desc')
    .execute();
}

export function listPaymentsAt(db: Reader, shopRowId: number, at: Instant): Promise<PaymentRow[]> {
  return selectPayments(db)
    .where('facts.shop_id', '=', shopRowId)
    .where('facts.effective_at', '=', at)
    .where('facts.kind', '=', 'payment')
    .orderBy('facts.id')
    .execute();
}

export function findPayment(db: Reader, id: number): Promise<PaymentRow | undefined> {
  return selectPayments(db).where('facts.id', '=', id).executeTakeFirst();
}

export function listCorrections(db: Reader, paymentId: number) {
  return db
    .selectFrom('facts')
    .select(['cents', 'note', 'recorded_at'])
    .where('payment_id', '=', paymentId)
    .where('voided_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** Also deleted ones. */
export async function listInvoiceIds(db: Reader, shopRowId: number, number: string): Promise<number[]> {
  const rows = await db
    .selectFrom('invoices')
    .select('id')
    .where('shop_id', '=', shopRowId)
    .where(sql<string>`lower(number)`, '=', number.toLowerCase())
    .execute();
  return rows.map(({ id }) => id);
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
