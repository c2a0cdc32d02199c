import { sql } from 'kysely';
import type { Instant } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { Reader } from '../../db/connect.ts';
import { emailNow } from '../../db/recorded-by.ts';
import { countIn, phoneIn } from './device-number-sql.ts';

const MOST_LATE = 200;

export interface LateNumber {
  phone: string;
  number: number;
  email: string;
  cents: Cents;
  arrived_at: Instant;
  /** When the first ticket with a higher number of the phone arrived. */
  overtaken_at: Instant;
  /** The prices of the nearest lower and higher numbers that were not late; null if there is none. */
  before_cents: Cents | null;
  after_cents: Cents | null;
}

/**
 * Lists the tickets of phones that arrived after a higher number of the same phone, the newest first, at most 200. Phones
 * send in the order of numbers, so that somebody held such a ticket back, or it was refused first. Reads only tickets
 * issued since an instant.
 */
export async function listLateNumbers(db: Reader, since: Instant): Promise<LateNumber[]> {
  const numbersIn = (table: 'sanitation_tickets' | 'vehicle_tickets') =>
    sql`select ${phoneIn('device_number')} as phone, ${countIn('device_number')} as number,
      issued_by_id, issued_by, cents, created_at, voided_at
      from ${sql.table(table)} where issued_at >= ${since} and device_number is not null`;
  const { rows } = await sql<LateNumber>`
    with numbers as (${numbersIn('sanitation_tickets')} union all ${numbersIn('vehicle_tickets')}),
    overtaken as (
      select *, min(created_at) over (partition by phone order by number
        rows between 1 following and unbounded following) as overtaken_at from numbers
    ),
    marked as (
      select *, case when overtaken_at < created_at then 1 else 0 end as is_late from overtaken
    ),
    placed as (
      select *,
        max(case is_late when 0 then number end) over (partition by phone order by number
          rows between unbounded preceding and 1 preceding) as before_number,
        min(case is_late when 0 then number end) over (partition by phone order by number
          rows between 1 following and unbounded following) as after_number
      from marked
    )
    select late.phone, late.number, ${emailNow('late.issued_by_id', 'late.issued_by')} as email, late.cents,
      late.created_at as arrived_at, late.overtaken_at, lower.cents as before_cents, higher.cents as after_cents
    from placed as late
    left join numbers as lower on lower.phone = late.phone and lower.number = late.before_number
    left join numbers as higher on higher.phone = late.phone and higher.number = late.after_number
    where late.is_late = 1 and late.voided_at is null
    order by late.created_at desc, late.phone, late.number limit ${MOST_LATE}`.execute(db);
  return rows;
}
