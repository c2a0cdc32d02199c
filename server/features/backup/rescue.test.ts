/** @module-tag postgres */

import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { expect, onTestFinished, test } from 'vitest';
import { addDays, dayOf, type Instant } from '#billing/calendar.ts';
import { type BackupCopy, type BackupElsewhere, backup } from '#contract/backup.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { openTestApp, TEST_DAY, type TestApp } from '../../testing/app-context.ts';
import { emptyAddress, openDatabase } from '../../testing/backup.ts';
import { keepOldCopies } from '../../testing/old-copies.ts';
import { recordSignIn, scheduleContextOf } from '../../testing/schedule.ts';
import { openTestBucket } from '../../testing/test-bucket.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { runSchedule, sendDueCopy } from '../schedule/start-schedule.ts';
import { copyName, positionOf, readCopyName } from './copy-name.ts';
import { fetchCopy } from './encrypt-copy.ts';
import { restoreBackup } from './restore-backup.ts';
import { storeCopy } from './store-copy.ts';
import { findForeign, sendCopy } from './store-elsewhere.ts';

const TIMEOUTS = { pausesMs: [1], idleMs: 30_000, totalMs: 60_000 };
const DAY_MS = 24 * 60 * 60 * 1000;

async function openMachine(settings: Record<string, string>) {
  const app = await openTestApp(settings);
  onTestFinished(() => app.close());
  const { database, clock } = app;
  const { config } = scheduleContextOf({ app }, settings);
  const folder = path.join(app.dataDir, 'backups');
  const context = () => ({ actor: 'schedule', now: clock.now(), requestId: 'copy' });
  const night = { day: TEST_DAY, keepDays: 1 };
  const place = { database, config, clock, timeouts: TIMEOUTS };
  return {
    app,
    folder,
    store: () => storeCopy(place, context(), { ...night, day: dayOf(clock.now()) }),
    send: () => sendCopy(place, context(), { ...night, day: dayOf(clock.now()) }),
    work: (entries: number) => write(app, entries, settings.NAME),
    state: async (): Promise<BackupElsewhere> =>
      (await app.as('superadmin', { url: backup.elsewhere.path })).json<BackupElsewhere>(),
    copies: async (): Promise<BackupCopy[]> =>
      (await app.as('superadmin', { url: backup.copies.path })).json<BackupCopy[]>(),
  };
}

async function write({ database, clock }: TestApp, entries: number, actor = 'clerk'): Promise<void> {
  for (let count = 0; count < entries; count += 1)
    await database.write((tx) =>
      writeAudit(
        tx,
        { actor, now: clock.now(), requestId: `work ${count}` },
        { type: 'Backup Downloaded', description: apiMessage('backup.audit.downloaded') },
      ),
    );
}

async function openBucketFor() {
  const bucket = await openTestBucket();
  onTestFinished(() => bucket.close());
  const recipient = await identityToRecipient(await generateIdentity());
  return { bucket, settings: { ...bucket.environment, BACKUP_RECIPIENTS: recipient } };
}

test('a market restored from an older copy, and a forgotten second machine, replace and delete nothing in the bucket', {
  tags: ['slow'],
}, async () => {
  const { bucket, settings } = await openBucketFor();
  const right = await openMachine(settings);
  const old = await openMachine({ ...settings, NAME: 'forgotten' });
  await right.work(5);
  await right.store();
  await right.send();
  const kept = [...bucket.objects];

  await old.store();
  await expect(old.send()).rejects.toThrow('Nothing was sent. The bucket has 1 backup of another machine');
  await old.work(50);
  await expect(old.send()).rejects.toThrow('Nothing was sent.');
  expect([...bucket.objects]).toEqual(kept);

  const newest = kept[0]?.[0].split('/').at(-1) ?? '';
  expect(await old.state()).toMatchObject({ is_late: true, foreign: { count: 1, newest } });
  const ready = (await old.app.send({ url: '/readyz' })).json();
  expect(ready).toMatchObject({ status: 'ready', backup_elsewhere: { outcome: 'stopped' } });
  expect(JSON.stringify(ready)).not.toContain(newest);

  await right.work(1);
  await right.send();
  expect(await right.state()).toMatchObject({ is_late: false, foreign: null });
});

test('a person lets the restored market store its copies beside the others, which remain for ever', {
  tags: ['slow'],
}, async () => {
  const { bucket, settings } = await openBucketFor();
  const gone = await openMachine(settings);
  const restored = await openMachine({ ...settings, NAME: 'restored' });
  await gone.work(5);
  await gone.store();
  await gone.send();
  const others = [...bucket.objects.keys()];
  await restored.store();
  await expect(restored.send()).rejects.toThrow('Nothing was sent.');
  const accept = (newest: string) =>
    restored.app.as('superadmin', { method: 'POST', url: backup.acceptForeign.path, payload: { newest } });
  expect((await accept('pola-2026-11-12-000000-1-0123456789ab.sql.gz.age')).statusCode).toBe(409);
  const { foreign } = await restored.state();
  expect((await accept(foreign?.newest ?? '')).statusCode).toBe(200);
  for (let day = 1; day <= 10; day += 1) {
    await restored.send();
    restored.app.clock.advance(DAY_MS);
    await restored.work(1);
  }
  expect(await findForeign(restored.app.database.reader)).toBeUndefined();
  expect([...bucket.objects.keys()]).toEqual(expect.arrayContaining(others));

  gone.app.clock.advance(10 * DAY_MS);
  await gone.store();
  const [stranger = ''] = readdirSync(gone.folder).toSorted().reverse();
  bucket.objects.set(`market/${stranger}.age`, Buffer.from('sent by a machine that was forgotten'));
  await expect(restored.send()).rejects.toThrow('Nothing was sent.');
});

test('copies in the folder of another log are listed as such, and never deleted', { tags: ['slow'] }, async () => {
  const market = await openMachine({});
  const { app, folder } = market;
  mkdirSync(folder, { recursive: true });
  const longer = 'pola-2020-01-01-013000-999999-0123456789ab.sql.gz';
  const forked = 'pola-2020-01-02-013000-1-0123456789ab.sql.gz';
  const unknown = 'pola-2020-01-03.sql.gz';
  for (const name of [longer, forked, unknown]) writeFileSync(path.join(folder, name), 'a copy');
  const days = Array.from({ length: 9 }, (_, at) => addDays(TEST_DAY, -at - 1));
  await keepOldCopies(app, days);
  await market.store();
  const left = readdirSync(folder);
  expect(left).toEqual(expect.arrayContaining([longer, forked, unknown]));
  expect(left).toHaveLength(3 + 7);
  const listed = await market.copies();
  expect(listed.filter(({ is_own }) => !is_own).map(({ name }) => name)).toEqual([unknown, forked, longer]);
  expect(listed[0]).toMatchObject({ is_own: true, proven_at: app.clock.now() });
});

test('a copy whose test restore failed never takes the place of a good one when old copies are deleted', {
  tags: ['slow'],
}, async () => {
  const market = await openMachine({});
  const { app, folder } = market;
  const good = Array.from({ length: 8 }, (_, at) => addDays(TEST_DAY, -at - 10));
  const bad = Array.from({ length: 9 }, (_, at) => addDays(TEST_DAY, -at - 1));
  const goodNames = await keepOldCopies(app, good);
  const badNames = await keepOldCopies(app, bad);
  await app.database.write((tx) =>
    tx.updateTable('backup_copies').set({ proven_at: null }).where('name', 'in', badNames).execute(),
  );
  await market.store();
  const left = readdirSync(folder);
  // The newest seven good copies are the new one and six others.
  expect(left).toEqual(expect.arrayContaining(goodNames.slice(0, 6)));
  expect(left).not.toContain(badNames[2]);
});

test('the newest copy with a shorter log than an older one is a question, not the restored one', async () => {
  const { bucket, settings } = await openBucketFor();
  const at = (time: string) => `2026-11-${time}:00.000Z` as Instant;
  const names = [
    copyName(at('10T20:00'), positionOf(1500, 'a'.repeat(64))),
    copyName(at('11T20:00'), positionOf(1200, 'b'.repeat(64))),
  ];
  for (const name of names) bucket.objects.set(`market/${name}.age`, Buffer.from('x'));
  const { config } = scheduleContextOf({ app: await openClosedApp() }, settings);
  const place = config.copiesElsewhere?.bucket;
  if (!place) throw new Error('the market has no bucket');
  const fetching = fetchCopy({ place, name: undefined, folder: '/nowhere', identityFile: '/nowhere/key' }, TIMEOUTS);
  await expect(fetching).rejects.toThrow(
    'the newest backup there is pola-2026-11-12-013000-1200-bbbbbbbbbbbb.sql.gz.age (1200 log entries), but an older one has more: pola-2026-11-11-013000-1500-aaaaaaaaaaaa.sql.gz.age (1500 log entries)',
  );
});

async function openClosedApp(): Promise<TestApp> {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  return app;
}

test('the name of a copy says its time in Colombo and its last log entry; names of older releases are read', () => {
  const position = positionOf(1500, '3f9a0c1d2e4b5566');
  const name = copyName('2026-11-11T20:00:04.000Z' as Instant, position);
  expect(name).toBe('pola-2026-11-12-013004-1500-3f9a0c1d2e4b.sql.gz');
  expect(readCopyName(name)).toEqual({ name, day: '2026-11-12', time: '013004', position });
  const older = 'pola-2026-11-12.sql.gz';
  expect(readCopyName(older)).toEqual({ name: older, day: '2026-11-12', time: undefined, position: undefined });
  for (const other of ['pola-2026-02-30.sql.gz', `${name}.bak`, `my-${name}`, 'pola-2026-11-12-0130-1-3f.sql.gz'])
    expect(readCopyName(other)).toBeUndefined();
});

test('after a move by backup no copy of the former machine is listed or counted, and one is made and sent at once', {
  tags: ['slow'],
}, async () => {
  const { bucket, settings } = await openBucketFor();
  const former = await openMachine(settings);
  await former.store();
  former.app.clock.advance(3 * DAY_MS);
  await former.store();
  const [newest = ''] = readdirSync(former.folder).toSorted().reverse();
  const moved = await openMachine(settings);
  const address = await emptyAddress();
  mkdirSync(address.dataDir, { recursive: true });
  copyFileSync(path.join(former.folder, newest), path.join(address.dataDir, newest));
  await restoreBackup(address, path.join(address.dataDir, newest));
  const database = openDatabase(address);
  const app = { ...moved.app, database, dataDir: address.dataDir };
  app.clock.advance(3 * DAY_MS + 60_000);
  const world = { ...scheduleContextOf({ app }, settings), database, timeouts: TIMEOUTS };
  world.config = { ...world.config, dataDir: address.dataDir, databaseUrl: address.databaseUrl };
  await recordSignIn(app, app.clock.now());
  const folder = path.join(address.dataDir, 'backups');
  expect(existsSync(folder)).toBe(false);
  await runSchedule(world);
  expect(readdirSync(folder)).toEqual([expect.stringContaining(`pola-${dayOf(app.clock.now())}-`)]);
  await sendDueCopy(world);
  expect([...bucket.objects.keys()]).toEqual([`market/${readdirSync(folder)[0]}.age`]);
  app.clock.advance(60_000);
  await runSchedule(world);
  expect(readdirSync(folder)).toHaveLength(1);
});
