import { PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Reader } from './connect.ts';

/** Returns the days of a column as whole days since 1970-01-01. */
export function dayNumberOf(db: Reader, column: string): RawBuilder<number> {
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<number>`(${sql.ref(column)}::date - date '1970-01-01')`
    : sql<number>`(unixepoch(${sql.ref(column)}) / 86400)`;
}

/**
 * Returns a column as one JSON list, because reading one text costs a fraction of reading thousands of values. To get
 * an order, select from an ordered subquery and name its column.
 */
export function jsonList(db: Reader, column: string, orderedBy: string): RawBuilder<string> {
  // SQLite reads the subquery in its order; another `order by` would sort once for each list.
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<string>`coalesce(json_agg(${sql.ref(column)} order by ${sql.ref(orderedBy)})::text, '[]')`
    : sql<string>`json_group_array(${sql.ref(column)})`;
}
