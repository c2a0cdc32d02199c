/** @module-tag sqlite-only */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dumpPrograms, legacyTablesOf, ONE_SHOP, writeDump } from '#server/testing/legacy-dump.ts';
import { LegacyFault } from './findings.ts';
import { type LegacyTable, legacyTableNames, legacyTables } from './legacy-tables.ts';
import { stageDump } from './stage-dump.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pola-generated-dumps-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const GAPS = [
  '',
  '',
  '',
  ' ',
  '\n',
  "-- the next row's (price), 'x';\n",
  '--\n',
  '# (9,9,9);\n',
  '/* ),(1 */',
  '/**/',
  "/* it's */",
  '\t-- \u0d85 ; INSERT INTO `payments` VALUES (7);\n',
  '/*!40000 */',
  '/*M!999999\\- sandbox */',
];
/** Statements that change no row of the market. */
const HARMLESS = [
  '/*!40000 ALTER TABLE `shops` ENABLE KEYS */;',
  'ALTER TABLE `shops` ADD KEY `a` (`shop_name`), MODIFY `shop_id` varchar(10) NOT NULL;',
  'DELIMITER ;;\nCREATE PROCEDURE p() BEGIN DELETE FROM payments; INSERT INTO shops VALUES (1); END ;;\nDELIMITER ;',
  "INSERT INTO `SequelizeMeta` SET name = 'shops';",
  "UPDATE other SET a = 'payments;';",
  'COMMIT; SET @a = 1--1;',
  "INSERT INTO `other` VALUES ('a'),('b') ON DUPLICATE KEY UPDATE a = VALUES(a);",
  '/*!50003 CREATE TRIGGER x BEFORE INSERT ON shops FOR EACH ROW SET @a = 1 */;',
];
/** Statements that change rows of the market, with the words by which the fault must name them. */
const CHANGES: readonly (readonly [statement: string, words: readonly string[]])[] = [
  ["UPDATE `shops` SET rent_amount = '2000.00';", ['UPDATE', 'shops']],
  ['DELETE FROM `payments` WHERE payment_id = 2;', ['DELETE', 'payments']],
  ["INSERT INTO `payments` SET payment_id = 9, amount_paid = '1.00';", ['INSERT', 'payments']],
  ['INSERT INTO `market`.`payments` (`payment_id`) SELECT 9;', ['INSERT', 'payments']],
  ['REPLACE payments SELECT * FROM old_payments;', ['REPLACE', 'payments']],
  ["LOAD DATA LOCAL INFILE 'x' INTO TABLE `payments`;", ['LOAD DATA', 'payments']],
  ['/*!40000 INSERT INTO `payments` VALUES (9) */;', ['INSERT', 'payments']],
  ['RENAME TABLE `payments` TO `x`;', ['RENAME', 'payments']],
  ['ALTER TABLE `payments` DROP COLUMN `invoice_id`;', ['ALTER', 'payments']],
  ['WITH x AS (SELECT 1) UPDATE payments SET amount_paid = 1;', ['WITH', 'payments']],
  ["PREPARE s FROM 'DELETE FROM payments';", ['PREPARE', 'payments']],
];

const cut = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 3 });
const dumpPlan = fc.record({
  program: fc.constantFrom(...dumpPrograms),
  rowsAtOnce: fc.constantFrom(1, 2, 1000),
  hasColumnNames: fc.boolean(),
  hasHexBytes: fc.boolean(),
  hasComments: fc.boolean(),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  quote: fc.constantFrom("'", '"'),
  verb: fc.constantFrom('INSERT INTO', 'INSERT IGNORE INTO', 'REPLACE INTO'),
  gaps: fc.array(fc.constantFrom(...GAPS), { minLength: 1, maxLength: 40 }),
  counts: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 3, maxLength: 3 }),
  statement: fc.option(fc.constantFrom(...HARMLESS)),
  change: fc.option(fc.constantFrom(...CHANGES), { freq: 3 }),
  at: fc.nat({ max: legacyTableNames.length }),
  cut,
});
type Plan = typeof dumpPlan extends fc.Arbitrary<infer Of> ? Of : never;

function rowsOf({ counts: [prices = 0, payments = 0, shops = 0] }: Plan) {
  const many = <Row>(count: number, row: (at: number) => Row) => Array.from({ length: count }, (_, at) => row(at + 1));
  return {
    ...ONE_SHOP,
    shops: [{}, ...many(shops, (at) => ({ shop_id: `B-${at}`, shop_name: `it's; -- (${at}), "x" \\ /*` }))],
    payments: [{}, ...many(payments, (at) => ({ payment_id: at + 1, createdAt: `2026-07-0${at} 09:00:00` }))],
    Products: [{}],
    Prices: many(prices, (at) => ({ id: at, date: `2026-11-0${at}`, min_price: -at })),
  };
}

function write(plan: Plan): Buffer {
  let gap = 0;
  return writeDump(legacyTablesOf(rowsOf(plan)), {
    ...plan,
    gap: () => {
      gap += 1;
      return plan.gaps[gap % plan.gaps.length] ?? '';
    },
    before: (table) => {
      const isLast = table === legacyTableNames.length;
      return [table === plan.at ? (plan.statement ?? '') : '', isLast ? (plan.change?.[0] ?? '') : ''].join('\n');
    },
  });
}

/** Returns the keys of the staged rows, or the fault. */
async function stage(dump: Uint8Array): Promise<string[] | LegacyFault> {
  const file = path.join(folder, 'dump.sql');
  writeFileSync(file, dump);
  try {
    const staged = await stageDump(file);
    const keys = (table: LegacyTable) =>
      staged.db
        .prepare(`select * from "${table}"`)
        .all()
        .map((row) => `${table} ${row[Object.keys(legacyTables[table])[0] ?? '']}`);
    const found = legacyTableNames.flatMap(keys);
    staged.close();
    return found.toSorted();
  } catch (fault) {
    if (fault instanceof LegacyFault) return fault;
    throw fault;
  }
}

async function checkDumps(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(dumpPlan, async (plan) => {
      const whole = write(plan);
      const dump = plan.cut === null ? whole : whole.subarray(0, Math.floor(plan.cut * whole.length));
      const rows = legacyTablesOf(rowsOf(plan))
        .flatMap((table) => table.rows.map(([key]) => `${table.name} ${key}`))
        .toSorted();
      const outcome = await stage(dump);
      if (!(outcome instanceof LegacyFault)) {
        expect(outcome).toEqual(rows);
        expect(plan.change, 'a statement that changes rows was skipped').toBeNull();
      } else if (plan.cut === null) {
        expect(plan.change, outcome.message).not.toBeNull();
        for (const word of plan.change?.[1] ?? []) expect(outcome.message).toContain(word);
      }
    }),
    { numRuns },
  );
}

test('each row of a generated dump is imported, or a fault names what stops the import', () => checkDumps(6));
test('200 generated dumps, of which some are cut off or contain other statements', { tags: ['slow'] }, () =>
  checkDumps(200),
);
