import type { Insertable, Selectable } from 'kysely';
import type { Day, Instant } from '#billing/calendar.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';

export type MarketDayRow = Selectable<Tables['market_days']>;

export function listDays(db: Reader, from: Day, to: Day): Promise<MarketDayRow[]> {
  return db
    .selectFrom('market_days')
    .selectAll()
    .where('date', '>=', from)
    .where('date', '<=', to)
    .orderBy('date')
    .execute();
}

export function findDay(db: Reader, date: Day): Promise<MarketDayRow | undefined> {
  return db.selectFrom('market_days').selectAll().where('date', '=', date).executeTakeFirst();
}

export async function countPricesOf(db: Reader, date: Day): Promise<number> {
  const { count } = await db
    .selectFrom('prices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('date', '=', date)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function readWeek(db: Reader): Promise<string> {
  const week = await db.selectFrom('market_week').select('open_weekdays').where('id', '=', 1).executeTakeFirstOrThrow();
  return week.open_weekdays;
}

export async function lockCalendar(tx: Writer): Promise<void> {
  await tx.selectFrom('market_week').select('id').forUpdate().execute();
}

export function putDay(tx: Writer, day: Insertable<Tables['market_days']>): Promise<MarketDayRow> {
  return tx
    .insertInto('market_days')
    .values(day)
    .onConflict((conflict) =>
      conflict.column('date').doUpdateSet((eb) => ({
        kind: eb.ref('excluded.kind'),
        reason: eb.ref('excluded.reason'),
        reason_si: eb.ref('excluded.reason_si'),
        reason_ta: eb.ref('excluded.reason_ta'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteDay(tx: Writer, date: Day): Promise<void> {
  await tx.deleteFrom('market_days').where('date', '=', date).execute();
}

export async function updateWeek(tx: Writer, openWeekdays: string, at: Instant): Promise<void> {
  await tx
    .updateTable('market_week')
    .set({ open_weekdays: openWeekdays, updated_at: at })
    .where('id', '=', 1)
    .execute();
}
