import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type ApiMessage, apiMessage } from '#contract/messages/message.ts';
import { RowCounter } from './count-rows.ts';
import { DumpStatements } from './dump-statements.ts';
import { dumpFault } from './findings.ts';
import {
  isOptionalColumn,
  type Kind,
  keyColumnOf,
  type LegacyTable,
  legacyTableNames,
  legacyTables,
  sameId,
} from './legacy-tables.ts';
import { damaged, readDumpFile } from './read-dump-file.ts';
import { readEncodedTwice } from './read-encoded-twice.ts';
import type { DumpRow, TableColumns } from './row-buffer.ts';
import { DumpReader } from './sql-dump.ts';

/** The rows of a dump, held in a temporary database because a row may come before the rows that it refers to. */
export interface StagedDump {
  db: DatabaseSync;
  /** The SHA-256 of the dump's text, after decompression. */
  hash: string;
  counts: Record<LegacyTable, number>;
  /** Sentences about the file as a whole, for the report. */
  notes: ApiMessage[];
  /** Texts that had been encoded as UTF-8 twice, and were corrected. */
  encodedTwice: { table: LegacyTable; key: string; column: string }[];
  /** Closes and deletes the temporary database. */
  close(): void;
}

interface StageOptions {
  /** The file of the temporary database; by default one of the system, which is deleted even if the process is killed. */
  place?: string;
  /** Called with the number of bytes of the file that were read so far. */
  onProgress?: (bytes: number) => void;
  /** The maximum size of the unpacked dump. */
  mostBytes?: number;
}

const MEGABYTE = 1024 * 1024;
const MOST_NOTES = 50;
/** The number of rows in one transaction of the temporary database. */
const ROWS_AT_ONCE = 20_000;

/**
 * Reads a dump, compressed with gzip or not. Throws LegacyFault for a file that is not a complete dump of the previous
 * system. Calls `onProgress` with the number of bytes of the file that have been read.
 */
export async function stageDump(
  file: string,
  { place = '', onProgress = () => {}, mostBytes = Number.POSITIVE_INFINITY }: StageOptions = {},
): Promise<StagedDump> {
  const pieces = await readDumpFile(file, onProgress);
  const deleteFile = () => {
    if (place !== '') rmSync(place, { force: true });
  };
  deleteFile();
  const db = new DatabaseSync(place);
  const close = () => {
    if (db.isOpen) db.close();
    deleteFile();
  };
  try {
    db.exec(
      'pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -16000; pragma temp_store = file',
    );
    const stage = new Stage(db);
    const hash = createHash('sha256');
    const reader = new DumpReader(stage);
    const counter = new RowCounter();
    let isFirst = true;
    let bytes = 0;
    for await (const chunk of pieces) {
      bytes += chunk.length;
      if (bytes > mostBytes) throw dumpFault('too_large', { megabytes: Math.floor(mostBytes / MEGABYTE) });
      hash.update(chunk);
      const hasMark = isFirst && chunk.indexOf('\ufeff') === 0;
      isFirst = false;
      const text = hasMark ? chunk.subarray(3) : chunk;
      reader.push(text);
      counter.push(text);
    }
    finish(stage, reader, counter);
    return {
      db,
      hash: hash.digest('hex'),
      counts: stage.counts,
      notes: notesOn(stage),
      encodedTwice: stage.encodedTwice,
      close,
    };
  } catch (error) {
    close();
    throw damaged(error);
  }
}

interface StagedTable {
  name: LegacyTable;
  /** The columns of the table in the order of CREATE TABLE. */
  columns: string[];
}

/** Maps the values of an INSERT to the columns of the temporary table. */
interface Layout {
  /** The number of values in each row of the INSERT. */
  width: number;
  columns: { name: string; kind: Kind; at: number | undefined }[];
  insert: StatementSync;
}

class Stage {
  readonly #db: DatabaseSync;
  readonly #tables = new Map<string, StagedTable>();
  readonly #layouts = new Map<string, Layout>();
  readonly unknownTables = new Set<string>();
  readonly unknownColumns = new Set<string>();
  readonly encodedTwice: StagedDump['encodedTwice'] = [];
  readonly counts = Object.fromEntries(legacyTableNames.map((name) => [name, 0])) as Record<LegacyTable, number>;
  readonly statements = new DumpStatements((name) => this.counts[name]);
  /** The database of the first row, if the dump names one. */
  #database: string | undefined;
  #open = 0;

  constructor(db: DatabaseSync) {
    this.#db = db;
    for (const name of legacyTableNames) {
      const key = keyColumnOf(name);
      const columns = Object.entries(legacyTables[name]).map(([column, kind]) => `"${column}" ${typeOf(kind)}`);
      db.exec(
        `create table "${name}" (${columns.join(', ')}, same_key text not null, same_shop text, same_invoice text)`,
      );
      db.exec(`create unique index "${name}_key" on "${name}" (same_key)`);
      if (key !== 'shop_id' && 'shop_id' in legacyTables[name])
        db.exec(`create index "${name}_shop" on "${name}" (same_shop)`);
    }
    db.exec('begin');
  }

  has(name: LegacyTable): boolean {
    return this.#tables.has(name.toLowerCase());
  }

  columnsOf(name: LegacyTable): Set<string> {
    return new Set(this.#tables.get(name.toLowerCase())?.columns.map((column) => column.toLowerCase()));
  }

  statement(text: string): void {
    this.statements.statement(text);
  }

  comment(text: string): void {
    this.statements.comment(text);
  }

  table({ table, columns }: TableColumns): void {
    this.statements.noteContent();
    const name = legacyTableNames.find((one) => one.toLowerCase() === table.toLowerCase());
    if (!name) {
      if (this.unknownTables.size < MOST_NOTES) this.unknownTables.add(table);
      return;
    }
    if (this.#tables.has(name.toLowerCase())) throw dumpFault('table_twice', { table: name });
    const known = new Set(Object.keys(legacyTables[name]).map((column) => column.toLowerCase()));
    const ignored = IGNORED_COLUMNS[name] ?? [];
    for (const column of columns)
      if (
        !known.has(column.toLowerCase()) &&
        !ignored.includes(column.toLowerCase()) &&
        this.unknownColumns.size < MOST_NOTES
      )
        this.unknownColumns.add(`${name}.${column}`);
    this.#tables.set(name.toLowerCase(), { name, columns });
  }

  row(row: DumpRow): void {
    const table = this.#tables.get(row.table.toLowerCase()) ?? this.#named(row);
    this.statements.noteRow();
    if (!table) return;
    this.#checkDatabase(row, table);
    const layout = this.#layoutOf(table, row);
    if (row.length !== layout.width)
      throw dumpFault('row_width', {
        table: table.name,
        row: this.counts[table.name] + 1,
        values: row.length,
        columns: layout.width,
      });
    const [key] = layout.columns;
    const keyText = key?.at === undefined || row.isNull(key.at) ? '' : row.bytes(key.at).toString('utf8');
    if (keyText === '')
      throw dumpFault('row_no_key', {
        table: table.name,
        row: this.counts[table.name] + 1,
        column: keyColumnOf(table.name),
      });
    const values = layout.columns.map((column) => this.#value(row, column, { table: table.name, key: keyText }));
    this.#store(layout, { table: table.name, key: keyText, values });
    this.#commit();
  }

  commit(): void {
    this.#db.exec('commit');
  }

  /** Refuses rows of a second database, which would be mixed with those of the first. */
  #checkDatabase({ database = this.statements.database }: DumpRow, { name }: StagedTable): void {
    if (database === undefined) return;
    this.#database ??= database;
    if (this.#database !== database) throw dumpFault('table_twice', { table: name });
  }

  /**
   * Returns the table of an INSERT in a dump without CREATE TABLE (--no-create-info). Such an INSERT must name its
   * columns.
   */
  #named({ table, columns }: DumpRow): StagedTable | undefined {
    if (!columns) {
      if (legacyTableNames.some((one) => one.toLowerCase() === table.toLowerCase()))
        throw dumpFault('no_columns', { table });
      return undefined;
    }
    this.table({ table, columns: [...columns] });
    return this.#tables.get(table.toLowerCase());
  }

  #layoutOf(table: StagedTable, { columns }: DumpRow): Layout {
    const names = columns ?? table.columns;
    const key = `${table.name} ${names.join()}`;
    const known = this.#layouts.get(key);
    if (known) return known;
    const lower = names.map((name) => name.toLowerCase());
    const wanted = Object.entries(legacyTables[table.name]).map(([name, kind]) => {
      const at = lower.indexOf(name.toLowerCase());
      return { name, kind, at: at < 0 ? undefined : at };
    });
    const places = Array.from({ length: wanted.length + 3 }, () => '?').join(', ');
    const insert = this.#db.prepare(`insert into "${table.name}" values (${places})`);
    const layout = { width: names.length, columns: wanted, insert };
    this.#layouts.set(key, layout);
    return layout;
  }

  #value(
    row: DumpRow,
    { name, kind, at }: Layout['columns'][number],
    { table, key }: { table: LegacyTable; key: string },
  ) {
    if (at === undefined || row.isNull(at)) return null;
    const bytes = row.bytes(at);
    if (kind === 'bytes?') return bytes;
    const text = decoder.decode(bytes);
    if (text.includes('\ufffd') && !bytes.includes('\ufffd')) throw dumpFault('not_utf8', { table, key, column: name });
    const repaired = kind.startsWith('text') ? readEncodedTwice(text) : undefined;
    if (repaired === undefined) return text;
    this.encodedTwice.push({ table, key, column: name });
    return repaired;
  }

  #store(
    layout: Layout,
    { table, key, values }: { table: LegacyTable; key: string; values: (string | Buffer | null)[] },
  ): void {
    const named = (column: string) => {
      const at = layout.columns.findIndex(({ name }) => name === column);
      const value = at < 0 ? null : values[at];
      return typeof value === 'string' ? sameId(value) : null;
    };
    insertOrName(layout.insert, [...values, sameId(key), named('shop_id'), named('invoice_id')], { table, key });
    this.counts[table] += 1;
  }

  #commit(): void {
    this.#open += 1;
    if (this.#open < ROWS_AT_ONCE) return;
    this.#db.exec('commit; begin');
    this.#open = 0;
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const IGNORED_COLUMNS: Partial<Record<LegacyTable, string[]>> = {
  shop_balances: ['last_updated'],
  vehicle_tickets: ['time'],
};

function typeOf(kind: Kind): string {
  return kind.startsWith('bytes') ? 'blob' : kind.startsWith('id') ? 'integer' : 'text';
}

function insertOrName(
  insert: StatementSync,
  values: (string | Buffer | null)[],
  row: { table: LegacyTable; key: string },
): void {
  try {
    insert.run(...values);
  } catch (error) {
    const isTwice = error instanceof Error && 'errcode' in error && error.errcode === 2067;
    throw isTwice ? dumpFault('row_twice', row) : error;
  }
}

/** `binary` is what mydumper names: the bytes of the tables, each of which is checked. */
const UTF8 = new Set(['utf8', 'utf8mb3', 'utf8mb4', 'binary']);

/** Throws LegacyFault unless the dump is complete and each of its rows was read. */
function finish(stage: Stage, reader: DumpReader, counter: RowCounter): void {
  const missing = legacyTableNames.filter((name) => !stage.has(name));
  const there = legacyTableNames.length - missing.length;
  const { isClosed, program, charsets } = stage.statements;
  if (there === 0 || (isClosed && missing.length > there)) throw dumpFault('other');
  reader.end();
  if (!isClosed && program?.hasNoEnd) throw dumpFault('no_end_of', { program: program.name });
  if (!isClosed) throw dumpFault(program ? 'cut' : 'no_end');
  stage.statements.end();
  if (missing.length > 0) throw dumpFault('no_tables', { tables: missing.join(', ') });
  const [charset] = [...charsets].filter((one) => !UTF8.has(one));
  if (charset !== undefined) throw dumpFault('charset', { charset });
  for (const name of legacyTableNames) {
    const there = stage.columnsOf(name);
    const lacking = Object.keys(legacyTables[name]).filter(
      (column) => !there.has(column.toLowerCase()) && !isOptionalColumn(name, column),
    );
    if (lacking.length > 0) throw dumpFault('columns_missing', { table: name, columns: lacking.join(', ') });
  }
  for (const name of legacyTableNames) {
    const counted = counter.of(name);
    if (counted !== stage.counts[name])
      throw dumpFault('rows_differ', { table: name, rows: stage.counts[name], counted });
  }
  stage.commit();
}

function notesOn(stage: Stage): ApiMessage[] {
  const { charsets, skipped } = stage.statements;
  const list = (names: Set<string>) => [...names].join(', ');
  return [
    ...(charsets.has('utf8') || charsets.has('utf8mb3') ? [apiMessage('imports.dump.note.utf8mb3')] : []),
    ...(stage.unknownTables.size > 0
      ? [apiMessage('imports.dump.note.tables', { tables: list(stage.unknownTables) })]
      : []),
    ...(stage.unknownColumns.size > 0
      ? [apiMessage('imports.dump.note.columns', { columns: list(stage.unknownColumns) })]
      : []),
    ...(skipped.size > 0 ? [apiMessage('imports.dump.note.statements', { statements: list(skipped) })] : []),
  ];
}
