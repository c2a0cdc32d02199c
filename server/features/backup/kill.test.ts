/** @module-tag sqlite-only */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { dayOf } from '#billing/calendar.ts';
import { backup } from '#contract/backup.ts';
import { ledger } from '#contract/ledger.ts';
import { englishOf } from '#contract/messages/message.ts';
import { payments } from '#contract/payments.ts';
import { shops } from '#contract/shops.ts';
import { tenants } from '#contract/tenants.ts';
import { systemClock } from '../../clock.ts';
import type { Database } from '../../db/connect.ts';
import { START } from '../../testing/accounts.ts';
import { openTestApp, TEST_DAY } from '../../testing/app-context.ts';
import { emptyAddress, makeFile, openDatabase } from '../../testing/backup.ts';
import { TERMS } from '../../testing/office.ts';
import { startProcess } from '../../testing/process.ts';
import { emptyMarket, RealServer } from '../../testing/real-server.ts';
import { makeServerCopy, type ServerCopy } from '../../testing/server-copy.ts';
import { checkBackup } from './check-backup.ts';
import type { CopyTask } from './make-copy.ts';
import { restoreBackup } from './restore-backup.ts';
import { storeCopy } from './store-copy.ts';

let tree: ServerCopy;
beforeAll(() => {
  tree = makeServerCopy();
});
afterAll(() => tree.remove());

/** Fills the database with 20 MB, so that a kill hits the middle of a copy. */
async function fill(database: Database): Promise<void> {
  const rows = Array.from({ length: 1000 }, (_, index) => ({
    subject: `filling ${index} ${'x'.repeat(20_000)}`,
    window_start: START,
    tries: 1,
  }));
  await database.write((tx) => tx.insertInto('rate_limits').values(rows).execute());
}

const isWriting = (folder: string) => readdirSync(folder).some((file) => file.startsWith('.copy-'));
const copiesIn = (folder: string) => readdirSync(folder).filter((file) => file.startsWith('pola-'));
const isProving = (folder: string) => readdirSync(folder).some((file) => file.startsWith('.proof-'));

test('a daily copy that is killed while it is written or verified leaves a complete copy of the day, and the next one is made', {
  tags: ['slow'],
}, async () => {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  const { database, dataDir, databaseUrl, clock } = app;
  await fill(database);
  const folder = path.join(dataDir, 'backups');
  const context = () => ({ actor: 'schedule', now: clock.now(), requestId: 'daily-copy' });
  const keep = () =>
    storeCopy({ database, config: { dataDir, databaseUrl }, clock }, context(), { day: TEST_DAY, keepDays: 30 });
  await keep();
  const [name = ''] = copiesIn(folder);
  const copy = path.join(folder, name);
  const first = readFileSync(copy);
  await database.write((tx) => tx.deleteFrom('rate_limits').where('subject', 'like', 'filling 9%').execute());

  /**
   * Kills a process while it makes a copy. On a busy machine the process may finish before the test notices its work.
   * The test then tries again with another process.
   */
  const killWhen = async (isUnderWay: () => boolean) => {
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const maker = startProcess(['server/features/backup/make-copy.ts']);
      maker.type(JSON.stringify({ databaseUrl, dataDir, folder, at: clock.now() } satisfies CopyTask));
      maker.endInput();
      let hasEnded = false;
      void maker.ended.then(() => {
        hasEnded = true;
      });
      while (!(hasEnded || isUnderWay())) await wait(1);
      maker.kill('SIGKILL');
      if ((await maker.ended) === 'SIGKILL') return;
    }
    throw new Error('ten copies were over before they were seen under way');
  };
  await killWhen(() => isWriting(folder));
  expect(isWriting(folder)).toBe(true);
  expect(copiesIn(folder)).toEqual([name]);
  clock.advance(1000);
  await killWhen(() => isProving(folder));
  const [, second = ''] = copiesIn(folder);
  expect((await checkBackup(path.join(folder, second))).rows).toBeGreaterThan(800);
  expect(readFileSync(copy).equals(first)).toBe(true);

  clock.advance(1000);
  expect(englishOf((await keep()).summary)).toMatch(/ rows, identical to the database\. 1 older backup deleted\.$/);
  // The copy that was not verified is deleted later: it counts as no good copy.
  expect(readdirSync(folder)).toEqual([second, expect.stringMatching(/^pola-/)]);
});

const DOWNLOAD = 'a server that is killed during a download has lost no payment, and the part is not a valid backup';
test(DOWNLOAD, { tags: ['slow'] }, () => killDuringDownloads(2));
test(`${DOWNLOAD} (8)`, { tags: ['nightly'] }, () => killDuringDownloads(8));

async function killDuringDownloads(kills: number): Promise<void> {
  const environment = await emptyMarket();
  let server = await RealServer.open(tree, environment);
  await fill(openDatabase({ dataDir: environment.DATA_DIR ?? '', databaseUrl: environment.DATABASE_URL }));
  expect((await server.send('POST', shops.add.path, { ...TERMS, shop_id: 'A-1' })).status).toBe(201);
  const tenant = { name: 'Nimal', contact: '000', address: 'Dambulla', email: 'nimal@example.com', shop_id: 'A-1' };
  expect((await server.send('POST', tenants.add.path, tenant)).status).toBe(201);
  for (let round = 1; round <= kills; round += 1) {
    const received: Uint8Array[] = [];
    const download = await server.open(backup.download.path);
    const reading = async () => {
      for await (const part of download.body ?? []) {
        received.push(part);
        if (received.length === 1) await take(server, round);
        if (received.length === round) await server.kill();
      }
    };
    await expect(reading()).rejects.toThrow('terminated');
    const address = await emptyAddress();
    await expect(restoreBackup(address, makeFile(Buffer.concat(received)))).rejects.toThrow('the file is truncated');
    server = await RealServer.open(tree, environment, server.token);
    expect(await amountsTaken(server)).toEqual(Array.from({ length: round }, (_, index) => index + 1));
  }
  const whole = await (await server.open(backup.download.path)).text();
  await restoreBackup(await emptyAddress(), makeFile(whole));
  const verdict = ledger.verify.answer.parse((await server.send('GET', ledger.verify.path)).body);
  expect(verdict).toMatchObject({ is_clean: true, differences: [] });
}

async function take(server: RealServer, round: number): Promise<void> {
  const body = { amountPaid: round, paymentDate: dayOf(systemClock.now()) };
  const { status } = await server.send('POST', '/api/payments/by-shop/A-1', body, `payment-${round}`);
  expect(status).toBe(200);
}

async function amountsTaken(server: RealServer): Promise<number[]> {
  const listed = payments.list.answer.parse((await server.send('GET', payments.list.path)).body);
  return listed.payments.map(({ amount_paid }) => amount_paid).toSorted((a, b) => a - b);
}
