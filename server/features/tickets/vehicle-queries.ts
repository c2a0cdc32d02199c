import { type Insertable, type Selectable, sql } from 'kysely';
import type { Instant } from '#billing/calendar.ts';
import { foldPlate } from '#contract/fold-text.ts';
import type { ActionContext } from '#server/action-context.ts';
import type { Reader, Writer } from '#server/db/connect.ts';
import { contains } from '#server/db/like-pattern.ts';
import type { DayRange, RowSlice } from '#server/db/page-rows.ts';
import { emailNow } from '#server/db/recorded-by.ts';
import type { Tables } from '#server/db/tables/tables.ts';
import { isListed, isOpenTicket, OF_ROWS, type TicketSum, voided } from './queries.ts';

export type VehicleTicketRow = Selectable<Tables['vehicle_tickets']>;

export interface VehicleTicketQuery {
  byWhom?: string | undefined;
  vehicleNumber?: string | undefined;
}

function selectTickets(db: Reader, span: DayRange, { byWhom, vehicleNumber = '' }: VehicleTicketQuery) {
  return db
    .selectFrom('vehicle_tickets')
    .where(isListed(span, byWhom))
    .$if(vehicleNumber !== '', (query) => query.where(hasPlate(vehicleNumber)));
}

/** Returns a condition that compares plates by the rules of isPlateFound. */
function hasPlate(part: string) {
  const folded = foldPlate(part);
  return folded === '' ? contains(sql<string>`lower(vehicle_number)`, part) : contains(sql<string>`plate`, folded);
}

export function listVehicleTickets(
  db: Reader,
  span: DayRange,
  { offset, limit, ...wanted }: VehicleTicketQuery & RowSlice,
): Promise<VehicleTicketRow[]> {
  return selectTickets(db, span, wanted)
    .selectAll()
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function sumVehicleTickets(db: Reader, span: DayRange, wanted: VehicleTicketQuery): Promise<TicketSum> {
  return selectTickets(db, span, wanted).select(OF_ROWS).executeTakeFirstOrThrow();
}

/** The ticket may have been cancelled. */
export function findVehicleTicket(db: Reader, id: number): Promise<VehicleTicketRow | undefined> {
  return db.selectFrom('vehicle_tickets').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Finds a ticket by the number that a device assigned. The ticket may have been cancelled. */
export function findVehicleTicketOfDevice(db: Reader, deviceNumber: string): Promise<VehicleTicketRow | undefined> {
  return db.selectFrom('vehicle_tickets').selectAll().where('device_number', '=', deviceNumber).executeTakeFirst();
}

const NEWEST = 200;

export function listOtherPrices(db: Reader): Promise<VehicleTicketRow[]> {
  return db
    .selectFrom('vehicle_tickets')
    .selectAll()
    .where('tariff_cents', 'is not', null)
    .where('voided_at', 'is', null)
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .execute();
}

/**
 * Lists the tickets at the price of their time that were issued before one of the changes of prices and arrived after
 * it, the newest first. Reads only tickets issued since an instant.
 */
export function listTicketsAcross(
  db: Reader,
  changes: readonly Instant[],
  { since, most }: { since: Instant; most: number },
) {
  return db
    .selectFrom('vehicle_tickets')
    .select(['id', 'device_number', 'vehicle_type', 'cents', 'pass_term', 'issued_at', 'created_at'])
    .select(emailNow<string>('vehicle_tickets.issued_by_id', 'vehicle_tickets.issued_by').as('email'))
    .where('issued_at', '>=', since)
    .where('voided_at', 'is', null)
    .where('tariff_cents', 'is', null)
    .where(({ or, and, eb }) => or(changes.map((at) => and([eb('issued_at', '<', at), eb('created_at', '>=', at)]))))
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

/**
 * Lists the tickets of the vehicles that got tickets of several types since an instant, the newest first. Void tickets are
 * not among them.
 */
export function listTicketsOfSeveralTypes(db: Reader, { since, most }: { since: Instant; most: number }) {
  const several = db
    .selectFrom('vehicle_tickets')
    .select('plate')
    .where('issued_at', '>=', since)
    .where('voided_at', 'is', null)
    .groupBy('plate')
    .having(sql<boolean>`count(distinct vehicle_type) > 1`);
  return db
    .selectFrom('vehicle_tickets')
    .select(['id', 'plate', 'vehicle_number', 'device_number', 'vehicle_type', 'cents', 'issued_at'])
    .select(emailNow<string>('vehicle_tickets.issued_by_id', 'vehicle_tickets.issued_by').as('email'))
    .where('issued_at', '>=', since)
    .where('voided_at', 'is', null)
    .where('plate', 'in', several)
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

export function insertVehicleTicket(tx: Writer, row: Insertable<Tables['vehicle_tickets']>): Promise<VehicleTicketRow> {
  return tx.insertInto('vehicle_tickets').values(row).returningAll().executeTakeFirstOrThrow();
}

export function voidVehicleTicketRow(
  tx: Writer,
  context: ActionContext,
  { id, reason }: { id: number; reason: string },
): Promise<VehicleTicketRow | undefined> {
  return tx
    .updateTable('vehicle_tickets')
    .set(voided(context, reason))
    .where(isOpenTicket(id))
    .returningAll()
    .executeTakeFirst();
}
