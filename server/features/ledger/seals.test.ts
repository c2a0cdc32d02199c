/** @module-tag postgres */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { payments } from '#contract/payments.ts';
import type { Database } from '../../db/connect.ts';
import { readLedgerRows, readSealedColumns, writeColumns } from '../../db/seal/ledger-seals.ts';
import {
  ledgerTables,
  type SealedColumns,
  Sealer,
  type StoredRow,
  subjectOfLedger,
} from '../../db/seal/sealed-tables.ts';
import { TEST_DAY } from '../../testing/app-context.ts';
import { emptyAddress, makeFile, openDatabase, openServer, textOf } from '../../testing/backup.ts';
import { diceOf, oneOf } from '../../testing/dice.ts';
import { Meddler } from '../../testing/meddle.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';
import { hashEntry } from '../audit/write-audit.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { beginSealing } from './begin-sealing.ts';
import { verifyMarket } from './verify-market.ts';

const BLOCK = 'rows in a block';
const ROWS_IN_BLOCK = 32;

const CONTEXT = ({ app }: TestOffice) => ({ actor: 'start', now: app.clock.now(), requestId: 'start' });

async function faultsOf({ app }: TestOffice): Promise<string[]> {
  return (await verifyMarket(app.database)).differences;
}

async function statusOfPayment(office: TestOffice): Promise<number> {
  const body = { amountPaid: 1, paymentDate: TEST_DAY };
  return (await office.tell(payments.byShop, { params: { shopId: 'A-1' }, body })).statusCode;
}

async function openShortLedger(): Promise<TestOffice> {
  const office = await openTestOffice();
  await office.let('A-1');
  await office.generate('A-1', '2026-11');
  await office.pay('A-1', 100, TEST_DAY);
  return office;
}

/**
 * Opens an office with two rented shops and many payments, some of them void. Shop A-1 has three blocks of entries, the
 * last of them incomplete.
 */
async function openLongLedger(): Promise<TestOffice> {
  const office = await openTestOffice();
  for (const shopId of ['A-1', 'A-2']) await office.let(shopId);
  for (let made = 0; made < 80; made += 1) {
    if (made === 1) await office.generate('A-1', '2026-11');
    await office.pay(made % 10 === 5 ? 'A-2' : 'A-1', 1, TEST_DAY);
  }
  const paid = await office.app.database.reader
    .selectFrom('ledger_entries')
    .select('id')
    .where('kind', '=', 'payment')
    .orderBy('id')
    .execute();
  for (const [at, { id }] of paid.entries()) {
    if (at % 10 === 5 || at % 4 === 0 || at === paid.length - 1)
      await office.ask(payments.remove, { params: { id: String(id) }, body: {} });
  }
  return office;
}

test('a row that is changed, deleted or added in any block of a ledger is named, and refused at the next payment', {
  tags: ['slow'],
}, async () => {
  const office = await openLongLedger();
  const meddler = await Meddler.open(office.app.database, ['ledger_entries', 'tenancies']);
  const [entries, tenancies] = ['ledger_entries', 'tenancies'].map((name) =>
    meddler.tables.find((table) => table.name === name),
  );
  if (!entries || !tenancies) throw new Error('a table is missing');
  const all = await meddler.rowsOf(entries);
  const own = all.filter(({ tenancy_id }) => tenancy_id === all[0]?.tenancy_id);
  const others = all.filter(({ tenancy_id }) => tenancy_id !== all[0]?.tenancy_id);
  expect(own.length).toBeGreaterThan(2 * ROWS_IN_BLOCK);
  expect(own.length % ROWS_IN_BLOCK).toBeGreaterThan(1);
  const at = (place: number) => own.at(place) ?? {};
  const isVoid = (row: object) => 'voided_at' in row && row.voided_at !== null;
  const middle = own.slice(ROWS_IN_BLOCK + 3, 2 * ROWS_IN_BLOCK - 3);
  const isInside = ({ id }: (typeof own)[number]) =>
    Number(id) > Number(middle[0]?.id) && Number(id) < Number(middle.at(-1)?.id);
  const voided = middle.find(isVoid) ?? {};
  const foreign = others.find((row) => isVoid(row) && isInside(row)) ?? {};
  expect([voided, foreign, at(0), at(-1)].map(isVoid)).toEqual([true, true, true, true]);
  const change = (row: (typeof own)[number]) => meddler.change({ table: entries, row, column: 'note' }, diceOf(1));
  const remove = async (row: (typeof own)[number]) => {
    await meddler.delete(entries, row);
    return () => meddler.insert(entries, row);
  };
  const add = async (row: (typeof own)[number]) => {
    await meddler.insert(entries, row);
    return () => meddler.delete(entries, row);
  };
  const { tenancy_id, shop_id } = at(0);
  const [tenancy] = (await meddler.rowsOf(tenancies)).filter(({ id }) => id === tenancy_id);
  const ways: Record<string, () => Promise<() => Promise<void>>> = {
    'changed in the middle of a block': () => change(at(ROWS_IN_BLOCK + 9)),
    'changed, the last of a block': () => change(at(ROWS_IN_BLOCK - 1)),
    'changed, the first of a block': () => change(at(ROWS_IN_BLOCK)),
    'deleted in the middle of a block': () => remove(voided),
    'added in the middle of a block': async () => {
      const undo = await remove(foreign);
      const take = await add({ ...foreign, tenancy_id: tenancy_id ?? null, shop_id: shop_id ?? null });
      return async () => {
        await take();
        await undo();
      };
    },
    'deleted, the first of all': () => remove(at(0)),
    'added before all': () => add({ ...at(0), id: -7 }),
    'changed in the incomplete block': () => change(at(-2)),
    'deleted, the last of all': () => remove(at(-1)),
    'added after all': () => add({ ...at(-1), id: Number(at(-1).id) + 1_000_000 }),
    'another seal': () => meddler.change({ table: tenancies, row: tenancy ?? {}, column: 'seal' }, diceOf(1)),
  };
  const seen: Record<string, unknown> = {};
  for (const [way, tamper] of Object.entries(ways)) {
    const undo = await tamper();
    const faults = (await faultsOf(office)).filter((fault) => fault.startsWith('A-1: '));
    seen[way] = [faults, await statusOfPayment(office)];
    await undo();
    expect(await faultsOf(office)).toEqual([]);
  }
  const expected = ({ table }: { table: string }) => [
    [`A-1: rows of ${table} were changed directly in the database`],
    500,
  ];
  expect(seen).toEqual(
    Object.fromEntries(
      Object.keys(ways).map((way) => [
        way,
        expected({ table: way === 'another seal' ? 'tenancies' : 'ledger_entries' }),
      ]),
    ),
  );
  expect(await statusOfPayment(office)).toBe(200);
  expect(await faultsOf(office)).toEqual([]);
});

test('another size of the blocks is named, and so is a list of columns that an older release signed', {
  tags: ['slow'],
}, async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  const { database } = office.app;
  const { sealed_columns: signed } = await headOf(database);
  const log = await entriesOf(database);
  const key = database.auditKeys.findOrMake();
  const old = writeColumns(key, await oldColumns(database));
  const seen: string[][] = [];
  for (const columns of [signed.replace(`"${ROWS_IN_BLOCK}"`, '"16"'), old]) {
    expect(columns).not.toBe(signed);
    await sql`update audit_head set sealed_columns = ${columns}`.execute(database.owner);
    seen.push(await faultsOf(office));
    await beginSealing(database, CONTEXT(office));
    expect(await entriesOf(database)).toEqual(log);
  }
  expect(seen).toEqual([
    ['the list of signed columns was changed directly in the database'],
    ledgerTables.map((table) => `A-1: rows of ${table} were changed directly in the database`),
  ]);
  await sql`update audit_head set sealed_columns = ${signed}`.execute(database.owner);
  expect(await faultsOf(office)).toEqual([]);
});

function headOf(database: Database) {
  return database.reader.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();
}

function entriesOf(database: Database) {
  return database.reader.selectFrom('audit_log').selectAll().orderBy('id').execute();
}

async function oldColumns(database: Database): Promise<SealedColumns> {
  const { [BLOCK]: size, ...columns } = await readSealedColumns(database.reader);
  expect(size).toEqual([String(ROWS_IN_BLOCK)]);
  return columns;
}

/** Seals the market as older releases did, which had no blocks: the rows of each table of a ledger as one text. */
async function sealWithoutBlocks(database: Database): Promise<void> {
  const key = database.auditKeys.findOrMake();
  const columns = await oldColumns(database);
  const seals: Record<string, string> = {};
  for (const { id } of await database.reader.selectFrom('tenancies').select('id').execute()) {
    const rows = await readLedgerRows(database.reader, id);
    const valuesOf = (table: (typeof ledgerTables)[number]) =>
      rows[table].map((row: StoredRow) => columns[table]?.map((column) => row[column]));
    const seal = ledgerTables.map((table) => key.seal(JSON.stringify([table, id, valuesOf(table)]))).join('.');
    seals[subjectOfLedger(id)] = seal;
    await sql`update tenancies set seal = ${seal} where id = ${id}`.execute(database.owner);
  }
  const newest = (await entriesOf(database)).at(-1);
  if (!newest) throw new Error('the log is empty');
  const { hash: _, ...entry } = newest;
  const sealed = JSON.stringify({ ...(JSON.parse(entry.sealed || '{}') as object), ...seals });
  const hash = hashEntry({ ...entry, sealed }, key);
  await sql`update audit_log set sealed = ${sealed}, hash = ${hash} where id = ${entry.id}`.execute(database.owner);
  await sql`update audit_head set hash = ${hash}, sealed_columns = ${writeColumns(key, columns)}`.execute(
    database.owner,
  );
}

test('a market that an older release sealed without blocks is verified, sealed in blocks once, and goes on', async () => {
  const office = await openShortLedger();
  const { database } = office.app;
  await sealWithoutBlocks(database);
  expect(await faultsOf(office)).toEqual([]);
  const before = await entriesOf(database);
  expect(await beginSealing(database, CONTEXT(office))).toEqual([]);
  expect(await faultsOf(office)).toEqual([]);
  expect(await beginSealing(database, CONTEXT(office))).toEqual([]);
  const after = await entriesOf(database);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after.slice(before.length).map(({ event_type }) => event_type)).toEqual(['Rows Sealed']);
  expect(await statusOfPayment(office)).toBe(200);
  await office.expectCleanBooks();
});

test('what was changed in such a market before the first start is named, and is not sealed as if it were right', async () => {
  const office = await openShortLedger();
  const { database } = office.app;
  await sealWithoutBlocks(database);
  const log = await entriesOf(database);
  const fault = 'A-1: rows of ledger_entries were changed directly in the database';
  await sql`update ledger_entries set note = 'meddled'`.execute(database.owner);
  expect(await beginSealing(database, CONTEXT(office))).toEqual([fault]);
  expect(await statusOfPayment(office)).toBe(500);
  expect(await faultsOf(office)).toEqual([fault]);
  expect(await entriesOf(database)).toEqual(log);
});

test('a copy that an older release made without blocks is restored, verified and goes on', {
  tags: ['slow'],
}, async () => {
  const office = await openShortLedger();
  await sealWithoutBlocks(office.app.database);
  const copy = makeFile(await textOf(office.app.database, office.app.clock.now()));
  expect(await statusOfPayment(office)).toBe(500);
  const address = await emptyAddress();
  await restoreBackup(address, copy);
  const database = openDatabase(address);
  expect((await verifyMarket(database)).differences).toEqual([]);
  expect(await beginSealing(database, CONTEXT(office))).toEqual([]);
  const server = await openServer(database, office.app.clock, { DATA_DIR: address.dataDir });
  const answer = await server.inject({
    method: 'POST',
    url: '/api/payments/by-shop/A-1',
    payload: { amountPaid: 1, paymentDate: TEST_DAY },
    headers: { authorization: `Bearer ${await office.tokenOf('admin')}`, 'idempotency-key': 'after-the-copy' },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  expect((await verifyMarket(database)).differences).toEqual([]);
});

test('any change of the rows of a ledger changes its seal, in whichever block and however often it was sealed before', async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  await office.pay('A-1', 1, TEST_DAY);
  const { database } = office.app;
  const { id } = await database.reader.selectFrom('tenancies').select('id').executeTakeFirstOrThrow();
  const rows = await readLedgerRows(database.reader, id);
  const [entry] = rows.ledger_entries;
  if (!entry) throw new Error('the ledger has no entry');
  const sealer = new Sealer(database.auditKeys.findOrMake());
  const dice = diceOf(7);
  let list = Array.from({ length: 100 }, (_, at) => ({ ...entry, id: at + 1 }));
  const lists = new Set<string>();
  const seals = new Set<string>();
  const sealOf = (ledger_entries: typeof list) => sealer.sealLedger(1, { ...rows, ledger_entries });
  for (let round = 0; round < 200; round += 1) {
    const at = dice(list.length);
    const row = list[at] ?? entry;
    const changes = [
      () => list.with(at, { ...row, note: `note ${round}` }),
      () => list.toSpliced(at, 1),
      () => [...list, { ...row, id: 1000 + round }],
      () => list.toSpliced(at, 2, list[at + 1] ?? row, row),
    ];
    list = oneOf(dice, changes)();
    const seal = sealOf(list);
    expect(seal).toBe(sealOf(structuredClone(list)));
    lists.add(JSON.stringify(list));
    seals.add(seal);
  }
  expect(seals.size).toBe(lists.size);
});
