import { type Insertable, sql } from 'kysely';
import type { Day, Instant } from '#billing/calendar.ts';
import { MOST_PASSES } from '#contract/passes.ts';
import type { Reader, Writer } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables/tables.ts';

/** Lists the passes that are valid on a day, the one that ends last first. */
export function listPasses(db: Reader, today: Day) {
  return db
    .selectFrom('vehicle_tickets as pass')
    .select(['id', 'device_number', 'vehicle_number', 'vehicle_type', 'pass_term', 'pass_until'])
    .select(['cents', 'issued_at', 'issued_by'])
    .select((eb) => {
      const entries = eb.selectFrom('pass_entries').whereRef('pass_entries.ticket_id', '=', 'pass.id');
      return [
        entries.select(sql<number>`cast(count(*) as bigint)`.as('entries')).as('entries'),
        entries.select(sql<Instant | null>`max(entered_at)`.as('last_entry')).as('last_entry'),
      ];
    })
    .where('pass_until', '>=', today)
    .where('voided_at', 'is', null)
    .orderBy('pass_until', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_PASSES)
    .execute();
}

/** Locks the pass, so that it cannot be cancelled before the entry is recorded. */
export function lockPass(tx: Writer, id: number) {
  return tx.selectFrom('vehicle_tickets').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Returns undefined if the entry of this time is already recorded. */
export function insertPassEntry(tx: Writer, row: Insertable<Tables['pass_entries']>) {
  return tx
    .insertInto('pass_entries')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function findPassEntry(db: Reader, { ticket_id, entered_at }: { ticket_id: number; entered_at: Instant }) {
  return db
    .selectFrom('pass_entries')
    .selectAll()
    .where('ticket_id', '=', ticket_id)
    .where('entered_at', '=', entered_at)
    .executeTakeFirstOrThrow();
}
