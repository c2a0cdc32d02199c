import type { Selectable } from 'kysely';
import type { Month } from '#billing/calendar.ts';
import { FIRST_RENT_RULES, type RentRules } from '#billing/rent-rules.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';

export type RentRulesRow = Selectable<Tables['rent_rules']>;

export function listRentRules(db: Reader): Promise<RentRulesRow[]> {
  return db.selectFrom('rent_rules').selectAll().orderBy('from_month', 'desc').execute();
}

export async function findRentRules(db: Reader, month: Month): Promise<RentRules> {
  const row = await db
    .selectFrom('rent_rules')
    .select(['rent_due_day', 'fine_basis_points'])
    .where('from_month', '<=', month)
    .orderBy('from_month', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { rentDueDay: row.rent_due_day, fineBasisPoints: row.fine_basis_points } : FIRST_RENT_RULES;
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
