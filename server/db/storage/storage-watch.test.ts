/** @module-tag sqlite-only */
import { copyFileSync, mkdtempSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { day } from '#billing/calendar.ts';
import { ledger } from '#contract/ledger.ts';
import { payments } from '#contract/payments.ts';
import { storeCopy } from '../../features/backup/store-copy.ts';
import { release } from '../../release.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';
import { connect, sqliteFile } from '../connect.ts';
import { watchStorage } from './storage-watch.ts';

const DAY = '2026-11-20';
const PAYMENT = { params: { shopId: 'A-1' }, body: { amountPaid: 200, paymentDate: DAY } };

async function openMarket(): Promise<TestOffice & { file: string }> {
  const office = await openTestOffice();
  office.goTo(DAY);
  await office.let('A-1');
  await office.pay('A-1', 100, DAY);
  return { ...office, file: sqliteFile(office.app.dataDir) };
}

const readiness = async ({ app }: TestOffice) => {
  const { statusCode, body } = await app.send({ url: '/readyz' });
  return { statusCode, ...JSON.parse(body) };
};

const faults: [string, RegExp, (file: string) => void][] = [
  ['the log is removed', /pola\.db-wal was removed/, (file) => rmSync(`${file}-wal`)],
  ['the database is removed', /pola\.db was removed/, (file) => rmSync(file)],
  [
    'the database is replaced by a copy',
    /pola\.db was replaced/,
    (file) => {
      copyFileSync(file, `${file}.copy`);
      renameSync(`${file}.copy`, file);
    },
  ],
  ['the log is cut off', /pola\.db-wal was cut off/, (file) => truncateSync(`${file}-wal`, 100)],
];

test.each(faults)('%s under a running server: no write is taken, and readiness says why', async (_, reason, harm) => {
  const office = await openMarket();
  expect(await readiness(office)).toMatchObject({ statusCode: 200, writes: 'taken' });
  harm(office.file);
  await office.refused(payments.byShop, PAYMENT, 'not_ready');
  expect(await readiness(office)).toEqual({
    statusCode: 503,
    status: 'not ready',
    writes: 'refused',
    reason: expect.stringMatching(reason),
    release,
  });
  const { app } = office;
  const place = { database: app.database, config: { dataDir: app.dataDir, databaseUrl: undefined }, clock: app.clock };
  const context = { actor: 'schedule', now: app.clock.now(), requestId: 'copy' };
  await expect(storeCopy(place, context, { day: day(DAY), keepDays: undefined })).rejects.toThrow(reason);
  await expect(app.database.openSnapshot()).rejects.toThrow(reason);
});

test('a payment that was only in a removed log is in the database file before the process is killed', async () => {
  const office = await openMarket();
  rmSync(`${office.file}-wal`);
  await office.refused(payments.byShop, PAYMENT, 'not_ready');
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-after-kill-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  copyFileSync(office.file, sqliteFile(folder));
  const found = connect({ databaseUrl: undefined, dataDir: folder });
  onTestFinished(() => found.close());
  const paid = found.reader.selectFrom('ledger_entries').select('cents').where('kind', '=', 'payment');
  expect(await paid.execute()).toEqual([{ cents: 10_000 }]);
});

test('files that were moved away and put back are the same ones: writes continue', async () => {
  const office = await openMarket();
  renameSync(office.file, `${office.file}.away`);
  await office.refused(payments.byShop, PAYMENT, 'not_ready');
  renameSync(`${office.file}.away`, office.file);
  await office.pay('A-1', 300, DAY);
  expect((await office.ask(ledger.verify, {})).differences).toEqual([]);
});

test('the files are looked at each minute, also when nobody writes', () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let fault: string | undefined;
  const reported: string[] = [];
  const stop = watchStorage({ storageFault: () => fault }, (found) => reported.push(found));
  vi.advanceTimersByTime(60_000);
  fault = 'removed';
  vi.advanceTimersByTime(119_999);
  expect(reported).toEqual(['removed']);
  vi.advanceTimersByTime(1);
  expect(reported).toEqual(['removed', 'removed']);
  stop();
  vi.advanceTimersByTime(600_000);
  expect(reported).toHaveLength(2);
});
