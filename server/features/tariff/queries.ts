import type { Insertable, Selectable } from 'kysely';
import { type Day, dayOf, type Instant, startOfDay } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import { NEWEST_TARIFFS } from '#contract/tariff.ts';
import type { PassTerm } from '#contract/words.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';

/** The prices of a vehicle type: of a ticket, and of a pass of each term. */
export interface TypePrice {
  vehicle_type_id: number;
  name: string;
  cents: Cents;
  day_cents: Cents | null;
  month_cents: Cents | null;
}

type StoredTariff = Selectable<Tables['tariffs']>;

/** A tariff with its prices in the order of the vehicle types. */
export interface TariffRow extends StoredTariff {
  prices: TypePrice[];
}

function newestFirst(db: Reader) {
  return db.selectFrom('tariffs').selectAll().orderBy('valid_from', 'desc').orderBy('id', 'desc');
}

export async function listTariffs(db: Reader): Promise<TariffRow[]> {
  return withPrices(db, await newestFirst(db).limit(NEWEST_TARIFFS).execute());
}

export async function lockTariffs(tx: Writer): Promise<TariffRow[]> {
  return withPrices(tx, await newestFirst(tx).limit(NEWEST_TARIFFS).forUpdate().execute());
}

export async function findTariffOn(db: Reader, day: Day): Promise<TariffRow | undefined> {
  const stored = await newestFirst(db).where('valid_from', '<=', day).limit(1).execute();
  return (await withPrices(db, stored))[0];
}

async function withPrices(db: Reader, stored: readonly StoredTariff[]): Promise<TariffRow[]> {
  if (stored.length === 0) return [];
  const prices = await db
    .selectFrom('tariff_prices')
    .innerJoin('vehicle_types', 'vehicle_types.id', 'tariff_prices.vehicle_type_id')
    .select(['tariff_id', 'vehicle_type_id', 'name', 'cents', 'day_cents', 'month_cents'])
    .where(
      'tariff_id',
      'in',
      stored.map(({ id }) => id),
    )
    .orderBy('list_order')
    .orderBy('vehicle_type_id')
    .execute();
  const byTariff = Map.groupBy(prices, ({ tariff_id }) => tariff_id);
  return stored.map((row) => ({
    ...row,
    prices: (byTariff.get(row.id) ?? []).map(({ tariff_id, ...price }) => price),
  }));
}

/**
 * Returns the price of a ticket or a pass of a vehicle type at an instant; undefined if the office had set none. A price
 * that was set after the instant is ignored, even if it is for the same day.
 */
export async function findPriceAt(
  db: Reader,
  at: Instant,
  { typeId, pass }: { typeId: number; pass: PassTerm | null },
): Promise<Cents | undefined> {
  const found = await db
    .selectFrom('tariffs')
    .leftJoin('tariff_prices as price', (join) =>
      join.onRef('price.tariff_id', '=', 'tariffs.id').on('price.vehicle_type_id', '=', typeId),
    )
    .select(`price.${centsColumnOf(pass)} as cents`)
    .where('tariffs.valid_from', '<=', dayOf(at))
    .where('tariffs.set_at', '<=', at)
    .orderBy('tariffs.valid_from', 'desc')
    .orderBy('tariffs.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.cents ?? undefined;
}

export function centsColumnOf(pass: PassTerm | null): 'cents' | 'day_cents' | 'month_cents' {
  return pass === null ? 'cents' : `${pass}_cents`;
}

/** Lists the tariffs that applied at some time from `since` to `now`. */
export async function listRecentTariffs(db: Reader, since: Instant, now: Instant): Promise<TariffRow[]> {
  const rows = (await listTariffs(db)).filter((row) => beginningOf(row) <= now);
  const moments = [since, ...rows.map(beginningOf).filter((at) => at > since)];
  return moments.flatMap((at) => tariffAt(rows, at) ?? []);
}

/** Returns the tariff that applies at an instant. The rows are those of listTariffs. */
export function tariffAt(rows: readonly TariffRow[], at: Instant): TariffRow | undefined {
  return rows.find((row) => row.valid_from <= dayOf(at) && row.set_at <= at);
}

export function beginningOf({ valid_from, set_at }: TariffRow): Instant {
  const start = startOfDay(valid_from);
  return start > set_at ? start : set_at;
}

export async function insertTariff(
  tx: Writer,
  row: Insertable<Tables['tariffs']>,
  prices: readonly Omit<TypePrice, 'name'>[],
): Promise<TariffRow> {
  const stored = await tx.insertInto('tariffs').values(row).returningAll().executeTakeFirstOrThrow();
  for (const price of prices)
    await tx
      .insertInto('tariff_prices')
      .values({ ...price, tariff_id: stored.id })
      .execute();
  const [made] = await withPrices(tx, [stored]);
  return made ?? { ...stored, prices: [] };
}

export async function deleteTariffs(tx: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom('tariff_prices').where('tariff_id', 'in', ids).execute();
  await tx.deleteFrom('tariffs').where('id', 'in', ids).execute();
}
