import { type Insertable, type Selectable, sql } from 'kysely';
import type { Cents } from '#billing/money.ts';
import type { ActionContext } from '#server/action-context.ts';
import type { Reader, Writer } from '#server/db/connect.ts';
import type { DayRange, RowSlice } from '#server/db/page-rows.ts';
import type { Tables } from '#server/db/tables/tables.ts';
import { type DaySum, isListed, isOpenTicket, OF_ROWS, type TicketSum, voided } from './queries.ts';

export type SanitationTicketRow = Selectable<Tables['sanitation_tickets']>;

export interface SanitationTicketQuery {
  cents?: Cents | undefined;
  byWhom?: string | undefined;
}

function selectTickets(db: Reader, span: DayRange, { cents, byWhom }: SanitationTicketQuery) {
  return db
    .selectFrom('sanitation_tickets')
    .where(isListed(span, byWhom))
    .$call((query) => (cents === undefined ? query : query.where('cents', '=', cents)));
}

export function listSanitationTickets(
  db: Reader,
  span: DayRange,
  { offset, limit, ...wanted }: SanitationTicketQuery & RowSlice,
): Promise<SanitationTicketRow[]> {
  return selectTickets(db, span, wanted)
    .selectAll()
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function sumSanitationDays(db: Reader, span: DayRange, wanted: SanitationTicketQuery): Promise<DaySum[]> {
  return selectTickets(db, span, wanted)
    .select(['issued_day as day', ...OF_ROWS])
    .groupBy('issued_day')
    .orderBy('issued_day', 'desc')
    .execute();
}

export function sumSanitationTickets(db: Reader, span: DayRange, wanted: SanitationTicketQuery): Promise<TicketSum> {
  return selectTickets(db, span, wanted).select(OF_ROWS).executeTakeFirstOrThrow();
}

/** Finds a ticket by its price and its number within the price. The ticket may have been cancelled. */
export function findSanitationTicket(
  db: Reader,
  cents: Cents,
  count: number,
): Promise<SanitationTicketRow | undefined> {
  return db
    .selectFrom('sanitation_tickets')
    .selectAll()
    .where('cents', '=', cents)
    .where('count', '=', count)
    .executeTakeFirst();
}

/** Finds a ticket by the number that a device assigned. The ticket may have been cancelled. */
export function findSanitationTicketOfDevice(
  db: Reader,
  deviceNumber: string,
): Promise<SanitationTicketRow | undefined> {
  return db.selectFrom('sanitation_tickets').selectAll().where('device_number', '=', deviceNumber).executeTakeFirst();
}

/** Takes the next ticket number of a price. A rollback makes the number available again. */
export async function takeCount(tx: Writer, cents: Cents): Promise<number> {
  const { last } = await tx
    .updateTable('sanitation_counts')
    .set({ last: sql`last + 1` })
    .where('cents', '=', cents)
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

export function insertSanitationTicket(
  tx: Writer,
  row: Insertable<Tables['sanitation_tickets']>,
): Promise<SanitationTicketRow> {
  return tx.insertInto('sanitation_tickets').values(row).returningAll().executeTakeFirstOrThrow();
}

export function voidSanitationTicketRow(
  tx: Writer,
  context: ActionContext,
  { id, reason }: { id: number; reason: string },
): Promise<SanitationTicketRow | undefined> {
  return tx
    .updateTable('sanitation_tickets')
    .set(voided(context, reason))
    .where(isOpenTicket(id))
    .returningAll()
    .executeTakeFirst();
}
