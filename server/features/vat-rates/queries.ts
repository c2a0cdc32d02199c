import { type Insertable, type Selectable, sql } from 'kysely';
import type { Day, Instant } from '#billing/calendar.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';

export type VatRateRow = Selectable<Tables['vat_rates']>;

/** Every rate: those to come first, the furthest on top, then those that were applied, the last one on top. */
export function listVatRates(db: Reader): Promise<VatRateRow[]> {
  const isApplied = sql<number>`case when applied_at is null then 0 else 1 end`;
  const dayToCome = sql<string>`case when applied_at is null then valid_from end`;
  return db
    .selectFrom('vat_rates')
    .selectAll()
    .orderBy(isApplied)
    .orderBy(dayToCome, 'desc')
    .orderBy('applied_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Returns the rate that was applied last; undefined before the first one. */
export function findCurrentRate(db: Reader): Promise<VatRateRow | undefined> {
  return db
    .selectFrom('vat_rates')
    .selectAll()
    .where('applied_at', 'is not', null)
    .orderBy('applied_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Adds a rate that is to come, in the place of another one that was to come on that day. */
export function putVatRate(tx: Writer, rate: Insertable<Tables['vat_rates']>): Promise<VatRateRow> {
  const { basis_points, set_by, set_at } = rate;
  return tx
    .insertInto('vat_rates')
    .values(rate)
    .onConflict((conflict) =>
      conflict.column('valid_from').where('applied_at', 'is', null).doUpdateSet({ basis_points, set_by, set_at }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The rates whose day has come and which are not the shops' yet, in the order of their days; held until the transaction ends. */
export function lockDueRates(tx: Writer, today: Day): Promise<VatRateRow[]> {
  return tx
    .selectFrom('vat_rates')
    .selectAll()
    .where('applied_at', 'is', null)
    .where('valid_from', '<=', today)
    .orderBy('valid_from')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * True when a rate whose day has come is not the shops' yet; asked without a lock, so that a day without one costs no
 * write.
 */
export async function hasDueRates(db: Reader, today: Day): Promise<boolean> {
  const due = db.selectFrom('vat_rates').select('id').where('applied_at', 'is', null).where('valid_from', '<=', today);
  return (await due.limit(1).executeTakeFirst()) !== undefined;
}

/** Notes that a rate has become the shops'. Throws when there is no such rate. */
export function markApplied(tx: Writer, id: number, at: Instant): Promise<VatRateRow> {
  return tx
    .updateTable('vat_rates')
    .set({ applied_at: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Takes back one rate that is still to come; undefined when it is none. */
export function deleteRateToCome(tx: Writer, id: number): Promise<VatRateRow | undefined> {
  return tx
    .deleteFrom('vat_rates')
    .where('id', '=', id)
    .where('applied_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** The VAT rates that the shops have, in basis points, lowest first. Every shop stays locked, in one order for all who lock many. */
export async function lockRatesOfShops(tx: Writer): Promise<number[]> {
  const shops = await tx.selectFrom('shops').select('vat_rate_basis_points').orderBy('id').forUpdate().execute();
  return [...new Set(shops.map((shop) => shop.vat_rate_basis_points))].sort((a, b) => a - b);
}

/** Gives every shop a rate; gives how many shops had another one. */
export async function setRateOfShops(tx: Writer, basisPoints: number, at: Instant): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('shops')
    .set({ vat_rate_basis_points: basisPoints, updated_at: at })
    .where('vat_rate_basis_points', '!=', basisPoints)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
