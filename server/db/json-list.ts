import { PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Reader } from './connect.ts';

/** A column of ISO days as numbers: whole days since 1970-01-01, counted by the engine. */
export function dayNumberOf(db: Reader, column: string): RawBuilder<number> {
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<number>`(${sql.ref(column)}::date - date '1970-01-01')`
    : sql<number>`(unixepoch(${sql.ref(column)}) / 86400)`;
}

/**
 * A column as one JSON list; lists of one statement run side by side. Carrying one text out of the engine costs a small
 * part of carrying thousands of values, and the text is often the answer already. For an order, select from an ordered
 * subquery and name its column.
 */
export function jsonList(db: Reader, column: string, orderedBy: string): RawBuilder<string> {
  // SQLite reads the subquery in its order; told the order again, it would sort once for each list.
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<string>`coalesce(json_agg(${sql.ref(column)} order by ${sql.ref(orderedBy)})::text, '[]')`
    : sql<string>`json_group_array(${sql.ref(column)})`;
}
