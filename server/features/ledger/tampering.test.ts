import { afterAll, expect, test } from 'vitest';
import { payments } from '#contract/payments.ts';
import { ledgerTables, type RowTable, rowTables, SEALED_ROWS } from '../../db/seal/sealed-tables.ts';
import { TEST_DAY } from '../../testing/app-context.ts';
import { type Dice, diceOf, oneOf } from '../../testing/dice.ts';
import type { ExampleMarket } from '../../testing/example-market.ts';
import { discardMarket, openMarket } from '../../testing/market.ts';
import { Meddler, type StoredCell } from '../../testing/meddle.ts';
import { everythingIn, officeAt } from '../../testing/office.ts';
import { addDevice } from '../gate/add-device.ts';
import { recordReceiptPrint } from '../payments/routes.ts';
import { insertScheduleFile } from '../tax/queries.ts';
import { verifyMarket } from './verify-market.ts';

afterAll(discardMarket);

const OTHER_TABLES = [
  ...rowTables,
  'audit_log',
  'audit_head',
  'audit_counts',
  'ticket_sums',
  'arrivals',
  'sanitation_counts',
];

async function findFaults({ app }: ExampleMarket): Promise<string[]> {
  try {
    return (await verifyMarket(app.database)).differences;
  } catch (fault) {
    return [String(fault)];
  }
}

async function unnoticed(
  meddler: Meddler,
  cells: readonly StoredCell[],
  { dice, isNoticed }: { dice: Dice; isNoticed: (cell: StoredCell) => Promise<boolean> },
): Promise<string[]> {
  const missed: string[] = [];
  for (const cell of cells) {
    const undo = await meddler.change(cell, dice);
    if (!(await isNoticed(cell))) missed.push(`${cell.table.name}.${cell.column}`);
    await undo();
  }
  return missed;
}

test('a change of any column of a ledger is named by verification and refused at the next payment', {
  tags: ['slow'],
}, async () => {
  const market = await openMarket();
  const office = officeAt(market.app);
  const pay = () => {
    const body = { amountPaid: 100, paymentDate: TEST_DAY };
    return office.tell(payments.byShop, { params: { shopId: market.shop }, body });
  };
  await pay();
  const meddler = await Meddler.open(market.app.database, ledgerTables);
  const { id: tenancy } = await market.app.database.reader
    .selectFrom('tenancies')
    .innerJoin('shops', 'shops.id', 'tenancies.shop_id')
    .select('tenancies.id')
    .where('shops.shop_id', '=', market.shop)
    .where('ended_on', 'is', null)
    .executeTakeFirstOrThrow();
  const isOwn = (row: Readonly<Record<string, unknown>>) => (row.tenancy_id ?? row.id) === tenancy;
  const cells = await meddler.cells((_, rows) => {
    const own = rows.filter(isOwn);
    const isVoid = (row: Readonly<Record<string, unknown>>) => typeof row.voided_at === 'string';
    return [...own.filter((row) => !isVoid(row)).slice(0, 1), ...own.filter(isVoid).slice(0, 1)];
  });
  expect(new Set(cells.map(({ table }) => table.name))).toEqual(new Set(ledgerTables));
  const isNoticed = async () => {
    const faults = await findFaults(market);
    const before = await everythingIn(market.app);
    const { statusCode } = await pay();
    expect(await everythingIn(market.app)).toEqual(before);
    return faults.length > 0 && statusCode >= 400;
  };
  expect(await unnoticed(meddler, cells, { dice: diceOf(1), isNoticed })).toEqual([]);
  expect(await findFaults(market)).toEqual([]);
  expect((await pay()).statusCode).toBe(200);
});

async function fillOtherTables({ app, payment }: ExampleMarket): Promise<void> {
  const context = { actor: 'clerk@market.example', now: app.clock.now(), requestId: 'request-1' };
  const file = { period: '2026Q4', schedule: '01' as const, version: 1, name: 'file.csv', content_hash: 'a' };
  await app.database.write(async (tx) => {
    await addDevice(tx, context);
    await recordReceiptPrint(tx, context, Number(payment));
    await insertScheduleFile(tx, { ...file, made_at: context.now, made_by: context.actor });
  });
}

test('a change of any column of the other tables of money, tickets and the log is named by verification', {
  tags: ['slow'],
}, async () => {
  const market = await openMarket();
  await fillOtherTables(market);
  const meddler = await Meddler.open(market.app.database, OTHER_TABLES);
  const cells = await meddler.cells((_, rows) => rows.slice(0, 1));
  expect(new Set(cells.map(({ table }) => table.name))).toEqual(new Set(OTHER_TABLES));
  const isNoticed = async () => (await findFaults(market)).length > 0;
  expect(await unnoticed(meddler, cells, { dice: diceOf(2), isNoticed })).toEqual([]);
  expect(await findFaults(market)).toEqual([]);
});

test('a row deleted from a table outside the ledgers is named by verification, and so is one that was inserted', async () => {
  const market = await openMarket();
  await fillOtherTables(market);
  const meddler = await Meddler.open(market.app.database, rowTables);
  const missed: string[] = [];
  const expectFault = async (fault: string) => {
    if (!(await findFaults(market)).includes(fault)) missed.push(fault);
  };
  for (const table of meddler.tables) {
    const key = SEALED_ROWS[table.name as RowTable];
    const row = (await meddler.rowsOf(table)).at(-1);
    if (!row) throw new Error(`${table.name} is empty`);
    const forged = { ...row, [key]: typeof row[key] === 'number' ? row[key] + 1_000_000 : 'FORGED' };
    await meddler.delete(table, row);
    await expectFault(`${table.name} ${row[key]} was deleted outside Pola`);
    await meddler.insert(table, forged);
    await expectFault(`${table.name} ${forged[key]} is not in the audit log`);
    await meddler.delete(table, forged);
    await meddler.insert(table, row);
  }
  expect(meddler.tables.map(({ name }) => name).toSorted(byText)).toEqual(rowTables.toSorted(byText));
  expect(missed).toEqual([]);
  expect(await findFaults(market)).toEqual([]);
});

const byText = (one: string, other: string) => one.localeCompare(other);

const TITLE = 'random changes of single cells are all found';
test(TITLE, { tags: ['slow'] }, () => changeCells(200));
test(`${TITLE} (1,000)`, { tags: ['nightly'] }, () => changeCells(1000));

async function changeCells(changes: number): Promise<void> {
  const market = await openMarket();
  const meddler = await Meddler.open(market.app.database, [...ledgerTables, ...OTHER_TABLES]);
  const all = await meddler.cells((_, rows) => rows);
  const dice = diceOf(Number(process.env.MEDDLING_SEED ?? 20261123));
  const cells = Array.from({ length: changes }, () => oneOf(dice, all));
  const isNoticed = async () => (await findFaults(market)).length > 0;
  expect(await unnoticed(meddler, cells, { dice, isNoticed })).toEqual([]);
}
