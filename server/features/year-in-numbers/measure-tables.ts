import { addDays, type Day, day, dayNumber } from '#billing/calendar.ts';
import type { Database } from '../../db/connect.ts';
import { recordSchema, type TableShape } from '../../db/recorded-schema.ts';
import { countRows, type RowCounts, readTableSizes } from './queries.ts';

export interface TableGrowth {
  name: string;
  rows: number;
  bytes: number;
  /** The bytes by which the table grows in a year as it did in the last one. */
  yearlyBytes: number;
}

/**
 * Columns that say when a row came, the best first: the day of a price or a ticket comes before the time at which it
 * was stored, because an import stores years at once.
 */
const DAY_COLUMNS = [
  'date',
  'issued_day',
  'effective_at',
  'day',
  'event_date',
  'recorded_at',
  'generated_at',
  'arose_at',
  'allocated_at',
  'issued_at',
  'made_at',
  'requested_at',
  'opened_at',
  'started_at',
  'queued_at',
  'set_at',
  'at',
  'created_at',
];

/** Tables whose old rows are deleted, so that after some months they do not grow. */
const RETAINED = new Set([
  'sessions',
  'challenges',
  'rate_limits',
  'kept_answers',
  'report_tickets',
  'mails',
  'alert_messages',
  'rent_messages',
  'rent_message_tenancies',
  'backup_copies',
]);
const YEAR_DAYS = 365;
/** Days before a table counts as it is: the first weeks of a market would exaggerate the year. */
const FEWEST_DAYS = 30;
const LOG = 'audit_log';

/** Returns the size and the growth of every table, the largest first. */
export async function measureTables(database: Database, today: Day): Promise<TableGrowth[]> {
  const sizes = await readTableSizes(database);
  const { tables } = await recordSchema();
  const since = addDays(today, 1 - YEAR_DAYS);
  const counted: { shape: TableShape; counts: RowCounts }[] = [];
  for (const shape of tables) {
    const column = dayColumnOf(shape);
    counted.push({ shape, counts: await countRows(database.reader, { table: shape.name, column, since }) });
  }
  const log = counted.find(({ shape }) => shape.name === LOG)?.counts;
  // A table without days grows as the log of all actions does.
  const shareOfLog = log ? shareOfYear(log, today) : 0;
  return counted
    .map(({ shape, counts }) => {
      const bytes = sizes.get(shape.name) ?? 0;
      const share = dayColumnOf(shape) === undefined ? shareOfLog : shareOfYear(counts, today);
      const yearlyBytes = RETAINED.has(shape.name) || counts.rows === 0 ? 0 : bytes * share;
      return { name: shape.name, rows: counts.rows, bytes, yearlyBytes };
    })
    .sort((one, other) => other.bytes - one.bytes || one.name.localeCompare(other.name));
}

function dayColumnOf({ columns }: TableShape): string | undefined {
  return DAY_COLUMNS.find((name) => columns.some((column) => column.isText && column.name === name));
}

/** Returns the rows that a year adds, as a share of the rows that exist. */
function shareOfYear({ rows, first, sinceThen }: RowCounts, today: Day): number {
  if (rows === 0 || first === null) return 0;
  const age = dayNumber(today) - dayNumber(day(first.slice(0, 10))) + 1;
  const days = Math.min(YEAR_DAYS, Math.max(FEWEST_DAYS, age));
  return (sinceThen / rows) * (YEAR_DAYS / days);
}
