import { sql } from 'kysely';
import type { Instant } from '#billing/calendar.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { countIn, phoneIn } from './device-number-sql.ts';
import { listGivenPhones } from './given-phones.ts';

const MOST_GAPS = 200;
const MOST_MISSING = 1000;

interface NumberGap {
  phone: string;
  number: number;
  /** Null if no lower number was issued since the instant. */
  previous: number | null;
  shift_id: string | null;
  issued_by_id: number | null;
  /** 1 if a phone stated the number as its last one in a shift, and it has not arrived. */
  is_stated: number;
}

export interface MissingNumber {
  phone: string;
  number: number;
  /** The shift of the next ticket that arrived; null if that ticket has none. */
  shiftId: string | null;
  /** The account that issued that ticket; null if it is not known. */
  accountId: number | null;
}

/**
 * Lists, by phone, the ticket numbers that are missing although a later number has arrived, or a phone stated a later one
 * or the number itself as its last one at the closing of a shift. A phone that was given its letters since the instant begins with 1. Leaves out
 * those that were noted. Reads only tickets issued since an instant, and at most 200 gaps and 1,000 numbers.
 */
export async function listMissingNumbers(db: Reader, since: Instant): Promise<MissingNumber[]> {
  const numbersIn = (table: 'sanitation_tickets' | 'vehicle_tickets') =>
    sql`select ${phoneIn('device_number')} as phone, ${countIn('device_number')} as number, shift_id, issued_by_id,
      0 as is_stated from ${sql.table(table)} where issued_at >= ${since} and voided_at is null and device_number is not null`;
  const stated = sql`select ${phoneIn('last_number')} as phone, ${countIn('last_number')} as number, id as shift_id, issued_by_id,
      1 as is_stated from gate_shifts where closed_at >= ${since} and last_number is not null
      and not exists (select number from device_numbers where device_numbers.number = gate_shifts.last_number)`;
  const beginnings = (await listGivenPhones(db, since)).map(
    ({ phone }) =>
      sql` union all select cast(${phone} as text), cast(0 as bigint), cast(null as text), cast(null as bigint), 0`,
  );
  const { rows } = await sql<NumberGap>`
    select phone, number, previous, shift_id, issued_by_id, is_stated from (
      select phone, number, shift_id, issued_by_id, is_stated,
        lag(number) over (partition by phone order by number, is_stated) as previous from (
        ${numbersIn('sanitation_tickets')} union all ${numbersIn('vehicle_tickets')} union all ${stated}${sql.join(beginnings, sql``)}
      ) as numbers
    ) as pairs
    where number > previous + 1 or is_stated = 1 order by phone, number limit ${MOST_GAPS}`.execute(db);
  const skipped = rows.flatMap(numbersBetween).slice(0, MOST_MISSING);
  const names = skipped.map(storedName);
  // The numbers of voided tickets are not missing, because they arrived.
  const arrived = await db.selectFrom('device_numbers').select('number').where('number', 'in', names).execute();
  const noted = await db.selectFrom('noted_numbers').select('number').where('number', 'in', names).execute();
  const known = new Set([...arrived, ...noted].map(({ number }) => number));
  return skipped.filter((one) => !known.has(storedName(one)));
}

export async function countMissingNumbers(db: Reader, since: Instant): Promise<Map<string, number>> {
  const missing = await listMissingNumbers(db, since);
  return new Map([...Map.groupBy(missing, ({ phone }) => phone)].map(([phone, { length }]) => [phone, length]));
}

function numbersBetween({ phone, number, previous, shift_id, issued_by_id, is_stated }: NumberGap): MissingNumber[] {
  const first = (previous ?? number - 1) + 1;
  const length = Math.min(number - first + is_stated, MOST_MISSING);
  return Array.from({ length }, (_, at) => ({
    phone,
    number: first + at,
    shiftId: shift_id,
    accountId: issued_by_id,
  }));
}

/** Returns the number as tables contain it, without a hyphen. */
export function storedName({ phone, number }: Pick<MissingNumber, 'phone' | 'number'>): string {
  return `${phone}${number}`;
}

/** Notes that numbers will not arrive. Returns how many of them were not noted before. */
export async function noteNumbers(tx: Writer, missing: readonly MissingNumber[], noted_at: Instant): Promise<number> {
  const rows = missing.map((one) => ({ number: storedName(one), shift_id: one.shiftId, noted_at }));
  const added = await tx
    .insertInto('noted_numbers')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('number')
    .execute();
  return added.length;
}
