/** @module-tag postgres */
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { cents } from '#billing/money.ts';
import type { Sentence } from '#contract/messages/message.ts';
import { payments } from '#contract/payments.ts';
import { connect, type Database } from '../../db/connect.ts';
import { recordSchema } from '../../db/recorded-schema.ts';
import { HeldLedgers } from '../../db/seal/held-ledgers.ts';
import { readLedgerRows } from '../../db/seal/ledger-seals.ts';
import {
  type LedgerRows,
  ledgerTables,
  listTables,
  type RowTable,
  rowTables,
  SEALED_ROWS,
  Sealer,
  sealedTables,
  UNSEALED_COLUMNS,
  UNSEALED_TABLES,
  unsealedColumnsOf,
} from '../../db/seal/sealed-tables.ts';
import { findHeldLedger } from '../../db/seal/watch-changes.ts';
import { withRetries } from '../../db/transaction.ts';
import { TEST_DAY } from '../../testing/app-context.ts';
import { closeLastMonth } from '../../testing/closing-examples.ts';
import { type Dice, diceOf, oneOf } from '../../testing/dice.ts';
import type { ExampleMarket } from '../../testing/example-market.ts';
import { discardMarket, openMarket } from '../../testing/market.ts';
import { Meddler, type StoredCell } from '../../testing/meddle.ts';
import { everythingIn, officeAt } from '../../testing/office.ts';
import { storeAccountChange } from '../approvals/account-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { insertFactor } from '../factors/queries.ts';
import { addDevice } from '../gate/add-device.ts';
import { recordReceiptPrint } from '../payments/record-receipt-print.ts';
import { insertScheduleFile } from '../tax/queries.ts';
import { loadLedgerForUpdate } from './load-ledger.ts';
import { insertLedgerEntry } from './queries.ts';
import { recomputeLedger } from './recompute-ledger.ts';
import { verifyMarket } from './verify-market.ts';

afterAll(discardMarket);

const OTHER_TABLES = [
  ...rowTables,
  ...listTables,
  'audit_log',
  'audit_head',
  'audit_counts',
  'ticket_sums',
  'shift_sums',
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

function isSealed({ table, column }: StoredCell): boolean {
  return table.name === 'tenancies' || !(column in unsealedColumnsOf(table.name));
}

test('each table is sealed, or the code says why not, and each column without a seal exists', async () => {
  const { tables } = await recordSchema();
  const own = tables.map(({ name }) => name).filter((name) => !name.startsWith('kysely_') && name !== 'drawn_numbers');
  expect(own.toSorted(byText)).toEqual([...sealedTables, ...Object.keys(UNSEALED_TABLES)].toSorted(byText));
  for (const [name, columns] of Object.entries(UNSEALED_COLUMNS)) {
    const known = tables.find((table) => table.name === name)?.columns.map((column) => column.name);
    expect(known).toEqual(expect.arrayContaining(Object.keys(columns)));
  }
});

test('a role that was raised and prices that were doubled are named by verification', async () => {
  const market = await openMarket();
  const { owner } = market.app.database;
  expect(await findFaults(market)).toEqual([]);
  const { id } = await owner.selectFrom('accounts').select('id').where('role', '=', 'editor').executeTakeFirstOrThrow();
  const { date } = await owner.selectFrom('prices').select('date').executeTakeFirstOrThrow();
  await sql`update accounts set role = 'superadmin' where id = ${id}`.execute(owner);
  await sql`update prices set max_cents = max_cents * 2 where date = ${date}`.execute(owner);
  expect(await findFaults(market)).toEqual([
    `accounts ${id} was changed directly in the database`,
    `prices ${date} was changed directly in the database`,
  ]);
});

async function fillOtherTables(market: ExampleMarket): Promise<void> {
  const { app, payment, cheque } = market;
  await closeLastMonth(market);
  const context = { actor: 'clerk@market.example', now: app.clock.now(), requestId: 'request-1' };
  const file = { period: '2026Q4', schedule: '01' as const, version: 1, name: 'file.csv', content_hash: 'a' };
  await app.database.write(async (tx) => {
    await addDevice(tx, context);
    await recordReceiptPrint(tx, context, Number(payment));
    await insertScheduleFile(tx, { ...file, made_at: context.now, made_by: context.actor });
  });
  const confirmation = { method: 'PUT', url: '/api/settings/confirmation', payload: { from: TEST_DAY } } as const;
  expect((await app.as('superadmin', confirmation)).statusCode).toBe(200);
  const counting = { ...confirmation, url: '/api/settings/counting' };
  expect((await app.as('superadmin', counting)).statusCode).toBe(200);
  const cleared = { payment_ids: [Number(cheque)], cleared_on: TEST_DAY };
  const answer = await app.as('superadmin', { method: 'POST', url: '/api/cash/cheques/cleared', payload: cleared });
  expect(answer.statusCode).toBe(200);
  const passes = { Lorry: { day: 300 } };
  const prices = { Lorry: 200, Van: 100, 'Three-Wheeler': 50, Motorbike: 20, Car: 50 };
  const offered = { method: 'PUT', url: '/api/gate/tariff', payload: { prices, passes } } as const;
  expect((await app.as('superadmin', offered)).statusCode).toBe(200);
  const pass = { vehicleNumber: 'LB-4455', vehicleType: 'Lorry', ticketPrice: 300, pass: 'day' };
  const sold = await app.as('superadmin', { method: 'POST', url: '/api/vehicle-tickets', payload: pass });
  const entry = { pass: `V${sold.json<{ ticketId: number }>().ticketId}`, vehicleNumber: 'LB-4455' };
  const entered = await app.as('superadmin', { method: 'POST', url: '/api/gate/pass-entries', payload: entry });
  expect(entered.statusCode).toBe(201);
  const [one, other] = await app.database.reader.selectFrom('accounts').select('id').orderBy('id').limit(2).execute();
  if (!one || !other) throw new Error('the market has fewer than two accounts');
  await app.database.write(async (tx) => {
    await storeAccountChange(tx, context, { accountId: one.id, byAccountId: other.id });
    await tx
      .insertInto('given_money')
      .values({ account_id: one.id, shop_id: 'A-1', cents: cents(500), at: context.now })
      .execute();
    const factor = { account_id: one.id, kind: 'app' as const, name: 'Phone', credential: null, secret: 'secret' };
    await insertFactor(tx, { ...factor, counter: 0, created_at: context.now, used_at: null });
    await writeAudit(tx, context, { type: 'Account Changed', description: 'changed' as Sentence });
  });
}

test('a change of any column of the other tables of money, tickets and the log is named by verification', {
  tags: ['slow'],
}, async () => {
  const market = await openMarket();
  await fillOtherTables(market);
  const meddler = await Meddler.open(market.app.database, OTHER_TABLES);
  const cells = (await meddler.cells((_, rows) => rows.slice(0, 1))).filter(isSealed);
  expect(new Set(cells.map(({ table }) => table.name))).toEqual(new Set(OTHER_TABLES));
  const isNoticed = async () => (await findFaults(market)).length > 0;
  expect(await unnoticed(meddler, cells, { dice: diceOf(2), isNoticed })).toEqual([]);
  expect(await findFaults(market)).toEqual([]);
});

test('a row deleted from a table outside the ledgers is named by verification, and so is one that was inserted', {
  tags: ['slow'],
}, async () => {
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
    await expectFault(`${table.name} ${row[key]} was deleted directly in the database`);
    await meddler.insert(table, forged);
    await expectFault(`${table.name} ${forged[key]} is not in the audit log`);
    await meddler.delete(table, forged);
    await meddler.insert(table, row);
  }
  expect(meddler.tables.map(({ name }) => name).toSorted(byText)).toEqual(rowTables.toSorted(byText));
  expect(missed).toEqual([]);
  expect(await findFaults(market)).toEqual([]);
});

test('a row deleted from a list of a day is named by verification, and so is a day that was inserted', async () => {
  const market = await openMarket();
  const meddler = await Meddler.open(market.app.database, listTables);
  expect(meddler.tables.map(({ name }) => name).toSorted(byText)).toEqual(listTables.toSorted(byText));
  for (const table of meddler.tables) {
    const rows = await meddler.rowsOf(table);
    const row = rows.find(({ date }) => rows.filter((one) => one.date === date).length === 1) ?? rows[0];
    if (!row) throw new Error(`${table.name} is empty`);
    const ofDay = rows.filter(({ date }) => date === row.date);
    for (const one of ofDay) {
      const isLast = one === ofDay.at(-1);
      await meddler.delete(table, one);
      const how = isLast ? 'deleted' : 'changed';
      expect(await findFaults(market)).toEqual([`${table.name} ${row.date} was ${how} directly in the database`]);
    }
    for (const one of ofDay) await meddler.insert(table, one);
    const forged = { ...row, id: 1_000_000, date: '2035-01-01' };
    await meddler.insert(table, forged);
    expect(await findFaults(market)).toEqual([`${table.name} 2035-01-01 is not in the audit log`]);
    await meddler.delete(table, forged);
  }
  expect(await findFaults(market)).toEqual([]);
});

const byText = (one: string, other: string) => one.localeCompare(other);

const TITLE = 'random changes of single cells are all found';
test(TITLE, { tags: ['slow'] }, () => changeCells(200));
test(`${TITLE} (1,000)`, { tags: ['nightly'] }, () => changeCells(1000));

async function changeCells(changes: number): Promise<void> {
  const market = await openMarket();
  const meddler = await Meddler.open(market.app.database, [...ledgerTables, ...OTHER_TABLES]);
  const all = (await meddler.cells((_, rows) => rows)).filter(isSealed);
  const dice = diceOf(Number(process.env.MEDDLING_SEED ?? 20261123));
  const cells = Array.from({ length: changes }, () => oneOf(dice, all));
  const isNoticed = async () => (await findFaults(market)).length > 0;
  expect(await unnoticed(meddler, cells, { dice, isNoticed })).toEqual([]);
}

/** Opens the same database as another program would, with its own connections. */
function otherProgram({ app: { dataDir, databaseUrl } }: ExampleMarket): Database {
  const other = connect({ dataDir, databaseUrl });
  onTestFinished(() => other.close());
  return other;
}

async function currentTenancy({ app, shop }: ExampleMarket): Promise<number> {
  const { id } = await app.database.reader
    .selectFrom('tenancies')
    .innerJoin('shops', 'shops.id', 'tenancies.shop_id')
    .select('tenancies.id')
    .where('shops.shop_id', '=', shop)
    .where('ended_on', 'is', null)
    .executeTakeFirstOrThrow();
  return id;
}

test('what another program changes, deletes or inserts between two payments is refused at the next payment', {
  tags: ['slow'],
}, async () => {
  const market = await openMarket();
  const office = officeAt(market.app);
  const tenancy = await currentTenancy(market);
  const pay = async () => {
    const body = { amountPaid: 1, paymentDate: TEST_DAY };
    return (await office.tell(payments.byShop, { params: { shopId: market.shop }, body })).statusCode;
  };
  const meddler = await Meddler.open(otherProgram(market), ledgerTables);
  const statuses: Record<string, number[]> = {};
  for (const table of meddler.tables) {
    const row = (await meddler.rowsOf(table)).findLast((one) => (one.tenancy_id ?? one.id) === tenancy);
    const [key = 'id'] = table.key;
    if (!row) throw new Error(`${table.name} has no row of the tenancy`);
    const forged = { ...row, [key]: Number(row[key]) + 1_000_000, month: '2035-01', number: 'FORGED', line: 77 };
    const known = Object.entries(forged).filter(([column]) => table.columns.some(({ name }) => name === column));
    const inserted = Object.fromEntries(known);
    const changed = { table, row, column: table.columns.find(({ name }) => name.endsWith('_at'))?.name ?? 'cents' };
    const seen = [await pay()];
    const undo = await meddler.change(changed, diceOf(3));
    seen.push(await pay());
    await undo();
    seen.push(await pay());
    if (table.name !== 'tenancies') {
      const current = (await meddler.rowsOf(table)).find((one) => one[key] === row[key]) ?? row;
      await meddler.delete(table, current);
      seen.push(await pay());
      await meddler.insert(table, current);
      seen.push(await pay());
      await meddler.insert(table, inserted);
      seen.push(await pay());
      await meddler.delete(table, inserted);
    }
    statuses[table.name] = [...seen, await pay()];
  }
  const refused = 500;
  const ofRows = [200, refused, 200, refused, 200, refused, 200];
  expect(statuses).toEqual({
    tenancies: [200, refused, 200, 200],
    ledger_entries: ofRows,
    invoices: ofRows,
    charges: ofRows,
    allocations: ofRows,
  });
  expect(await findFaults(market)).toEqual([]);
});

const HELD =
  'what a process holds of a ledger is what is stored, whatever fails, is rolled back or is written beside it';
test(HELD, () => failAtRandom(12));
test(`${HELD} (200)`, { tags: ['nightly'] }, () => failAtRandom(200));

async function failAtRandom(rounds: number): Promise<void> {
  const market = await openMarket();
  const { database, clock } = market.app;
  const tenancy = await currentTenancy(market);
  const other = otherProgram(market);
  const dice = diceOf(Number(process.env.MEDDLING_SEED ?? 20261127));
  const context = { actor: 'clerk@market.example', now: clock.now(), requestId: 'request-1' };
  /** Makes a payment that fails after the given number of steps; with 4 it is complete. */
  const pay = (steps: number) => async (tx: Parameters<Parameters<Database['write']>[0]>[0]) => {
    const before = await loadLedgerForUpdate(tx, market.shop);
    if (steps === 0) throw new Error('planned');
    const entry = { kind: 'payment', effective_at: context.now, cents: cents(100), method: 'Cash' } as const;
    await insertLedgerEntry(tx, context, { tenancy: before.tenancy, ...entry });
    if (steps === 1) throw new Error('planned');
    await recomputeLedger(tx, context, { before });
    if (steps === 2) throw new Error('planned');
    await writeAudit(tx, context, { type: 'Payment Made', description: 'paid' as Sentence });
    if (steps === 3) throw new Error('planned');
  };
  const acts = [
    () => database.write(pay(4)),
    () => database.write(pay(4)),
    () => database.write(pay(dice(4))),
    () => database.dryRun(pay(4)),
    () => other.write(pay(4)),
    () => database.write(async (tx) => sql`update shops set shop_name = shop_name`.execute(tx)),
    () => withRetries(() => sql`update shops set shop_name = shop_name`.execute(database.owner)),
  ];
  const sealer = new Sealer(database.auditKeys.findOrMake());
  let held = 0;
  for (let round = 0; round < rounds; round += 1) {
    // On SQLite, actions that are started at the same time share a transaction.
    const together = Array.from({ length: 1 + dice(4) }, () => oneOf(dice, acts)());
    for (const outcome of await Promise.allSettled(together)) {
      const isPlanned = outcome.status === 'fulfilled' || outcome.reason?.message === 'planned';
      if (!isPlanned) throw outcome.reason;
    }
    const [inMemory, stored] = await database.dryRun(async (tx) => [
      findHeldLedger(tx, tenancy),
      await readLedgerRows(tx, tenancy),
    ]);
    if (inMemory) held += 1;
    expect(inMemory ?? stored).toEqual(stored);
    expect(sealer.sealLedger(tenancy, inMemory ?? stored)).toBe(sealer.sealLedger(tenancy, structuredClone(stored)));
  }
  expect(held > 0).toBe(database.engine === 'sqlite');
  expect(await findFaults(market)).toEqual([]);
}

test('of too many rows the ledgers that were used longest ago are no longer held', () => {
  const connection = new DatabaseSync(':memory:');
  const held = new HeldLedgers(connection, 6);
  const rows = { tenancies: [], ledger_entries: [{}, {}], invoices: [], charges: [], allocations: [] };
  const use = (id: number) => {
    held.began();
    const open = held.open();
    const isHeld = open.find(id) !== undefined;
    if (!isHeld) open.hold(id, rows as unknown as LedgerRows);
    held.committed();
    return isHeld;
  };
  expect([1, 2, 3, 1, 4, 1, 3, 2].map(use)).toEqual([false, false, false, true, false, true, true, false]);
  connection.close();
});
