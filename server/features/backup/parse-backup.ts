import type { Readable } from 'node:stream';
import { type RecordedSchema, recordSchemaUpTo } from '../../db/recorded-schema.ts';
import { type BadBackup, badBackup } from './bad-backup.ts';
import { schemaOfFirstLine } from './check-backup.ts';
import { onlyPostgres, onlySqlite } from './hide-lines.ts';
import { readInsert } from './read-insert.ts';
import { drawsNumbers, type InsertedRows, setCounter } from './write-backup.ts';

/** A statement of this program, or rows whose values are bound to one. */
export type LoadStep = string | InsertedRows;

/**
 * The writer ends a statement after a million characters, so a longer one is one row: a picture of 10 MB has 20 million
 * digits.
 */
const LONGEST_STATEMENT = 48 * 1024 * 1024;

const PRELUDE = [
  onlySqlite('pragma foreign_keys = off;'),
  'begin;',
  onlyPostgres("set local client_encoding = 'UTF8';"),
  onlyPostgres('set local standard_conforming_strings = on;'),
];

const END = 'commit;';

const SCHEMA_LINE = /^\/\* \/\* \*\/ (?:-- \*\/ )?(?:create|alter|drop) [^\n]*;(?: -- \*\/)?$/;

/** Matches the table and the number in the lines that set the counter of a table (write-backup.ts). */
const COUNTER_LINES = [
  /^\/\* \/\* \*\/ delete from sqlite_sequence where name = '(\w{1,60})'; -- \*\/$/,
  /^\/\* \/\* \*\/ insert into sqlite_sequence \(name, seq\) values \('(\w{1,60})', (\d{1,16})\); -- \*\/$/,
  /^\/\* \/\* \*\/ -- \*\/ select setval\(pg_get_serial_sequence\('"(\w{1,60})"', '\w{1,60}'\), (\d{1,16})\);$/,
  /^\/\* \/\* \*\/ -- \*\/ insert into drawn_numbers select '(\w{1,60})', (\d{1,16}) where /,
];

/** The tables of the engines themselves. A backup never contains them. */
const OF_THE_ENGINE = /^(?:pg_|sqlite_|sql_|information_schema)/;

/** The order of the parts of a backup. */
const parts = ['schema', 'rows', 'counters', 'end'] as const;
type Part = (typeof parts)[number];

/**
 * Yields the steps that load a backup. Only the lines that the writer (write-backup.ts) writes are accepted, in its
 * order; of anything else nothing is yielded, and BadBackup is thrown. No text of the file is part of a statement: the
 * statements are those of this program, and rows are read into values.
 */
export async function* parseBackup(source: Readable, counted: { rows: number }): AsyncGenerator<LoadStep> {
  const statements = readStatements(source);
  const schema = yield* readPrelude(statements);
  const columns = new Map(schema.tables.map((table) => [table.name, namesOf(table.columns)]));
  let part: Part = 'schema';
  let hasSchema = false;
  let rows = 0;
  for await (const statement of statements) {
    const found = partOf(statement);
    if (found === undefined || parts.indexOf(found) < parts.indexOf(part) || part === 'end') throw other(statement);
    part = found;
    if (found === 'rows') {
      const insert = readInsert(statement);
      if (!insert || OF_THE_ENGINE.test(insert.table)) throw other(statement);
      if (columns.get(insert.table) !== namesOf(insert.columns.map((name) => ({ name })))) throw other(statement);
      rows += insert.rows.length;
      yield insert;
    } else if (found === 'counters') yield findCounter(statement, schema);
    else if (found === 'schema' && !hasSchema) yield* statementsOf(schema);
    hasSchema = true;
  }
  if (part !== 'end' || rows !== counted.rows) throw badBackup('incomplete');
  // Only now is it known that nothing else follows, and that no row is missing.
  yield END;
}

async function* readPrelude(statements: AsyncGenerator<string>): AsyncGenerator<LoadStep, RecordedSchema> {
  const first = (await statements.next()).value ?? '';
  const newest = schemaOfFirstLine(first);
  if (newest === undefined || first.slice(first.indexOf('\n') + 1) !== PRELUDE[0]) throw other(first);
  for (const expected of PRELUDE.slice(1)) {
    const statement = (await statements.next()).value ?? '';
    if (statement !== expected) throw other(statement);
    yield expected;
  }
  const schema = await recordSchemaUpTo(newest);
  if (!schema) throw other(first);
  return schema;
}

function partOf(statement: string): Part | undefined {
  if (statement.startsWith('insert into "')) return 'rows';
  if (statement === END) return 'end';
  if (SCHEMA_LINE.test(statement)) return 'schema';
  return COUNTER_LINES.some((line) => line.test(statement)) ? 'counters' : undefined;
}

/** Returns the line that the writer writes for this table and number. Throws BadBackup if the statement is another. */
function findCounter(statement: string, schema: RecordedSchema): string {
  const [, name, number] = COUNTER_LINES.map((line) => line.exec(statement)).find((match) => match !== null) ?? [];
  const column = schema.tables.find((table) => table.name === name)?.generated;
  if (name === undefined || column === undefined) throw other(statement);
  const lines = setCounter({ table: name, column, drawsNumbers: drawsNumbers(schema) }, Number(number) || 1);
  const line = lines.find((own) => own === statement);
  if (line === undefined) throw other(statement);
  return line;
}

function namesOf(columns: readonly { name: string }[]): string {
  return columns
    .map(({ name }) => name)
    .sort((one, another) => (one < another ? -1 : 1))
    .join();
}

function statementsOf({ sqlite, postgres }: RecordedSchema): string[] {
  return [
    ...sqlite.map((statement) => onlySqlite(`${statement};`)),
    ...postgres.map((statement) => onlyPostgres(`${statement};`)),
  ];
}

const MOST_SHOWN = 60;

function other(statement: string): BadBackup {
  const begin = statement.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, MOST_SHOWN);
  return badBackup('other_statement', { begin });
}

/** Matches the end of a statement, which is always at the end of a line. */
const ENDS = /;(?: -- \*\/)?$/;

/**
 * Yields the statements. A semicolon at the end of a line ends a statement unless an odd number of quotes precedes it.
 */
async function* readStatements(source: Readable): AsyncGenerator<string> {
  let isInText = false;
  let statement: string[] = [];
  let length = 0;
  for await (const line of readLines(source)) {
    if (hasOddQuotes(line)) isInText = !isInText;
    statement.push(line);
    length += line.length + 1;
    if (length > LONGEST_STATEMENT) throw badBackup('long_line');
    if (isInText || !ENDS.test(line.slice(-8))) continue;
    yield statement.join('\n');
    statement = [];
    length = 0;
  }
}

async function* readLines(source: Readable): AsyncGenerator<string> {
  let begun: string[] = [];
  let length = 0;
  for await (const chunk of source.setEncoding('utf8')) {
    const [first = '', ...lines] = String(chunk).split('\n');
    begun.push(first);
    length += first.length;
    if (length > LONGEST_STATEMENT) throw badBackup('long_line');
    if (lines.length === 0) continue;
    yield begun.join('');
    const last = lines.pop() ?? '';
    yield* lines;
    begun = [last];
    length = last.length;
  }
}

function hasOddQuotes(line: string): boolean {
  let isOdd = false;
  for (let at = line.indexOf("'"); at >= 0; at = line.indexOf("'", at + 1)) isOdd = !isOdd;
  return isOdd;
}
