import { type RawBuilder, sql } from 'kysely';
import type { Day, Instant } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { DayRange } from '../../db/page-rows.ts';
import { emailNow } from '../../db/recorded-by.ts';

/** A ticket, or a sum of tickets, belongs to the shift that it names if the shift was opened by the same person. */
const IS_OF_SHIFT = sql<boolean>`shift.id = ticket.shift_id and (shift.issued_by_id = ticket.issued_by_id
  or (shift.issued_by_id is null and coalesce(ticket.issued_by_id, 0) = 0 and shift.issued_by = ticket.issued_by))`;

/** A ticket without a shift that was issued before the first day counts as counted. */
function isToCount(from: Day | null) {
  return sql<boolean>`(shift.id is null and ticket.day >= ${from ?? ''})`;
}

/** The cash of a closed shift is to be handed over, or an earlier release closed the shift. */
type ShiftState = 'open' | 'to_hand_over' | 'closed';
const SHIFT_STATE = sql<ShiftState>`case when shift.closed_at is null then 'open'
  when shift.to_hand_over = 1 then 'to_hand_over' else 'closed' end`;

/** Returns the day from which tickets without a shift are to be counted; null if all of them are. */
export async function findCountingStart(db: Reader): Promise<Day | null> {
  const newest = db.selectFrom('counting_starts').select('since').orderBy('id', 'desc').limit(1);
  return (await newest.executeTakeFirst())?.since ?? null;
}

export async function insertCountingStart(tx: Writer, { now, actor }: ActionContext, since: Day | null): Promise<void> {
  await tx.insertInto('counting_starts').values({ since, set_at: now, set_by: actor }).execute();
}

/** Sums the tickets that are in no shift and were issued from one day on and before another. */
export async function sumUncounted(db: Reader, { from, before }: { from: Day | null; before: Day }): Promise<Cents> {
  const { cents } = await db
    .selectFrom('shift_sums as ticket')
    .leftJoin('gate_shifts as shift', (join) => join.on(IS_OF_SHIFT))
    .select(sql<Cents>`cast(coalesce(sum(ticket.cents), 0) as bigint)`.as('cents'))
    .where(isToCount(from))
    .where('ticket.day', '<', before)
    .executeTakeFirstOrThrow();
  return cents;
}

interface IncomeWanted {
  days: DayRange;
  today: Day;
  countedFrom: Day | null;
}

export type PersonIncome = Awaited<ReturnType<typeof sumTicketsOfPeople>>[number];

/** Sums the tickets of some days by the person who issued them, split into those to be counted and the others. */
export function sumTicketsOfPeople(db: Reader, { days: { from, to }, today, countedFrom }: IncomeWanted) {
  const toCount = isToCount(countedFrom);
  const inShifts = sql<boolean>`not ${toCount}`;
  return db
    .selectFrom('shift_sums as ticket')
    .leftJoin('gate_shifts as shift', (join) => join.on(IS_OF_SHIFT))
    .select([
      emailNow<string>('ticket.issued_by_id', 'ticket.issued_by').as('email'),
      sumWhere(inShifts).as('in_shifts'),
      sumWhere(toCount).as('to_count'),
      sumWhere(sql`${inShifts} and ticket.day = ${today}`).as('in_shifts_today'),
      sumWhere(sql`${toCount} and ticket.day = ${today}`).as('to_count_today'),
    ])
    .where('ticket.day', '>=', from)
    .where('ticket.day', '<=', to)
    .where('ticket.tickets', '>', 0)
    .groupBy('email')
    .orderBy('email')
    .execute();
}

function sumWhere(condition: RawBuilder<unknown>) {
  return sql<Cents>`cast(sum(case when ${condition} then ticket.cents else 0 end) as bigint)`;
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

/**
 * Sums all tickets by the person and the state of their shift, or by who issued those in none: those to be counted, and
 * those that count as counted.
 */
export function sumTicketsByShiftState(db: Reader, countedFrom: Day | null) {
  return db
    .selectFrom('shift_sums as ticket')
    .leftJoin('gate_shifts as shift', (join) => join.on(IS_OF_SHIFT))
    .select([
      sql<string>`coalesce(${emailNow('shift.issued_by_id', 'shift.issued_by')},
        ${emailNow('ticket.issued_by_id', 'ticket.issued_by')})`.as('email'),
      sql<'to_count' | 'counted' | ShiftState>`case when ${isToCount(countedFrom)} then 'to_count'
        when shift.id is null then 'counted' else ${SHIFT_STATE} end`.as('state'),
      sql<Cents>`cast(sum(ticket.cents) as bigint)`.as('cents'),
    ])
    .where('ticket.tickets', '>', 0)
    .groupBy(['email', 'state'])
    .execute();
}

/** Sums the cash of all shifts by person and state. */
export function sumShiftCash(db: Reader) {
  return db
    .selectFrom('gate_shifts as shift')
    .select([
      emailNow<string>('shift.issued_by_id', 'shift.issued_by').as('email'),
      SHIFT_STATE.as('state'),
      sql<Cents>`cast(sum(shift.opening_cents) as bigint)`.as('opening'),
      sql<Cents>`cast(sum(shift.from_held_cents) as bigint)`.as('fromHeld'),
      sql<Cents>`cast(coalesce(sum(shift.counted_cents), 0) as bigint)`.as('counted'),
    ])
    .groupBy(['email', 'state'])
    .execute();
}
