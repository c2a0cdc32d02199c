import { sql } from 'kysely';
import { type Cents, cents } from '#billing/money.ts';
import type { Reader } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';

export type ShiftSum = Tables['shift_sums'];

/** Counts the tickets of each day, shift and person that are not void. */
export function countShiftSums(db: Reader): Promise<ShiftSum[]> {
  const ticketsIn = (table: 'sanitation_tickets' | 'vehicle_tickets') =>
    db
      .selectFrom(table)
      .select(['issued_day', 'issued_by', 'cents'])
      .select([
        sql<string>`coalesce(shift_id, '')`.as('shift'),
        sql<number>`cast(coalesce(issued_by_id, 0) as bigint)`.as('account'),
      ])
      .where('voided_at', 'is', null);
  return db
    .selectFrom(ticketsIn('sanitation_tickets').unionAll(ticketsIn('vehicle_tickets')).as('ticket'))
    .select(['issued_day as day', 'shift as shift_id', 'issued_by', 'account as issued_by_id'])
    .select([sql<number>`cast(count(*) as bigint)`.as('tickets'), sql<Cents>`cast(sum(cents) as bigint)`.as('cents')])
    .groupBy(['issued_day', 'shift', 'issued_by', 'account'])
    .execute();
}

export function listShiftSums(db: Reader): Promise<ShiftSum[]> {
  return db
    .selectFrom('shift_sums')
    .selectAll()
    .where((eb) => eb.or([eb('tickets', '>', 0), eb('cents', '>', cents(0))]))
    .execute();
}
