import { PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Reader } from './connect.ts';

/** Returns an expression for a column of ISO dates as numbers of days since 1970-01-01. */
export function dayNumberOf(db: Reader, column: string): RawBuilder<number> {
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<number>`(${sql.ref(column)}::date - date '1970-01-01')`
    : sql<number>`(unixepoch(${sql.ref(column)}) / 86400)`;
}

/**
 * Returns an expression for all values of a column as one JSON list, because reading one text costs a fraction of
 * reading thousands of values. For SQLite, select from a subquery sorted by `orderedBy`; PostgreSQL sorts the list
 * itself.
 */
export function jsonList(db: Reader, column: string, orderedBy: string): RawBuilder<string> {
  // SQLite builds the list in the order of the subquery. An `order by` here would sort again for each list.
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<string>`coalesce(json_agg(${sql.ref(column)} order by ${sql.ref(orderedBy)})::text, '[]')`
    : sql<string>`json_group_array(${sql.ref(column)})`;
}
