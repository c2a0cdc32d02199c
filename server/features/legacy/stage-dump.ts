import { createHash } from 'node:crypto';
import { createReadStream, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { createGunzip } from 'node:zlib';
import { type ApiMessage, apiMessage } from '#contract/messages/message.ts';
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
  told?: (bytes: number) => void;
}

const READ_BYTES = 256 * 1024;
const MOST_NOTES = 50;
/** The number of rows in one transaction of the temporary database. */
const ROWS_AT_ONCE = 20_000;

/**
 * Reads a dump, compressed with gzip or not. Throws LegacyFault for a file that is not a complete dump of the previous
 * system. Calls `told` with the number of bytes of the file that have been read.
 */
export async function stageDump(file: string, { place = '', told = () => {} }: StageOptions = {}): Promise<StagedDump> {
  const form = await readForm(file);
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
    let isFirst = true;
    for await (const chunk of form === 'gzip' ? unpack(file, told) : readPieces(file, told)) {
      hash.update(chunk);
      const hasMark = isFirst && chunk.indexOf('\ufeff') === 0;
      isFirst = false;
      reader.push(hasMark ? chunk.subarray(3) : chunk);
    }
    const counts = finish(stage, reader);
    return {
      db,
      hash: hash.digest('hex'),
      counts,
      notes: notesOn(stage, reader),
      encodedTwice: stage.encodedTwice,
      close,
    };
  } catch (error) {
    close();
    throw damaged(error);
  }
}

/** Yields the pieces of a file in one buffer, because a new buffer for each piece would leave gigabytes of garbage. */
async function* readPieces(file: string, told: (bytes: number) => void): AsyncGenerator<Buffer> {
  const handle = await open(file);
  try {
    const buffer = Buffer.alloc(READ_BYTES);
    for (let bytes = 0; ; ) {
      const { bytesRead } = await handle.read(buffer, 0, READ_BYTES);
      if (bytesRead === 0) return;
      bytes += bytesRead;
      told(bytes);
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

async function* unpack(file: string, told: (bytes: number) => void): AsyncGenerator<Buffer> {
  const source = createReadStream(file, { highWaterMark: READ_BYTES });
  const unpacked = source.pipe(createGunzip({ chunkSize: READ_BYTES }));
  source.on('error', (error) => unpacked.destroy(error));
  for await (const chunk of unpacked) {
    told(source.bytesRead);
    yield chunk;
  }
}

/** Returns a LegacyFault for the error of a gzip file that is cut off or damaged. Returns other errors unchanged. */
function damaged(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('Z_') ? dumpFault('packed') : error;
}

async function readForm(file: string): Promise<'gzip' | 'text'> {
  let kind: ReturnType<typeof statSync>;
  try {
    kind = statSync(file);
  } catch {
    throw dumpFault('no_file');
  }
  if (kind?.isDirectory()) throw dumpFault('folder');
  if (!kind?.isFile()) throw dumpFault('no_plain_file');
  if (kind.size === 0) throw dumpFault('empty');
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    return formOf(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

function formOf(start: Buffer): 'gzip' | 'text' {
  const first = start.toString('latin1');
  if (first.startsWith('\x1f\x8b')) return 'gzip';
  if (/^(\xff\xfe|\xfe\xff)/.test(first) || start.subarray(0, 2).includes(0)) throw dumpFault('utf16');
  const other = Object.entries({
    'PK\x03\x04': 'ZIP',
    '%PDF': 'PDF',
    PGDMP: 'PostgreSQL',
    'SQLite format 3': 'SQLite',
  }).find(([mark]) => first.startsWith(mark));
  if (other) throw dumpFault('format', { format: other[1] });
  return 'text';
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

  table({ table, columns }: TableColumns): void {
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
    if (!table) return;
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
    this.#store(layout, { row, table: table.name, key: keyText, values });
    this.#commit();
  }

  commit(): void {
    this.#db.exec('commit');
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

  #layoutOf(table: StagedTable, { columns, repeated }: DumpRow): Layout {
    const names = columns ?? table.columns;
    const key = `${table.name} ${repeated} ${names.join()}`;
    const known = this.#layouts.get(key);
    if (known) return known;
    const lower = names.map((name) => name.toLowerCase());
    const wanted = Object.entries(legacyTables[table.name]).map(([name, kind]) => {
      const at = lower.indexOf(name.toLowerCase());
      return { name, kind, at: at < 0 ? undefined : at };
    });
    const verb = { refuse: 'insert', ignore: 'insert or ignore', replace: 'insert or replace' }[repeated];
    const places = Array.from({ length: wanted.length + 3 }, () => '?').join(', ');
    const insert = this.#db.prepare(`${verb} into "${table.name}" values (${places})`);
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
    { row, table, key, values }: { row: DumpRow; table: LegacyTable; key: string; values: (string | Buffer | null)[] },
  ): void {
    const named = (column: string) => {
      const at = layout.columns.findIndex(({ name }) => name === column);
      const value = at < 0 ? null : values[at];
      return typeof value === 'string' ? sameId(value) : null;
    };
    const { changes } = insertOrName(layout.insert, [...values, sameId(key), named('shop_id'), named('invoice_id')], {
      table,
      key,
    });
    if (Number(changes) > 0 && row.repeated !== 'replace') this.counts[table] += 1;
    if (row.repeated === 'replace')
      this.counts[table] = Number(this.#db.prepare(`select count(*) as rows from "${table}"`).get()?.rows);
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
) {
  try {
    return insert.run(...values);
  } catch (error) {
    const isTwice = error instanceof Error && 'errcode' in error && error.errcode === 2067;
    throw isTwice ? dumpFault('row_twice', row) : error;
  }
}

const UTF8 = new Set(['utf8', 'utf8mb3', 'utf8mb4']);

function finish(stage: Stage, reader: DumpReader): Record<LegacyTable, number> {
  const missing = legacyTableNames.filter((name) => !stage.has(name));
  const there = legacyTableNames.length - missing.length;
  if (there === 0 || (reader.isClosed && missing.length > there)) throw dumpFault('other');
  reader.end();
  if (!reader.isClosed) throw dumpFault('no_end');
  if (missing.length > 0) throw dumpFault('no_tables', { tables: missing.join(', ') });
  const { charset } = reader;
  if (charset !== undefined && !UTF8.has(charset)) throw dumpFault('charset', { charset });
  for (const name of legacyTableNames) {
    const there = stage.columnsOf(name);
    const lacking = Object.keys(legacyTables[name]).filter(
      (column) => !there.has(column.toLowerCase()) && !isOptionalColumn(name, column),
    );
    if (lacking.length > 0) throw dumpFault('columns_missing', { table: name, columns: lacking.join(', ') });
  }
  stage.commit();
  return stage.counts;
}

function notesOn(stage: Stage, reader: DumpReader): ApiMessage[] {
  const list = (names: Set<string>) => [...names].join(', ');
  return [
    ...(reader.charset === 'utf8' || reader.charset === 'utf8mb3' ? [apiMessage('imports.dump.note.utf8mb3')] : []),
    ...(stage.unknownTables.size > 0
      ? [apiMessage('imports.dump.note.tables', { tables: list(stage.unknownTables) })]
      : []),
    ...(stage.unknownColumns.size > 0
      ? [apiMessage('imports.dump.note.columns', { columns: list(stage.unknownColumns) })]
      : []),
    ...(reader.skipped.size > 0
      ? [apiMessage('imports.dump.note.statements', { statements: list(reader.skipped) })]
      : []),
  ];
}

/** Maps characters of windows-1252, which MySQL calls latin1, to their bytes from 128 up. */
const latinBytes = new Map(
  Array.from({ length: 128 }, (_, at) => [new TextDecoder('windows-1252').decode(Uint8Array.of(at + 128)), at + 128]),
);
const OF_OUR_LANGUAGES = /[\u0b80-\u0dff]|[\u{1f000}-\u{1ffff}]/u;
const strictDecoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Returns the correct form of a text that was encoded as UTF-8 twice; undefined for other texts. A text is only changed
 * if the result contains Sinhala, Tamil or emoji, because Latin letters with accents may be intended.
 */
function readEncodedTwice(text: string): string | undefined {
  if (!/[\u00c3-\u00f4]/.test(text) || OF_OUR_LANGUAGES.test(text)) return undefined;
  const back: number[] = [];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    const byte = code < 128 ? code : (latinBytes.get(letter) ?? (code < 256 ? code : undefined));
    if (byte === undefined) return undefined;
    back.push(byte);
  }
  try {
    const decoded = strictDecoder.decode(Uint8Array.from(back));
    return OF_OUR_LANGUAGES.test(decoded) ? decoded : undefined;
  } catch {
    return undefined;
  }
}
