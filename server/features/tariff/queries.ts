import type { Insertable, Selectable } from 'kysely';
import { type Day, dayOf, type Instant, startOfDay } from '#billing/calendar.ts';
import { NEWEST_TARIFFS } from '#contract/tariff.ts';
import type { VehicleType } from '#contract/tickets.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';

export type TariffRow = Selectable<Tables['tariffs']>;

export const TARIFF_COLUMNS = {
  Lorry: 'lorry_cents',
  Van: 'van_cents',
  'Three-Wheeler': 'three_wheeler_cents',
  Motorbike: 'motorbike_cents',
  Car: 'car_cents',
} as const satisfies Record<VehicleType, keyof TariffRow>;

function newestFirst(db: Reader) {
  return db.selectFrom('tariffs').selectAll().orderBy('valid_from', 'desc').orderBy('id', 'desc');
}

export function listTariffs(db: Reader): Promise<TariffRow[]> {
  return newestFirst(db).limit(NEWEST_TARIFFS).execute();
}

export function lockTariffs(tx: Writer): Promise<TariffRow[]> {
  return newestFirst(tx).limit(NEWEST_TARIFFS).forUpdate().execute();
}

export function findTariffOn(db: Reader, day: Day): Promise<TariffRow | undefined> {
  return newestFirst(db).where('valid_from', '<=', day).limit(1).executeTakeFirst();
}

/** Prices set later on its day do not count. */
export function findTariffAt(db: Reader, at: Instant): Promise<TariffRow | undefined> {
  return newestFirst(db).where('valid_from', '<=', dayOf(at)).where('set_at', '<=', at).limit(1).executeTakeFirst();
}

/** Those in force at some moment from then to now. */
export async function listRecentTariffs(db: Reader, since: Instant, now: Instant): Promise<TariffRow[]> {
  const rows = (await listTariffs(db)).filter((row) => beginningOf(row) <= now);
  const moments = [since, ...rows.map(beginningOf).filter((at) => at > since)];
  return moments.flatMap((at) => rows.find((row) => row.valid_from <= dayOf(at) && row.set_at <= at) ?? []);
}

function beginningOf({ valid_from, set_at }: TariffRow): Instant {
  const start = startOfDay(valid_from);
  return start > set_at ? start : set_at;
}

export function insertTariff(tx: Writer, row: Insertable<Tables['tariffs']>): Promise<TariffRow> {
  return tx.insertInto('tariffs').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function deleteTariffsOf(tx: Writer, day: Day): Promise<void> {
  await tx.deleteFrom('tariffs').where('valid_from', '=', day).execute();
}

export function deleteFutureTariff(tx: Writer, id: number, today: Day): Promise<TariffRow | undefined> {
  return tx
    .deleteFrom('tariffs')
    .where('id', '=', id)
    .where('valid_from', '>', today)
    .returningAll()
    .executeTakeFirst();
}
