/** @module-tag sqlite-only */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DumpForm, type DumpTable, type DumpValue, writeDump } from '#server/testing/legacy-dump.ts';
import { RowCounter } from './count-rows.ts';
import { DumpStatements } from './dump-statements.ts';
import { LegacyFault } from './findings.ts';
import type { LegacyTable } from './legacy-tables.ts';
import { DumpReader } from './sql-dump.ts';

interface ReadRow {
  table: string;
  columns: readonly string[] | undefined;
  values: (string | null)[];
}

/** Reads a dump that is cut at the given positions. Values are returned as hexadecimal bytes. */
function read(dump: Buffer, cuts: readonly number[] = []) {
  const rows: ReadRow[] = [];
  const tables: [string, string[]][] = [];
  const rowsOf = (table: LegacyTable) => rows.filter((row) => row.table.toLowerCase() === table.toLowerCase()).length;
  const statements = new DumpStatements(rowsOf);
  const counter = new RowCounter();
  const reader = new DumpReader({
    table: ({ table, columns }) => tables.push([table, columns]),
    statement: (text) => statements.statement(text),
    comment: (text) => statements.comment(text),
    row: (row) => {
      statements.noteRow();
      const values = Array.from({ length: row.length }, (_, at) =>
        row.isNull(at) ? null : row.bytes(at).toString('hex'),
      );
      rows.push({ table: row.table, columns: row.columns, values });
    },
  });
  const places = [0, ...cuts.toSorted((one, other) => one - other), dump.length];
  for (const [at, until] of places.slice(1).entries()) {
    reader.push(dump.subarray(places[at], until));
    counter.push(dump.subarray(places[at], until));
  }
  reader.end();
  for (const { table } of rows) expect(counter.of(table), table).toBe(rowsOf(table as LegacyTable));
  return { rows, tables, statements };
}

const shown = (value: DumpValue) =>
  value === null ? null : Buffer.from(typeof value === 'number' ? String(value) : value).toString('hex');

const PIECES = [
  "'",
  '"',
  '\\',
  '\0',
  '\n',
  '\r',
  '\x1a',
  '),(',
  ';',
  '--',
  '/*',
  '*/',
  "INSERT INTO `t` VALUES ('x');",
  '🎃',
  'ක',
  '`',
  'NULL',
  '#',
];
const value: fc.Arbitrary<DumpValue> = fc.oneof(
  fc.constant(null),
  fc.integer(),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((parts) => parts.join('')),
  fc.uint8Array({ maxLength: 40 }),
);
const table: fc.Arbitrary<DumpTable> = fc
  .record({ name: fc.constantFrom('Admins', 'Prices', 'shops'), width: fc.integer({ min: 1, max: 4 }) })
  .chain(({ name, width }) =>
    fc.record({
      name: fc.constant(name),
      columns: fc.constant(
        ['id int(11) NOT NULL', "two varchar(9) DEFAULT 'a,b)'", 'three longblob', 'four text'].slice(0, width),
      ),
      rows: fc.array(fc.array(value, { minLength: width, maxLength: width }), { maxLength: 6 }),
    }),
  );
const form: fc.Arbitrary<Partial<DumpForm>> = fc.record({
  program: fc.constantFrom('mariadb', 'mysql', 'phpmyadmin'),
  rowsAtOnce: fc.constantFrom(1, 2, 1000),
  hasColumnNames: fc.boolean(),
  hasHexBytes: fc.boolean(),
  hasComments: fc.boolean(),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  hasByteOrderMark: fc.boolean(),
  verb: fc.constantFrom('INSERT INTO', 'INSERT IGNORE INTO', 'REPLACE INTO'),
});

function checkForms(numRuns: number): void {
  fc.assert(
    fc.property(
      fc.array(table, { maxLength: 3 }),
      form,
      fc.array(fc.nat(), { maxLength: 12 }),
      (tables, chosen, cuts) => {
        const dump = writeDump(tables, chosen);
        const found = read(
          dump,
          cuts.map((cut) => cut % dump.length),
        );
        expect(found.rows.map(({ values }) => values)).toEqual(
          tables.flatMap(({ rows }) => rows.map((row) => row.map(shown))),
        );
        expect(found.tables).toEqual(
          tables.map(({ name, columns }) => [name, columns.map((column) => column.split(' ')[0])]),
        );
        expect(found.statements.isClosed).toBe(true);
        expect([...found.statements.charsets]).toEqual(found.rows.length > 0 ? ['utf8mb4'] : []);
      },
    ),
    { numRuns },
  );
}

test('any rows in any form of any program are read as they were, wherever the file is cut into pieces', () =>
  checkForms(60));
test('many rows in many forms', { tags: ['slow'] }, () => checkForms(3000));

test('every cut of one dump has the same rows', () => {
  const rows = [
    [1, "a'b\\c\n),('x');", Uint8Array.of(0, 39, 92, 255)],
    [2, null, Uint8Array.of()],
  ];
  const dump = writeDump([{ name: 't', columns: ['id int', 'text text', 'image longblob'], rows }], {
    program: 'mysql',
  });
  const whole = read(dump).rows;
  for (let cut = dump.indexOf('INSERT'); cut < dump.length; cut += 3) expect(read(dump, [cut]).rows).toEqual(whole);
  expect(whole.map(({ values }) => values)).toEqual(rows.map((row) => row.map(shown)));
});

describe('a dump that ends too early', () => {
  const dump = writeDump([
    {
      name: 'payments',
      columns: ['id int', 'note text'],
      rows: [
        [1, 'one'],
        [2, 'two'],
      ],
    },
  ]);
  test('is never closed', () => {
    const end = dump.indexOf('SET SQL_NOTES');
    for (let length = 1; length < end; length += 1) {
      let isClosed = false;
      try {
        isClosed = read(dump.subarray(0, length)).statements.isClosed;
      } catch (fault) {
        expect(fault).toBeInstanceOf(LegacyFault);
      }
      expect([length, isClosed]).toEqual([length, false]);
    }
  });
  test('names the table and the row', () => {
    const until = dump.indexOf('two') + 1;
    expect(() => read(dump.subarray(0, until))).toThrow('The file is cut off in row 2 of table payments');
  });
});

describe('statements without rows', () => {
  const around = (text: string) =>
    read(Buffer.from(`${text}\nINSERT INTO \`t\` VALUES (1);\n/*!40111 SET SQL_NOTES=@OLD_SQL_NOTES */;\n`));
  test.each([
    ['a view', '/*!50001 CREATE ALGORITHM=UNDEFINED DEFINER=`a`@`b` VIEW `v` AS select 1 */;', ['CREATE VIEW']],
    [
      'a trigger',
      "DELIMITER ;;\nCREATE TRIGGER x BEFORE INSERT ON t FOR EACH ROW BEGIN SET @a = 'INSERT INTO t VALUES (9)'; END ;;\nDELIMITER ;",
      ['CREATE TRIGGER'],
    ],
    [
      'a trigger in comments',
      '/*!50003 CREATE*/ /*!50017 DEFINER=`a`@`b`*/ /*!50003 TRIGGER x BEFORE INSERT ON t FOR EACH ROW SET @a = 1 */;',
      ['CREATE TRIGGER'],
    ],
    ['a database', 'CREATE DATABASE /*!32312 IF NOT EXISTS*/ `m`;\nUSE `m`;', []],
    ['a subtraction', 'SET @a = 1--1;', []],
  ])('%s is read over and named', (_, text, skipped) => {
    const { rows, statements } = around(text);
    expect(rows.map(({ values }) => values)).toEqual([[Buffer.from('1').toString('hex')]]);
    expect([...statements.skipped]).toEqual(skipped);
  });
});

test.each([
  ["INSERT INTO `m`.`t` (`a`, `b`) VALUES (1e15, x'4D5a');", ['1e15', 'MZ']],
  ["insert low_priority ignore into t values (-250.75, _utf8mb4 'it''s');", ['-250.75', "it's"]],
  ["INSERT INTO t VALUES (true, N'n') ON DUPLICATE KEY UPDATE a = ');';", ['true', 'n']],
])('%s', (statement, values) => {
  const [row] = read(Buffer.from(statement)).rows;
  expect(row).toMatchObject({ table: 't', values: values.map((text) => Buffer.from(text).toString('hex')) });
});

test.each([
  ["INSERT INTO t VALUES ('50\\\\%', 'a\\_b\\%', 'c\\qd');", ['50\\%', 'a\\_b\\%', 'cqd']],
  ["INSERT INTO t VALUES (b'0', B'101', 0b11);", ['0', '5', '3']],
  [`INSERT INTO t VALUES ("it's", "a ""b"" \\"c\\"");`, ["it's", 'a "b" "c"']],
])('%s is read as MySQL reads it', (statement, values) => {
  const [row] = read(Buffer.from(statement)).rows;
  expect(row?.values).toEqual(values.map((text) => Buffer.from(text).toString('hex')));
});

test.each([
  ['INSERT INTO t VALUES (1) AS new;', 'After row 1 of table t there is text'],
  ['INSERT INTO t VALUES (1),;', 'After row 1 of table t there is text'],
  ['INSERT INTO t VALUES (1) (2);', 'After row 1 of table t there is text'],
  ['INSERT INTO t VALUES (1) SELECT 2;', 'After row 1 of table t there is text'],
  ['INSERT INTO t VALUES (1)/*!40000 ,(2) */;', 'After row 1 of table t there is text'],
  ['INSERT INTO t VALUES (1); INSERT INTO t VALUES (2) x;', 'After row 2 of table t there is text'],
  ["INSERT INTO t VALUES (_latin1'x');", 'Row 1 of table t cannot be read'],
  ["SET SQL_MODE = 'NO_BACKSLASH_ESCAPES';", 'NO_BACKSLASH_ESCAPES'],
  ['INSERT INTO t VALUES (0xABC);', 'Row 1 of table t cannot be read'],
  ['INSERT INTO t VALUES (1),(now());', 'Row 2 of table t cannot be read'],
  ["INSERT INTO t VALUES ('a' 'b');", 'Row 1 of table t cannot be read'],
])('%s is refused by name', (statement, fault) => {
  expect(() => read(Buffer.from(statement))).toThrow(fault);
});
