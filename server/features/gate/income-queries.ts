import { sql } from 'kysely';
import type { Day, Instant } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { Reader } from '../../db/connect.ts';
import type { DayRange } from '../../db/page-rows.ts';
import { emailNow } from '../../db/recorded-by.ts';

/** A ticket, or a sum of tickets, belongs to the shift that it names if the shift was opened by the same person. */
const IS_OF_SHIFT = sql<boolean>`shift.id = ticket.shift_id and (shift.issued_by_id = ticket.issued_by_id
  or (shift.issued_by_id is null and coalesce(ticket.issued_by_id, 0) = 0 and shift.issued_by = ticket.issued_by))`;

export type PersonIncome = Awaited<ReturnType<typeof sumTicketsOfPeople>>[number];

/** Sums the tickets of some days by the person who issued them, split into those of a shift and the others. */
export function sumTicketsOfPeople(db: Reader, { from, to }: DayRange, today: Day) {
  return db
    .selectFrom('shift_sums as ticket')
    .leftJoin('gate_shifts as shift', (join) => join.on(IS_OF_SHIFT))
    .select([
      emailNow<string>('ticket.issued_by_id', 'ticket.issued_by').as('email'),
      sumWhere('shift.id is not null').as('in_shifts'),
      sumWhere('shift.id is null').as('to_count'),
      sumWhere('shift.id is not null', today).as('in_shifts_today'),
      sumWhere('shift.id is null', today).as('to_count_today'),
    ])
    .where('ticket.day', '>=', from)
    .where('ticket.day', '<=', to)
    .where('ticket.tickets', '>', 0)
    .groupBy('email')
    .orderBy('email')
    .execute();
}

function sumWhere(condition: 'shift.id is null' | 'shift.id is not null', today?: Day) {
  const ofToday = today === undefined ? sql`` : sql`and ticket.day = ${today}`;
  return sql<Cents>`cast(sum(case when ${sql.raw(condition)} ${ofToday} then ticket.cents else 0 end) as bigint)`;
}

interface UnknownShiftsWanted {
  /** The first and the last day of issue. */
  days: DayRange;
  issuedBefore: Instant;
  most: number;
}

/**
 * Sums the tickets that were issued before an instant and name a shift that their person has not opened, by shift, the
 * newest first.
 */
export async function sumUnknownShifts(db: Reader, { days, issuedBefore, most }: UnknownShiftsWanted) {
  const named = await db
    .selectFrom('shift_sums as ticket')
    .leftJoin('gate_shifts as shift', (join) => join.on(IS_OF_SHIFT))
    .select('ticket.shift_id')
    .where('ticket.day', '>=', days.from)
    .where('ticket.day', '<=', days.to)
    .where('ticket.tickets', '>', 0)
    .where('ticket.shift_id', '!=', '')
    .where('shift.id', 'is', null)
    .groupBy('ticket.shift_id')
    .orderBy(sql`max(ticket.day)`, 'desc')
    .orderBy('ticket.shift_id')
    .limit(most)
    .execute();
  if (named.length === 0) return [];
  const ids = named.map(({ shift_id }) => shift_id);
  const ticketsIn = (table: 'sanitation_tickets' | 'vehicle_tickets') =>
    db
      .selectFrom(table)
      .select(['shift_id', 'issued_by_id', 'issued_by', 'issued_at', 'cents'])
      .where('shift_id', 'in', ids)
      .where('voided_at', 'is', null)
      .where('issued_at', '<', issuedBefore);
  return db
    .selectFrom(ticketsIn('sanitation_tickets').unionAll(ticketsIn('vehicle_tickets')).as('ticket'))
    .leftJoin('gate_shifts as shift', (join) => join.on(IS_OF_SHIFT))
    .select([
      sql<string>`ticket.shift_id`.as('shift_id'),
      emailNow<string>('ticket.issued_by_id', 'ticket.issued_by').as('email'),
      sql<number>`cast(count(*) as bigint)`.as('tickets'),
      sql<Cents>`cast(sum(ticket.cents) as bigint)`.as('cents'),
      sql<Instant>`min(ticket.issued_at)`.as('since'),
    ])
    .where('shift.id', 'is', null)
    .groupBy(['ticket.shift_id', 'email'])
    .orderBy('since', 'desc')
    .execute();
}

/** Sums all tickets by the person of their shift, open and closed shifts apart, or by who issued those in none. */
export function sumTicketsByShiftState(db: Reader) {
  return db
    .selectFrom('shift_sums as ticket')
    .leftJoin('gate_shifts as shift', (join) => join.on(IS_OF_SHIFT))
    .select([
      sql<string>`coalesce(${emailNow('shift.issued_by_id', 'shift.issued_by')},
        ${emailNow('ticket.issued_by_id', 'ticket.issued_by')})`.as('email'),
      sql<'none' | 'open' | 'closed'>`case when shift.id is null then 'none'
        when shift.closed_at is null then 'open' else 'closed' end`.as('state'),
      sql<Cents>`cast(sum(ticket.cents) as bigint)`.as('cents'),
    ])
    .where('ticket.tickets', '>', 0)
    .groupBy(['email', 'state'])
    .execute();
}

/** Sums the cash of all shifts by person, open and closed ones apart. */
export function sumShiftCash(db: Reader) {
  return db
    .selectFrom('gate_shifts as shift')
    .select([
      emailNow<string>('shift.issued_by_id', 'shift.issued_by').as('email'),
      sql<'open' | 'closed'>`case when shift.closed_at is null then 'open' else 'closed' end`.as('state'),
      sql<Cents>`cast(sum(shift.opening_cents) as bigint)`.as('opening'),
      sql<Cents>`cast(coalesce(sum(shift.counted_cents), 0) as bigint)`.as('counted'),
    ])
    .groupBy(['email', 'state'])
    .execute();
}
