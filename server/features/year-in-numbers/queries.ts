import { sql } from 'kysely';
import type { Day } from '#billing/calendar.ts';
import { bulkActionNames } from '#contract/bulk-actions.ts';
import type { Database, Reader } from '../../db/connect.ts';

/** The bytes that a table takes with its indexes, by its name. */
export async function readTableSizes({ engine, reader }: Database): Promise<Map<string, number>> {
  const sizes =
    engine === 'sqlite'
      ? sql<{ name: string; bytes: number }>`
          select owner.tbl_name as name, sum(page.pgsize) as bytes
          from dbstat as page join sqlite_master as owner on owner.name = page.name
          where page.aggregate = 1 group by owner.tbl_name`
      : sql<{ name: string; bytes: number }>`
          select relname as name, pg_total_relation_size(oid) as bytes
          from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`;
  const { rows } = await sizes.execute(reader);
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

/** `first` is a day or an instant; null if the table is empty or has no such column. */
export interface RowCounts {
  rows: number;
  first: string | null;
  sinceThen: number;
}

/** Counts all rows of a table, and those whose day or instant in `column` is `since` or later. */
export async function countRows(
  db: Reader,
  { table, column, since }: { table: string; column: string | undefined; since: Day },
): Promise<RowCounts> {
  const name = sql.table(table);
  const counts =
    column === undefined
      ? sql<RowCounts>`select count(*) as rows, null as first, 0 as "sinceThen" from ${name}`
      : sql<RowCounts>`
          select count(*) as rows, min(${sql.ref(column)}) as first,
            count(case when ${sql.ref(column)} >= ${since} then 1 end) as "sinceThen"
          from ${name}`;
  const { rows } = await counts.execute(db);
  const [found] = rows;
  return { rows: Number(found?.rows), first: found?.first ?? null, sinceThen: Number(found?.sinceThen) };
}

export interface NightlyTime {
  action: (typeof bulkActionNames)[number];
  runs: number;
  medianMs: number;
  newestMs: number;
}

const NEWEST_RUNS = 90;

/** Returns how long the last runs of each automatic task took. A run that was tried again counts from its first try. */
export async function readNightlyTimes(db: Reader): Promise<NightlyTime[]> {
  const times: NightlyTime[] = [];
  for (const action of bulkActionNames) {
    const runs = await db
      .selectFrom('runs')
      .select(['started_at', 'ended_at'])
      .where('action', '=', action)
      .where('outcome', '=', 'done')
      .where('period', 'is not', null)
      .where('ended_at', 'is not', null)
      .orderBy('started_at', 'desc')
      .limit(NEWEST_RUNS)
      .execute();
    const took = runs.map((run) => Date.parse(run.ended_at ?? run.started_at) - Date.parse(run.started_at));
    const [newestMs] = took;
    if (newestMs === undefined) continue;
    const medianMs = took.toSorted((one, other) => one - other)[Math.floor(took.length / 2)] ?? newestMs;
    times.push({ action, runs: took.length, medianMs, newestMs });
  }
  return times;
}
