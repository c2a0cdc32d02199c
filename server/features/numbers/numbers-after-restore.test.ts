/** @module-tag postgres */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { instantOf } from '#billing/calendar.ts';
import { gate } from '#contract/gate.ts';
import { invoices } from '#contract/invoices.ts';
import { payments } from '#contract/payments.ts';
import { tax } from '#contract/tax.ts';
import { sanitationTickets } from '#contract/tickets.ts';
import type { Database, DatabaseAddress } from '../../db/connect.ts';
import { AuditKeyring } from '../../db/seal/audit-key.ts';
import type { LastNumbers } from '../../db/storage/issued-numbers.ts';
import { emptyAddress, makeFile, openDatabase, textOf } from '../../testing/backup.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';
import { TAX_SETUP } from '../../testing/tax-setup.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { verifyLedgers } from '../ledger/verify-ledgers.ts';
import { compareSums } from '../tickets/compare-sums.ts';
import { continueNumbers } from './continue-numbers.ts';
import { planNumbers } from './plan-numbers.ts';
import { readLastNumbers } from './queries.ts';

const DAY = '2026-11-20';
const FILE = 'issued-numbers';
const CONTEXT = { actor: 'start', now: instantOf(Date.parse('2026-11-21T03:00:00.000Z')), requestId: 'start' };
const UNSAID = { used: {}, isNewest: false, ask: undefined };

async function openMarket(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo(DAY);
  await office.let('A-1');
  await office.ask(tax.setSetup, { role: 'superadmin', body: { ...TAX_SETUP, plain_numbers: 'serial' } });
  return office;
}

async function work(office: TestOffice, month: string): Promise<void> {
  await office.generate('A-1', month);
  await office.pay('A-1', 100, DAY);
  await office.ask(sanitationTickets.issue, { body: { price: 20 } });
  await office.ask(gate.addDevice, {});
}

const numbersIn = ({ reader, engine }: Database) => readLastNumbers(reader, engine);

interface Restored {
  address: DatabaseAddress;
  copied: LastNumbers;
  newest: LastNumbers;
  file: string;
}

async function restoreOlder(): Promise<Restored> {
  const office = await openMarket();
  const { database, dataDir, clock } = office.app;
  await work(office, '2026-10');
  const copied = await numbersIn(database);
  const text = await textOf(database, clock.now());
  await work(office, '2026-11');
  const address = await emptyAddress();
  await restoreBackup(address, makeFile(text));
  return { address, copied, newest: await numbersIn(database), file: path.join(dataDir, FILE) };
}

async function start(address: DatabaseAddress): Promise<{ database: Database; skipped: string[] }> {
  const database = openDatabase(address);
  const skipped = await continueNumbers(database, CONTEXT);
  return { database, skipped: skipped.map(({ name, from, to }) => `${name} ${from} ${to}`) };
}

test('a file that a power failure left empty prevents no start', async () => {
  const office = await openMarket();
  const { database, dataDir } = office.app;
  await work(office, '2026-10');
  writeFileSync(path.join(dataDir, FILE), '');
  const again = { ...database, auditKeys: new AuditKeyring({ dataDir }) };
  expect(await continueNumbers(again, CONTEXT)).toEqual([]);
  expect(JSON.parse(readFileSync(path.join(dataDir, FILE), 'utf8')).last).toMatchObject({ receipt: 2, 'tax:POLA': 1 });
});

test('each number given out is in the file before its answer, and none of a preview', async () => {
  const office = await openMarket();
  await work(office, '2026-10');
  const { database, dataDir } = office.app;
  const read = () => JSON.parse(readFileSync(path.join(dataDir, FILE), 'utf8')).last;
  expect(read()).toEqual({ receipt: 2, T20: 1, 'gate-phone': 1, 'tax:POLA': 1 });
  const body = { amountPaid: 100, paymentDate: DAY };
  await office.ask(payments.byShop, { params: { shopId: 'A-1' }, query: { dry_run: 'true' }, body });
  expect(read()).toMatchObject({ receipt: 2 });
  expect(await numbersIn(database)).toMatchObject(read());
});

test('a market restored from an older copy beside its file continues after the last numbers given out', {
  tags: ['slow'],
}, async () => {
  const { address, copied, newest, file } = await restoreOlder();
  expect([copied, newest].map((each) => each['tax:POLA'])).toEqual([1, 2]);
  copyFileSync(file, path.join(address.dataDir, FILE));
  const lines = await planNumbers(address, UNSAID);
  expect(lines[0]).toBe(
    'The last numbers of the copy: receipt 2, vehicle-ticket 0, gate-phone 1, T20 1, T100 0, tax:POLA 1.',
  );
  expect(lines[1]).toContain('receipt 4');
  const { database, skipped } = await start(address);
  expect(new Set(skipped)).toEqual(new Set(['T20 1 2', 'gate-phone 1 2', 'receipt 2 4', 'tax:POLA 1 2']));
  expect(await numbersIn(database)).toEqual(newest);
  const entry = database.reader.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1);
  expect(await entry.executeTakeFirstOrThrow()).toMatchObject({
    event_type: 'Numbers Skipped',
    user_actioned: 'start',
    old_value: expect.stringContaining('receipt 2'),
    new_value: expect.stringContaining('receipt 4'),
  });
  expect((await verifyLedgers(database)).differences).toEqual([]);
  expect((await compareSums(database)).differences).toEqual([]);
  expect((await start(address)).skipped).toEqual([]);
});

test('where nothing is known, numbers continue a thousand later, and serials of units without a number too', {
  tags: ['slow'],
}, async () => {
  const { address, copied } = await restoreOlder();
  await planNumbers(address, UNSAID);
  const { database } = await start(address);
  expect(await numbersIn(database)).toEqual({
    receipt: 1002,
    'vehicle-ticket': 1000,
    'gate-phone': 21,
    T20: 1001,
    T100: 1000,
    'tax:POLA': 1001,
    'tax:POLACN': 1000,
    'tax:POLADN': 1000,
  });
  expect(copied.receipt).toBe(2);
  expect((await compareSums(database)).differences).toEqual([]);
  expect((await start(address)).skipped).toEqual([]);
});

test('what somebody says was used is continued exactly, and a copy of which nothing followed skips nothing', {
  tags: ['slow'],
}, async () => {
  const one = await restoreOlder();
  await planNumbers(one.address, { ...UNSAID, used: { receipt: 7, 'tax:POLA': 5 } });
  expect(await numbersIn((await start(one.address)).database)).toMatchObject({ receipt: 7, T20: 1001, 'tax:POLA': 5 });
  const other = await restoreOlder();
  await planNumbers(other.address, { ...UNSAID, isNewest: true });
  expect((await start(other.address)).skipped).toEqual([]);
});

test('a person is asked for each number, and again after one below the copy', { tags: ['slow'] }, async () => {
  const { address } = await restoreOlder();
  const answers = ['1', 'many', '9', '', '3', '8', '', '2'];
  const asked: string[] = [];
  const ask = async (question: string) => {
    asked.push(question);
    return answers.shift() ?? '';
  };
  await planNumbers(address, { ...UNSAID, ask });
  expect(asked[2]).toBe('Last receipt that was used (2 in the copy; Enter if unknown): ');
  expect(await numbersIn((await start(address)).database)).toMatchObject({
    receipt: 9,
    'vehicle-ticket': 1000,
    'gate-phone': 3,
    T20: 8,
    T100: 1000,
    'tax:POLA': 2,
  });
});

test('while a serial cannot be written to the data folder no further one is drawn, and then they go on', async () => {
  const office = await openMarket();
  const { dataDir, database } = office.app;
  await work(office, '2026-10');
  const isMade = (month: string) =>
    office
      .tell(invoices.generate, { body: { shop_id: 'A-1', month_year: month } })
      .then(({ statusCode }) => statusCode);
  const unfinished = path.join(dataDir, `${FILE}.${process.pid}`);
  mkdirSync(unfinished);
  expect(await isMade('2026-11')).toBe(201);
  expect(await isMade('2026-12')).toBe(503);
  rmSync(unfinished, { recursive: true });
  expect(await isMade('2026-12')).toBe(201);
  expect(JSON.parse(readFileSync(path.join(dataDir, FILE), 'utf8')).last).toMatchObject({
    'tax:POLA': (await numbersIn(database))['tax:POLA'],
  });
});
