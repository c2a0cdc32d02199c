import { createHash } from 'node:crypto';
import type { Instant } from '#billing/calendar.ts';
import type { Database } from '../../db/connect.ts';
import type { ReadSnapshot, StoredValue } from '../../db/read-snapshot.ts';
import { type RecordedSchema, recordSchemaUpTo, type TableShape } from '../../db/recorded-schema.ts';
import type { AuditKey } from '../../db/seal/audit-key.ts';
import { describeRelease } from '../../release.ts';
import { takeTurns } from '../../turns.ts';
import { firstLineOf, lastLineOf } from './check-backup.ts';
import type { LogPosition } from './copy-name.ts';
import { onlyPostgres, onlySqlite } from './hide-lines.ts';
import { signBackup } from './judge-origin.ts';
import { type Counter, lastGenerated, listMigrationsSeen, readPosition, readTable } from './queries.ts';

const ROWS_A_STATEMENT = 500;
const LONG_STATEMENT = 1_000_000;
/** The number of characters after which a part of a statement is hashed and sent. */
const PIECE_LENGTH = 64 * 1024;

export interface Written {
  tables: number;
  rows: number;
  /** The last entry of the audit log that the backup contains. */
  position: LogPosition;
  /** The hash of all lines except the first and the last: equal on both engines. */
  contents: string;
}

/**
 * Yields SQL that sqlite3, psql and `npm run restore` can load (docs/decisions.md, 7). The rows are those of one
 * snapshot, taken when the first piece is requested. The schema is that of the release that wrote the database. Throws
 * if this release does not know it.
 */
export async function* writeBackup(database: Database, at: Instant): AsyncGenerator<string, Written> {
  const view = await database.openSnapshot();
  try {
    const seen = await listMigrationsSeen(view);
    const newest = seen.at(-1) ?? '';
    const schema = await recordSchemaUpTo(newest);
    if (seen.join() !== schema?.migrations.join())
      throw new Error(`the database has schema ${newest}, which ${describeRelease()} does not know`);
    const position = await readPosition(view);
    const head = { firstLine: firstLineOf(newest, at), tables: schema.tables.length, key: database.auditKeys.find() };
    const written = yield* sealed(head, writeContents(view, schema));
    return { ...written, position };
  } finally {
    await view.close();
  }
}

interface Head {
  firstLine: string;
  tables: number;
  /** The key that signs the backup; undefined before a market has one. */
  key: AuditKey | undefined;
}

async function* sealed(
  { firstLine, tables, key }: Head,
  contents: AsyncGenerator<string, number>,
): AsyncGenerator<string, Omit<Written, 'position'>> {
  const wholeHash = createHash('sha256').update(firstLine);
  const contentHash = createHash('sha256');
  yield firstLine;
  let piece = await contents.next();
  for (; piece.done !== true; piece = await contents.next()) {
    wholeHash.update(piece.value);
    contentHash.update(piece.value);
    yield piece.value;
  }
  const rows = piece.value;
  const signed = { tables, rows, hash: wholeHash.digest('hex') };
  yield lastLineOf({ ...signed, signature: key ? { keyId: key.id, mac: signBackup(key, signed) } : null });
  return { tables, rows, contents: contentHash.digest('hex') };
}

async function* writeContents(view: ReadSnapshot, schema: RecordedSchema): AsyncGenerator<string, number> {
  const { tables } = schema;
  yield lines([
    onlySqlite('pragma foreign_keys = off;'),
    'begin;',
    onlyPostgres("set local client_encoding = 'UTF8';"),
    onlyPostgres('set local standard_conforming_strings = on;'),
    ...schema.sqlite.map((statement) => onlySqlite(`${statement};`)),
    ...schema.postgres.map((statement) => onlyPostgres(`${statement};`)),
  ]);
  let rows = 0;
  const counters: string[] = [];
  for (const table of tables) {
    const written = yield* writeTable(view, table);
    rows += written.rows;
    if (table.generated === undefined) continue;
    const counter = { table: table.name, column: table.generated, drawsNumbers: drawsNumbers(schema) };
    const last = Math.max(written.last, await lastGenerated(view, counter));
    counters.push(...setCounter(counter, last));
  }
  yield lines([...counters, 'commit;']);
  return rows;
}

async function* writeTable(
  view: ReadSnapshot,
  table: TableShape,
): AsyncGenerator<string, { rows: number; last: number }> {
  const keyAt = table.columns.findIndex(({ name }) => name === table.generated);
  const statement = insertHead(
    table.name,
    table.columns.map(({ name }) => name),
  );
  let rows = 0;
  let last = 0;
  let text = '';
  let written = { rows: 0, length: 0 };
  for await (const piece of readTable(view, table)) {
    for (const row of piece) {
      if (keyAt >= 0) last = Math.max(last, Number(row[keyAt]));
      const line = writeRow(table, row);
      text += (written.rows === 0 ? statement : ',\n') + line;
      written = { rows: written.rows + 1, length: written.length + line.length };
      if (written.rows === ROWS_A_STATEMENT || written.length >= LONG_STATEMENT) {
        text += ';\n';
        written = { rows: 0, length: 0 };
      }
      if (text.length < PIECE_LENGTH) continue;
      yield text;
      text = '';
      await takeTurns();
    }
    rows += piece.length;
  }
  if (written.rows > 0) text += ';\n';
  if (text !== '') yield text;
  return { rows, last };
}

export interface InsertedRows {
  table: string;
  columns: readonly string[];
  rows: readonly StoredValue[][];
}

function insertHead(table: string, columns: readonly string[]): string {
  return `insert into "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) values\n`;
}

function writeValues(row: readonly StoredValue[]): string {
  return `(${row.map(writeLiteral).join(', ')})`;
}

function writeRow({ name, columns }: TableShape, row: readonly StoredValue[]): string {
  try {
    return writeValues(row);
  } catch (fault) {
    const columnNames = columns.map((column) => column.name).join(', ');
    throw new Error(`a row of ${name} (${columnNames}) cannot be written`, { cause: fault });
  }
}

export function drawsNumbers({ postgres }: RecordedSchema): boolean {
  return postgres.some((statement) => statement.startsWith('create table drawn_numbers'));
}

/** Returns lines that set the counter of a table, so that numbers of deleted rows are not used again. */
export function setCounter(counter: Counter, last: number): string[] {
  const { sqlite, postgres } = counterStatements(counter, last);
  return [...sqlite.map(onlySqlite), ...postgres.map(onlyPostgres)];
}

export function counterStatements(
  { table, column, drawsNumbers }: Counter,
  last: number,
): Record<'sqlite' | 'postgres', readonly string[]> {
  if (last === 0) return { sqlite: [], postgres: [] };
  const sequence = `pg_get_serial_sequence('"${table}"', '${column}')`;
  return {
    sqlite: [
      `delete from sqlite_sequence where name = '${table}';`,
      `insert into sqlite_sequence (name, seq) values ('${table}', ${last});`,
    ],
    postgres: [
      `select setval(${sequence}, ${last});`,
      ...(drawsNumbers ? [`insert into drawn_numbers select '${table}', ${last} where ${sequence} is null;`] : []),
    ],
  };
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}

/**
 * Returns a value as SQL. sqlite3 drops carriage returns before a line end, so each is replaced by a placeholder. NUL
 * becomes the replacement character.
 */
export function writeLiteral(value: StoredValue): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return textLiteral(value);
  if (typeof value === 'bigint' || Number.isFinite(value)) return String(value);
  if (value instanceof Uint8Array) return bytesLiteral(value);
  throw new Error(`no literal for ${String(value)}`);
}

function textLiteral(text: string): string {
  const quoted = (part: string) => `'${part.replaceAll("'", "''").replaceAll('\0', '\ufffd')}'`;
  if (!text.includes('\r')) return quoted(text);
  const sign = unusedSign(text);
  const carriageReturn = `\n${onlySqlite('char(13)')}\n${onlyPostgres('chr(13)')}\n`;
  return `replace(${quoted(text.replaceAll('\r', sign))}, '${sign}', ${carriageReturn})`;
}

function unusedSign(text: string): string {
  const sign = (count: number) => `\ue000${count};`;
  let count = 0;
  while (text.includes(sign(count))) count += 1;
  return sign(count);
}

function bytesLiteral(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
  return `\n${onlySqlite(`X'${hex}'`)}\n${onlyPostgres(`decode('${hex}', 'hex')`)}\n`;
}
