import { type Insertable, type Selectable, sql } from 'kysely';
import { type Day, endOfDay, type Instant, startOfDay } from '#billing/calendar.ts';
import { type Cents, toRupees } from '#billing/money.ts';
import { inTypeOrder } from '#contract/vehicle-type-names.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { emailNow } from '../../db/recorded-by.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { listVehicleTypes } from '../tariff/vehicle-type-queries.ts';
import type { TicketSum } from '../tickets/queries.ts';

export type ShiftRow = Selectable<Tables['gate_shifts']>;

const NEWEST = 200;

export async function insertDevice(
  tx: Writer,
  { now, actor, accountId }: ActionContext,
  secret: string | null,
): Promise<number> {
  const { id } = await tx
    .insertInto('gate_devices')
    .values({ created_at: now, created_by: actor, created_by_id: accountId ?? null, secret })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Adds a shift. Returns false if its id exists. On PostgreSQL it waits for a transaction that is inserting the same id.
 */
export async function insertShift(tx: Writer, row: Insertable<Tables['gate_shifts']>): Promise<boolean> {
  const inserted = await tx
    .insertInto('gate_shifts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export function lockShift(tx: Writer, id: string): Promise<ShiftRow | undefined> {
  return tx.selectFrom('gate_shifts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function updateShift(tx: Writer, id: string, columns: Partial<Omit<ShiftRow, 'id'>>): Promise<void> {
  await tx.updateTable('gate_shifts').set(columns).where('id', '=', id).execute();
}

export interface ShiftsWanted {
  date?: Day | undefined;
  isOpen?: boolean | undefined;
  issuedBy?: number | undefined;
}

export function listShifts(db: Reader, { date, isOpen, issuedBy }: ShiftsWanted): Promise<ShiftRow[]> {
  return db
    .selectFrom('gate_shifts')
    .selectAll()
    .$call((query) =>
      date === undefined
        ? query
        : query.where('opened_at', '>=', startOfDay(date)).where('opened_at', '<', endOfDay(date)),
    )
    .$if(date === undefined, (query) => query.limit(NEWEST))
    .$if(isOpen !== undefined, (query) => query.where('closed_at', isOpen ? 'is' : 'is not', null))
    .$if(issuedBy !== undefined, (query) => query.where('issued_by_id', '=', issuedBy ?? 0))
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Returns the present emails of the people who closed shifts that others had opened, by the id of the shift. */
export async function listOtherClosers(db: Reader, shifts: readonly ShiftRow[]): Promise<Map<string, string>> {
  const ids = shifts.filter(isClosedByOther).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('gate_shifts')
    .select(['id', emailNow<string>('gate_shifts.closed_by_id', 'gate_shifts.closed_by').as('email')])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/** Compares emails only if one of the accounts is not known. */
function isClosedByOther({ closed_by, closed_by_id, issued_by, issued_by_id }: ShiftRow): boolean {
  if (closed_by === null) return false;
  return closed_by_id === null || issued_by_id === null ? closed_by !== issued_by : closed_by_id !== issued_by_id;
}

interface IncompleteWanted {
  /** The last instant at which an open shift was opened. */
  openSince: Instant;
  closedSince: Instant;
  most: number;
}

/** Lists shifts of phones that are open for long, or were closed without the last number of the phone. */
export function listIncompleteShifts(db: Reader, { openSince, closedSince, most }: IncompleteWanted) {
  return db
    .selectFrom('gate_shifts')
    .select(['id', 'device', 'opened_at', 'closed_at'])
    .select([
      emailNow<string>('gate_shifts.issued_by_id', 'gate_shifts.issued_by').as('email'),
      emailNow<string | null>('gate_shifts.closed_by_id', 'gate_shifts.closed_by').as('closer'),
    ])
    .where('device', 'is not', null)
    .where(({ or, and, eb, not }) =>
      or([
        and([eb('closed_at', 'is', null), eb('opened_at', '<', openSince)]),
        and([eb('lacks_number', '=', 1), eb('closed_at', '>=', closedSince), not(hasLaterTicket)]),
      ]),
    )
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

/**
 * Whether a ticket that the phone of a shift issued after the closing has arrived. Phones send in the order of numbers, so
 * that the tickets of the shift have arrived too, or their numbers are missing.
 */
const hasLaterTicket = sql<boolean>`(${sql.join(
  (['sanitation_tickets', 'vehicle_tickets'] as const).map(
    (
      table,
    ) => sql`exists (select 1 from ${sql.table(table)} as later where later.device_number >= gate_shifts.device || '0'
      and later.device_number < gate_shifts.device || ':' and later.issued_at > gate_shifts.closed_at)`,
  ),
  sql` or `,
)})`;

/**
 * The maximum number of phones; no market has more. Without a limit, invented device codes could make the list endless.
 */
const MOST_PHONES = 100;

/**
 * Lists the phones with an open shift that was opened at or after `since`. The instant of a phone is the arrival of the
 * last ticket of the shift, or the opening of the shift if it has no ticket.
 */
export async function listOpenPhones(db: Reader, since: Instant): Promise<Map<string, Instant>> {
  const lastOf = (table: 'sanitation_tickets' | 'vehicle_tickets') =>
    sql<Instant | null>`(select max(created_at) from ${sql.table(table)} where shift_id = gate_shifts.id and voided_at is null)`;
  const shifts = await db
    .selectFrom('gate_shifts')
    .select([
      'device',
      'created_at',
      lastOf('sanitation_tickets').as('sanitation'),
      lastOf('vehicle_tickets').as('vehicle'),
    ])
    .where('opened_at', '>=', since)
    .where('closed_at', 'is', null)
    .orderBy('opened_at', 'desc')
    .limit(MOST_PHONES)
    .execute();
  const phones = new Map<string, Instant>();
  for (const { device, created_at, sanitation, vehicle } of shifts) {
    if (device === null) continue;
    const times = [sanitation, vehicle, phones.get(device)].filter((time) => typeof time === 'string');
    phones.set(
      device,
      times.reduce((last, time) => (time > last ? time : last), created_at),
    );
  }
  return phones;
}

export function findShift(db: Reader, id: string): Promise<ShiftRow | undefined> {
  return db.selectFrom('gate_shifts').selectAll().where('id', '=', id).executeTakeFirst();
}

const BY_STATE = [
  sql<number>`cast(sum(case when voided_at is null then 1 else 0 end) as bigint)`.as('tickets'),
  sql<Cents>`cast(sum(case when voided_at is null then cents else 0 end) as bigint)`.as('cents'),
  sql<number>`cast(sum(case when voided_at is null then 0 else 1 end) as bigint)`.as('voided'),
] as const;

export interface KindCount extends TicketSum {
  /** The kind of ticket: the price in rupees, or the vehicle type as issued. */
  kind: string;
  voided: number;
}

export async function countShiftKinds(db: Reader, shift: ShiftRow): Promise<KindCount[]> {
  const sanitation = await db
    .selectFrom('sanitation_tickets')
    .select(['cents as price', ...BY_STATE])
    .where('shift_id', '=', shift.id)
    .where(isOwner(shift))
    .groupBy('cents')
    .orderBy('price')
    .execute();
  const vehicle = await db
    .selectFrom('vehicle_tickets')
    .select(['vehicle_type', ...BY_STATE])
    .where('shift_id', '=', shift.id)
    .where(isOwner(shift))
    .groupBy('vehicle_type')
    .execute();
  const types = await listVehicleTypes(db);
  return [
    ...sanitation.map(({ price, ...count }) => ({ kind: String(toRupees(price)), ...count })),
    ...inTypeOrder(types, vehicle, ({ vehicle_type }) => vehicle_type).map(({ vehicle_type: kind, ...count }) => ({
      kind,
      ...count,
    })),
  ];
}

/**
 * Returns the condition that a ticket was issued by the owner of the shift. If the account of the shift is not known,
 * it compares the email with that of tickets whose account is not known either.
 */
function isOwner({ issued_by_id, issued_by }: ShiftRow) {
  return issued_by_id === null
    ? sql<boolean>`issued_by_id is null and issued_by = ${issued_by}`
    : sql<boolean>`issued_by_id = ${issued_by_id}`;
}

/**
 * Sums the tickets of shifts. Only the owner's tickets count, because anybody may send a ticket that names a shift,
 * even before the shift is opened.
 */
export async function sumShifts(db: Reader, shifts: readonly ShiftRow[]): Promise<Map<string, TicketSum>> {
  const ids = shifts.map(({ id }) => id);
  const sanitation = db
    .selectFrom('sanitation_tickets')
    .select(['shift_id', 'issued_by_id', 'issued_by', 'cents'])
    .where('shift_id', 'in', ids)
    .where('voided_at', 'is', null);
  const vehicle = db
    .selectFrom('vehicle_tickets')
    .select(['shift_id', 'issued_by_id', 'issued_by', 'cents'])
    .where('shift_id', 'in', ids)
    .where('voided_at', 'is', null);
  const sums = await db
    .selectFrom(sanitation.unionAll(vehicle).as('ticket'))
    .innerJoin('gate_shifts as shift', (join) =>
      join
        .onRef('shift.id', '=', 'ticket.shift_id')
        .on(
          sql<boolean>`(shift.issued_by_id = ticket.issued_by_id or (shift.issued_by_id is null and ticket.issued_by_id is null and shift.issued_by = ticket.issued_by))`,
        ),
    )
    .select([
      'shift.id',
      sql<number>`cast(count(*) as bigint)`.as('tickets'),
      sql<Cents>`cast(sum(ticket.cents) as bigint)`.as('cents'),
    ])
    .groupBy('shift.id')
    .execute();
  return new Map(sums.map(({ id, ...sum }) => [id, sum]));
}
