import { PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Reader } from './connect.ts';

/**
 * A column of an ordered subquery as one JSON list. Carrying one text out of the engine costs a small part of carrying
 * thousands of values, and the text is often the answer already.
 */
export function jsonList(db: Reader, column: string, orderedBy: string): RawBuilder<string> {
  // SQLite reads the subquery in its order; told the order again, it would sort once for each list.
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<string>`coalesce(json_agg(${sql.ref(column)} order by ${sql.ref(orderedBy)})::text, '[]')`
    : sql<string>`json_group_array(${sql.ref(column)})`;
}
