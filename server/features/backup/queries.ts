import type { Insertable, Selectable } from 'kysely';
import type { Day, Instant } from '#billing/calendar.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { ReadSnapshot, StoredValue } from '../../db/read-snapshot.ts';
import type { TableShape } from '../../db/recorded-schema.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { type LogPosition, positionOf } from './copy-name.ts';

export type CopyRow = Selectable<Tables['backup_copies']>;

/** Reads a table in the order of its key. Texts in the key are compared by their bytes, so that both engines agree. */
export function readTable(view: ReadSnapshot, { name, columns, key }: TableShape): AsyncIterable<StoredValue[][]> {
  const byBytes = view.engine === 'postgres' ? ' collate "C"' : '';
  const isText = (column: string) => columns.some((one) => one.name === column && one.isText);
  const order = key.map((column) => `"${column}"${isText(column) ? byBytes : ''}`);
  const wanted = columns.map((column) => `"${column.name}"`);
  return view.pieces(`select ${wanted.join(', ')} from "${name}" order by ${order.join(', ')}`);
}

/** A column whose numbers the database generates. */
export interface Counter {
  table: string;
  column: string;
  /** False for the first two releases, which had no table `drawn_numbers`. */
  drawsNumbers: boolean;
}

export async function lastGenerated(view: ReadSnapshot, { table, column, drawsNumbers }: Counter): Promise<number> {
  const drawn = drawsNumbers ? `(select last from drawn_numbers where name = '${table}')` : 'null';
  const select =
    view.engine === 'postgres'
      ? `select coalesce(${drawn}, pg_sequence_last_value(pg_get_serial_sequence('"${table}"', '${column}')::regclass))`
      : `select seq from sqlite_sequence where name = '${table}'`;
  for await (const [row] of view.pieces(select)) return Number(row?.[0] ?? 0);
  return 0;
}

export async function listMigrationsSeen(view: ReadSnapshot): Promise<string[]> {
  const names: string[] = [];
  for await (const piece of view.pieces('select name from kysely_migration order by name')) {
    names.push(...piece.map(([name]) => String(name)));
  }
  return names;
}

/** Returns the last entry of the audit log in a snapshot. */
export async function readPosition(view: ReadSnapshot): Promise<LogPosition> {
  for await (const [row] of view.pieces('select (select max(id) from audit_log), hash from audit_head'))
    return positionOf(Number(row?.[0] ?? 0), String(row?.[1] ?? ''));
  return positionOf(0, '');
}

export function listCopies(db: Reader): Promise<CopyRow[]> {
  return db.selectFrom('backup_copies').selectAll().orderBy('made_at', 'desc').orderBy('name', 'desc').execute();
}

export async function saveCopy(tx: Writer, { name, ...columns }: Insertable<Tables['backup_copies']>): Promise<void> {
  await tx
    .insertInto('backup_copies')
    .values({ name, ...columns })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(columns))
    .execute();
}

/** Returns the proven copies of a day, newest first. */
export function listProvenCopies(db: Reader, day: Day): Promise<CopyRow[]> {
  return db
    .selectFrom('backup_copies')
    .selectAll()
    .where('name', 'like', `pola-${day}%`)
    .where('proven_at', 'is not', null)
    .orderBy('made_at', 'desc')
    .execute();
}

/**
 * Returns the times of the newest copy in the bucket and of the last restore from it, and the result of the last
 * attempt.
 */
export async function findCopyElsewhere(
  db: Reader,
): Promise<{ last: Instant | undefined; restored: Instant | undefined; proof: string | undefined }> {
  const { last, restored } = await db
    .selectFrom('backup_copies')
    .select((of) => [of.fn.max('elsewhere_at').as('last'), of.fn.max('elsewhere_restored_at').as('restored')])
    .executeTakeFirstOrThrow();
  const tried = await db
    .selectFrom('backup_copies')
    .select('elsewhere_proof')
    .where('elsewhere_proof', 'is not', null)
    .orderBy('made_at', 'desc')
    .executeTakeFirst();
  return { last: last ?? undefined, restored: restored ?? undefined, proof: tried?.elsewhere_proof ?? undefined };
}

type Elsewhere = Pick<CopyRow, 'elsewhere_at' | 'elsewhere_restored_at' | 'elsewhere_proof'>;

export async function noteElsewhere(tx: Writer, name: string, columns: Partial<Elsewhere>): Promise<void> {
  await tx.updateTable('backup_copies').set(columns).where('name', '=', name).execute();
}

export async function deleteCopies(tx: Writer, names: readonly string[]): Promise<void> {
  if (names.length > 0) await tx.deleteFrom('backup_copies').where('name', 'in', names).execute();
}
