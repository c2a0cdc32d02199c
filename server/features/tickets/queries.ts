import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { type Day, endOfDay, type Instant, type Month, startOfDay } from '#billing/calendar.ts';
import { type Cents, toRupees } from '#billing/money.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { personContains } from '../../db/like-pattern.ts';
import type { DayRange } from '../../db/page-rows.ts';
import { findSetting } from '../../db/settings.ts';
import type { Tables } from '../../db/tables/tables.ts';

export type Subject = Tables['ticket_sums']['subject'];

export interface TicketSum {
  tickets: number;
  cents: Cents;
}

export type DaySum = TicketSum & { day: Day };

export interface SumQuery {
  kind?: string | undefined;
  span?: DayRange | undefined;
}

export const OF_ROWS = [
  sql<number>`cast(count(*) as bigint)`.as('tickets'),
  sql<Cents>`cast(coalesce(sum(cents), 0) as bigint)`.as('cents'),
] as const;

const TICKETS = sql<number>`cast(sum(tickets) as bigint)`;
const CENTS = sql<Cents>`cast(sum(cents) as bigint)`;
const MONTH = sql<Month>`substr(day, 1, 7)`;

function selectSums(db: Reader, subject: Subject, { kind, span }: SumQuery) {
  return db
    .selectFrom('ticket_sums')
    .where('subject', '=', subject)
    .where('tickets', '>', 0)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$call((query) => (span ? query.where('day', '>=', span.from).where('day', '<=', span.to) : query));
}

export function listDaySums(db: Reader, subject: Subject, asked: SumQuery): Promise<DaySum[]> {
  return selectSums(db, subject, asked)
    .select(['day', TICKETS.as('tickets'), CENTS.as('cents')])
    .groupBy('day')
    .orderBy('day', 'desc')
    .execute();
}

export function listMonthSums(db: Reader, subject: Subject, asked: SumQuery) {
  return selectSums(db, subject, asked)
    .select([MONTH.as('month'), TICKETS.as('tickets'), CENTS.as('cents')])
    .groupBy(MONTH)
    .orderBy('month', 'desc')
    .execute();
}

export function listKindSums(db: Reader, subject: Subject, today: Day) {
  return selectSums(db, subject, {})
    .select([
      MONTH.as('month'),
      'kind',
      TICKETS.as('tickets'),
      CENTS.as('cents'),
      sql<number>`cast(sum(case when day = ${today} then tickets else 0 end) as bigint)`.as('tickets_of_day'),
      sql<Cents>`cast(sum(case when day = ${today} then cents else 0 end) as bigint)`.as('cents_of_day'),
    ])
    .groupBy([MONTH, 'kind'])
    .orderBy('month', 'desc')
    .execute();
}

export type KindSum = Awaited<ReturnType<typeof listKindSums>>[number];

export interface SumPlace {
  subject: Subject;
  day: Day;
  kind: string;
}

type SummedTicket = Pick<
  Tables['sanitation_tickets'],
  'issued_day' | 'shift_id' | 'issued_by' | 'issued_by_id' | 'cents'
>;

/** Adds a ticket to the sums of its kind and of its shift. */
export async function increaseSums(
  tx: Writer,
  row: SummedTicket,
  kind: Pick<SumPlace, 'subject' | 'kind'>,
): Promise<void> {
  const sum = { tickets: 1, cents: row.cents };
  await tx
    .insertInto('ticket_sums')
    .values({ ...kind, day: row.issued_day, ...sum })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'day', 'kind']).doUpdateSet({
        tickets: sql`ticket_sums.tickets + 1`,
        cents: sql`ticket_sums.cents + excluded.cents`,
      }),
    )
    .execute();
  await tx
    .insertInto('shift_sums')
    .values({ ...shiftOf(row), ...sum })
    .onConflict((conflict) =>
      conflict.columns(['day', 'shift_id', 'issued_by', 'issued_by_id']).doUpdateSet({
        tickets: sql`shift_sums.tickets + 1`,
        cents: sql`shift_sums.cents + excluded.cents`,
      }),
    )
    .execute();
}

/** Takes a ticket out of the sums. The database refuses values below 0. */
export async function decreaseSums(
  tx: Writer,
  row: SummedTicket,
  { subject, kind }: Pick<SumPlace, 'subject' | 'kind'>,
): Promise<void> {
  const less = { tickets: sql<number>`tickets - 1`, cents: sql<Cents>`cents - ${row.cents}` };
  await tx
    .updateTable('ticket_sums')
    .set(less)
    .where('subject', '=', subject)
    .where('day', '=', row.issued_day)
    .where('kind', '=', kind)
    .execute();
  const { day, shift_id, issued_by, issued_by_id } = shiftOf(row);
  await tx
    .updateTable('shift_sums')
    .set(less)
    .where('day', '=', day)
    .where('shift_id', '=', shift_id)
    .where('issued_by', '=', issued_by)
    .where('issued_by_id', '=', issued_by_id)
    .execute();
}

function shiftOf({ issued_day, shift_id, issued_by, issued_by_id }: SummedTicket) {
  return { day: issued_day, shift_id: shift_id ?? '', issued_by, issued_by_id: issued_by_id ?? 0 };
}

/**
 * Returns false if the number has already been claimed. On PostgreSQL it waits for a transaction that is claiming the
 * same number.
 */
export async function claimDeviceNumber(tx: Writer, number: string): Promise<boolean> {
  const inserted = await tx
    .insertInto('device_numbers')
    .values({ number })
    .onConflict((conflict) => conflict.doNothing())
    .returning('number')
    .executeTakeFirst();
  return inserted !== undefined;
}

export function findDevice(db: Reader, id: number) {
  return db.selectFrom('gate_devices').select(['secret', 'created_by_id']).where('id', '=', id).executeTakeFirst();
}

const TICKET_TABLES = ['sanitation_tickets', 'vehicle_tickets'] as const;
type TicketTable = (typeof TICKET_TABLES)[number];

/**
 * The bounds of the numbers with these letters. The upper bound ends with `:`, the character after 9, so that numbers
 * with more letters are excluded.
 */
const spanOf = (letters: string) => [`${letters}0`, `${letters}:`] as const;

export async function hasNumbersOf(db: Reader, letters: string): Promise<boolean> {
  const [from, until] = spanOf(letters);
  const used = db.selectFrom('device_numbers').select('number').where('number', '>=', from).where('number', '<', until);
  return (await used.limit(1).executeTakeFirst()) !== undefined;
}

/** Returns whether a ticket with these letters arrived before an instant. */
export async function hasNumbersBefore(db: Reader, letters: string, at: Instant): Promise<boolean> {
  const [from, until] = spanOf(letters);
  for (const table of TICKET_TABLES) {
    const arrived = db
      .selectFrom(table)
      .select('id')
      .where('device_number', '>=', from)
      .where('device_number', '<', until)
      .where('created_at', '<', at);
    if ((await arrived.limit(1).executeTakeFirst()) !== undefined) return true;
  }
  return false;
}

export async function hasIssuedWith(db: Reader, letters: string, accountId: number): Promise<boolean> {
  const [from, until] = spanOf(letters);
  for (const table of TICKET_TABLES) {
    const issued = db
      .selectFrom(table)
      .select('id')
      .where('device_number', '>=', from)
      .where('device_number', '<', until)
      .where('issued_by_id', '=', accountId);
    if ((await issued.limit(1).executeTakeFirst()) !== undefined) return true;
  }
  return false;
}

const STANDING = [
  sql<number>`cast(sum(case when voided_at is null then 1 else 0 end) as bigint)`.as('tickets'),
  sql<Cents>`cast(sum(case when voided_at is null then cents else 0 end) as bigint)`.as('cents'),
] as const;

/** Counts the tickets of each subject, day and kind, even where every ticket is void. */
export async function countTickets(db: Reader): Promise<(SumPlace & TicketSum)[]> {
  const sanitation = await db
    .selectFrom('sanitation_tickets')
    .select(['issued_day as day', 'cents as price', ...STANDING])
    .groupBy(['issued_day', 'cents'])
    .execute();
  const vehicle = await db
    .selectFrom('vehicle_tickets')
    .select(['issued_day as day', 'vehicle_type as kind', ...STANDING])
    .groupBy(['issued_day', 'vehicle_type'])
    .execute();
  return [
    ...sanitation.map(({ price, ...sum }) => ({
      subject: 'sanitation' as const,
      kind: String(toRupees(price)),
      ...sum,
    })),
    ...vehicle.map((sum) => ({ subject: 'vehicle' as const, ...sum })),
  ];
}

export function listSums(db: Reader): Promise<(SumPlace & TicketSum)[]> {
  return db.selectFrom('ticket_sums').selectAll().execute();
}

/**
 * The name of the setting that lists the ticket numbers that were skipped because an older backup had been restored.
 */
export const SKIPPED_COUNTS = 'skipped_ticket_counts';

interface SkippedCounts {
  /** The price in rupees. */
  price: number;
  from: number;
  to: number;
}

export async function listSkippedCounts(db: Reader): Promise<SkippedCounts[]> {
  const stored = await findSetting(db, SKIPPED_COUNTS);
  return stored ? (JSON.parse(stored.value) as SkippedCounts[]) : [];
}

export function listTicketCounts(db: Reader) {
  return db
    .selectFrom('sanitation_counts')
    .select((eb) => {
      const ofPrice = eb
        .selectFrom('sanitation_tickets')
        .whereRef('sanitation_tickets.cents', '=', 'sanitation_counts.cents');
      return [
        'cents',
        'last',
        ofPrice.select(sql<number>`cast(count(*) as bigint)`.as('tickets')).as('tickets'),
        ofPrice.select(sql<number>`coalesce(max(count), 0)`.as('newest')).as('newest'),
      ];
    })
    .execute();
}

export function findShiftOwner(db: Reader, shiftId: string) {
  return db
    .selectFrom('gate_shifts')
    .select(['issued_by_id', 'opened_at', 'created_at'])
    .where('id', '=', shiftId)
    .executeTakeFirst();
}

/** Returns the shift that an account had open at an instant and has not closed since, and locks it; the newest of several. */
export function lockOpenShift(tx: Writer, { accountId, at }: { accountId: number; at: Instant }) {
  return tx
    .selectFrom('gate_shifts')
    .select('id')
    .where('issued_by_id', '=', accountId)
    .where('closed_at', 'is', null)
    .where('opened_at', '<=', at)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks the shift of a ticket, so that the shift cannot be closed before the ticket has been voided. */
export function lockShiftOfTicket(tx: Writer, shiftId: string) {
  return tx
    .selectFrom('gate_shifts')
    .select(['issued_by_id', 'closed_at'])
    .where('id', '=', shiftId)
    .forUpdate()
    .executeTakeFirst();
}

/** The condition of the tickets of either kind that are listed and summed: those of a span that are not void. */
export function isListed({ from, to }: DayRange, byWhom = ''): Expression<SqlBool> {
  const { eb, and } = expressionBuilder<Tables, TicketTable>();
  return and([
    eb('voided_at', 'is', null),
    eb('issued_at', '>=', startOfDay(from)),
    eb('issued_at', '<', endOfDay(to)),
    ...(byWhom === '' ? [] : [personContains('issued_by', byWhom)]),
  ]);
}

/** The condition of a ticket of either kind that can be voided. */
export function isOpenTicket(id: number): Expression<SqlBool> {
  const { eb, and } = expressionBuilder<Tables, TicketTable>();
  return and([eb('id', '=', id), eb('voided_at', 'is', null)]);
}

export function voided({ now: at, actor: by }: ActionContext, reason: string) {
  return { voided_at: at, voided_by: by, void_reason: reason, updated_at: at };
}
