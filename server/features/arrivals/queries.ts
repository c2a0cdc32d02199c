import { type Selectable, sql } from 'kysely';
import {
  COLOMBO_OFFSET_MINUTES,
  type Day,
  dayInMonth,
  firstDayOf,
  type Instant,
  monthInYear,
} from '#billing/calendar.ts';
import { FEWEST_ARRIVALS } from '#contract/arrivals.ts';
import type { Reader, Writer } from '#server/db/connect.ts';
import type { DayRange } from '#server/db/page-rows.ts';
import type { Tables } from '#server/db/tables/tables.ts';

export type ArrivalRow = Selectable<Tables['arrivals']>;
type ArrivalPlace = Pick<ArrivalRow, 'day' | 'hour' | 'vehicle_type'>;

export async function addArrival(tx: Writer, place: ArrivalPlace, changedAt: Instant | null): Promise<void> {
  await tx
    .insertInto('arrivals')
    .values({ ...place, tickets: 1, changed_at: changedAt })
    .onConflict((conflict) =>
      conflict.columns(['day', 'hour', 'vehicle_type']).doUpdateSet({
        tickets: sql`arrivals.tickets + 1`,
        changed_at: laterOf(changedAt),
      }),
    )
    .execute();
}

/** Subtracts one ticket from the count. The database refuses values below 0. */
export async function subtractArrival(tx: Writer, place: ArrivalPlace, changedAt: Instant | null): Promise<void> {
  await tx
    .updateTable('arrivals')
    .set({ tickets: sql`tickets - 1`, changed_at: laterOf(changedAt) })
    .where('day', '=', place.day)
    .where('hour', '=', place.hour)
    .where('vehicle_type', '=', place.vehicle_type)
    .execute();
}

/**
 * Returns SQL for the later of `at` and the stored time, so that the stored time never decreases when a clock is set
 * back.
 */
function laterOf(at: Instant | null) {
  return sql<Instant | null>`case when ${at} > coalesce(arrivals.changed_at, '') then ${at} else arrivals.changed_at end`;
}

export function listArrivals(db: Reader, { from, to }: DayRange): Promise<ArrivalRow[]> {
  return db
    .selectFrom('arrivals')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where(({ or, eb }) => or([eb('tickets', '>', 0), eb('changed_at', 'is not', null)]))
    .orderBy('day')
    .orderBy('hour')
    .execute();
}

export function listArrivalsOfYear(db: Reader, year: number): Promise<ArrivalRow[]> {
  return listArrivals(db, spanOf(year));
}

export async function hasArrivals(db: Reader, year: number): Promise<boolean> {
  const { from, to } = spanOf(year);
  const found = await db
    .selectFrom('arrivals')
    .select('day')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('day')
    .having(({ fn }) => fn.sum('tickets'), '>=', FEWEST_ARRIVALS)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

function spanOf(year: number): DayRange {
  return { from: firstDayOf(monthInYear(year, 1)), to: dayInMonth(monthInYear(year, 12), 31) };
}

const HOUR = sql<number>`(cast(substr(issued_at, 12, 2) as integer) * 60 + cast(substr(issued_at, 15, 2) as integer)
  + ${sql.lit(COLOMBO_OFFSET_MINUTES)}) % 1440 / 60`;
const DAY_END = sql<Instant>`issued_day || 'T18:30:00.000Z'`;

interface ArrivalDifference {
  day: Day;
  hour: number;
  vehicle_type: string;
  stored: number;
  found: number;
  stored_at: Instant | null;
  found_at: Instant | null;
}

export async function listWrongArrivals(db: Reader): Promise<ArrivalDifference[]> {
  const { rows } = await sql<ArrivalDifference>`
    select day, hour, vehicle_type, max(stored_at) as stored_at, max(found_at) as found_at,
      cast(sum(stored) as bigint) as stored, cast(sum(found) as bigint) as found
    from (
      select day, hour, vehicle_type, tickets as stored, 0 as found, changed_at as stored_at, null as found_at
      from arrivals
      union all
      select issued_day, ${HOUR}, vehicle_type, 0, case when voided_at is null then 1 else 0 end, null,
        case when created_at >= ${DAY_END} then created_at end
      from vehicle_tickets
      union all
      select issued_day, ${HOUR}, vehicle_type, 0, 0, null, voided_at
      from vehicle_tickets where voided_at >= ${DAY_END}
      union all
      select issued_day, ${HOUR}, vehicle_type, 0, 1, null, case when created_at >= ${DAY_END} then created_at end
      from (select entered_day as issued_day, entered_at as issued_at, vehicle_type, created_at from pass_entries) as entered
    ) as counted
    group by day, hour, vehicle_type
    having sum(stored) <> sum(found) or coalesce(max(stored_at), '') <> coalesce(max(found_at), '')
    order by day, hour, vehicle_type`.execute(db);
  return rows;
}
