import { sql } from 'kysely';
import type { Instant } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { Reader } from '../../db/connect.ts';
import { emailNow } from '../../db/recorded-by.ts';
import { countIn, phoneIn } from '../tickets/device-number-sql.ts';

interface PhoneTickets {
  phone: string;
  sanitation: number;
  vehicle: number;
  first: number;
  last: number;
  arrived_at: Instant;
}

/** Sums by phone the tickets that were issued since an instant and have arrived, those that are void included. */
export async function sumTicketsOfPhones(db: Reader, since: Instant): Promise<PhoneTickets[]> {
  const ticketsIn = (table: 'sanitation_tickets' | 'vehicle_tickets', isVehicle: 0 | 1) =>
    sql`select ${phoneIn('device_number')} as phone, ${countIn('device_number')} as number, created_at,
      ${sql.lit(isVehicle)} as is_vehicle from ${sql.table(table)} where issued_at >= ${since} and device_number is not null`;
  const { rows } = await sql<PhoneTickets>`
    select phone, cast(sum(1 - is_vehicle) as bigint) as sanitation, cast(sum(is_vehicle) as bigint) as vehicle,
      min(number) as first, max(number) as last, max(created_at) as arrived_at
    from (${ticketsIn('sanitation_tickets', 0)} union all ${ticketsIn('vehicle_tickets', 1)}) as tickets
    group by phone`.execute(db);
  return rows;
}

/** Lists the shifts of phones that were opened since an instant, the last to be opened first. */
export function listShiftsOfPhones(db: Reader, since: Instant) {
  return db
    .selectFrom('gate_shifts')
    .select(['device', 'closed_at', 'created_at', 'updated_at'])
    .where('opened_at', '>=', since)
    .where('device', 'is not', null)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

const MOST_BEYOND = 200;

export interface BeyondStated {
  shift_id: string;
  /** The email that the person of the shift has now. */
  email: string;
  /** The last number that the phone stated; null if it stated that it issued none. */
  stated: string | null;
  phone: string;
  number: number;
  cents: Cents;
}

/**
 * Lists the tickets with a higher number than the last one that their phone stated when it closed the shift, at most 200.
 * A ticket is of a shift if it names it, or if it names none and was issued while the shift was open.
 */
export async function listBeyondStated(db: Reader, since: Instant): Promise<BeyondStated[]> {
  const ticketsIn = (table: 'sanitation_tickets' | 'vehicle_tickets') =>
    sql`select ${phoneIn('device_number')} as phone, ${countIn('device_number')} as number, cents, issued_at, shift_id
      from ${sql.table(table)} where issued_at >= ${since} and device_number is not null and voided_at is null`;
  const columns = sql`shifts.id as shift_id, shifts.email as email, shifts.last_number as stated,
    tickets.phone as phone, tickets.number as number, tickets.cents as cents`;
  const isBeyond = sql`(tickets.phone = shifts.phone and tickets.number > shifts.last)`;
  const { rows } = await sql<BeyondStated>`
    with tickets as (${ticketsIn('sanitation_tickets')} union all ${ticketsIn('vehicle_tickets')}),
    shifts as (
      select id, ${emailNow('gate_shifts.issued_by_id', 'gate_shifts.issued_by')} as email, opened_at, closed_at, last_number,
        case when last_number is null then device else ${phoneIn('last_number')} end as phone,
        case when last_number is null then 0 else ${countIn('last_number')} end as last
      from gate_shifts where closed_at >= ${since} and device is not null and lacks_number = 0
    )
    select ${columns} from tickets join shifts on shifts.id = tickets.shift_id where ${isBeyond}
    union all
    select ${columns} from tickets join shifts on tickets.phone = shifts.phone
      where tickets.shift_id is null and tickets.issued_at between shifts.opened_at and shifts.closed_at and ${isBeyond}
    order by phone, number limit ${MOST_BEYOND}`.execute(db);
  return rows;
}
