import { type Insertable, type Selectable, sql } from 'kysely';
import type { Day, Instant, Month } from '#billing/calendar.ts';
import { FIRST_MONTH_RULES, type MonthRules } from '#billing/rent-rules.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';

export type VatRateRow = Selectable<Tables['vat_rates']>;
export type RentRulesRow = Selectable<Tables['rent_rules']>;

/** Returns the rates, scheduled ones first. */
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

/** Locks the rates that are due and returns them in the order of their days. */
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

export function findScheduledRate(db: Reader, day: Day): Promise<VatRateRow | undefined> {
  return db
    .selectFrom('vat_rates')
    .selectAll()
    .where('applied_at', 'is', null)
    .where('valid_from', '<=', day)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Reads without a lock, because usually no rate is due. */
export async function hasDueRates(db: Reader, today: Day): Promise<boolean> {
  const due = db.selectFrom('vat_rates').select('id').where('applied_at', 'is', null).where('valid_from', '<=', today);
  return (await due.limit(1).executeTakeFirst()) !== undefined;
}

export function markApplied(tx: Writer, id: number, at: Instant): Promise<VatRateRow> {
  return tx
    .updateTable('vat_rates')
    .set({ applied_at: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function deleteScheduledRate(tx: Writer, id: number): Promise<VatRateRow | undefined> {
  return tx
    .deleteFrom('vat_rates')
    .where('id', '=', id)
    .where('applied_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Locks every shop, always in the same order, and returns the distinct VAT rates of the shops. */
export async function lockRatesOfShops(tx: Writer): Promise<number[]> {
  const shops = await tx.selectFrom('shops').select('vat_rate_basis_points').orderBy('id').forUpdate().execute();
  return [...new Set(shops.map((shop) => shop.vat_rate_basis_points))].sort((a, b) => a - b);
}

/** Adds the rate to the terms of every tenancy that does not end before the rate's first day. */
export async function insertVatTerms(
  tx: Writer,
  { now }: Pick<ActionContext, 'now'>,
  { basis_points, valid_from, set_by }: VatRateRow,
): Promise<void> {
  const tenancies = await tx
    .selectFrom('tenancies')
    .select('id')
    .where(({ or, eb }) => or([eb('ended_on', 'is', null), eb('ended_on', '>=', valid_from)]))
    .orderBy('id')
    .execute();
  if (tenancies.length === 0) return;
  const term = { term: 'VAT rate' as const, valid_from, amount: basis_points, reason: '', set_at: now, set_by };
  await tx
    .insertInto('terms')
    .values(tenancies.map(({ id }) => ({ tenancy_id: id, ...term })))
    .execute();
}

export async function setRateOfShops(tx: Writer, basisPoints: number, at: Instant): Promise<number> {
  const updated = await tx
    .updateTable('shops')
    .set({ vat_rate_basis_points: basisPoints, updated_at: at })
    .where('vat_rate_basis_points', '!=', basisPoints)
    .returning('id')
    .execute();
  return updated.length;
}

export function listRentRules(db: Reader): Promise<RentRulesRow[]> {
  return db.selectFrom('rent_rules').selectAll().orderBy('from_month', 'desc').execute();
}

export async function findRentRules(db: Reader, month: Month): Promise<MonthRules> {
  return rulesOfMonth(await listRentRules(db), month);
}

/** Returns the rules of a month from all that were set, newest first. */
export function rulesOfMonth(rows: readonly RentRulesRow[], month: Month): MonthRules {
  const row = rows.find(({ from_month }) => from_month <= month);
  return row ? rulesIn(row) : FIRST_MONTH_RULES;
}

export function rulesIn(row: RentRulesRow): MonthRules {
  return {
    rentDueDay: row.rent_due_day,
    fineBasisPoints: row.fine_basis_points,
    isFirstMonthByDays: row.first_month_by_days === 1,
    isChequeOnItsDay: row.cheques_on_their_day === 1,
  };
}

export async function putRentRules(tx: Writer, { from_month, ...rules }: RentRulesRow): Promise<void> {
  await tx
    .insertInto('rent_rules')
    .values({ from_month, ...rules })
    .onConflict((conflict) => conflict.column('from_month').doUpdateSet(rules))
    .execute();
}

export function deleteRentRules(tx: Writer, month: Month): Promise<RentRulesRow | undefined> {
  return tx.deleteFrom('rent_rules').where('from_month', '=', month).returningAll().executeTakeFirst();
}
