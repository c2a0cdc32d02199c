/** @module-tag postgres */
import { readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { expect, onTestFinished, test } from 'vitest';
import { addDays } from '#billing/calendar.ts';
import { type BackupCopy, type BackupElsewhere, backup } from '#contract/backup.ts';
import { openTestApp, TEST_DAY } from '../../testing/app-context.ts';
import { emptyAddress } from '../../testing/backup.ts';
import { recordSignIn, scheduleContextOf } from '../../testing/schedule.ts';
import { openTestBucket } from '../../testing/test-bucket.ts';
import { runSchedule, sendDueCopy } from '../schedule/start-schedule.ts';
import { checkBackup } from './check-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const TIMEOUTS = { pausesMs: [1], idleMs: 30_000, totalMs: 60_000 };
const DAY_MS = 24 * 60 * 60 * 1000;

/** Opens a market with a copy here and in a bucket, both with the names that releases before 0.4 wrote. */
async function openOldMarket() {
  const bucket = await openTestBucket();
  onTestFinished(() => bucket.close());
  const recipient = await identityToRecipient(await generateIdentity());
  const settings = { ...bucket.environment, BACKUP_RECIPIENTS: recipient };
  const app = await openTestApp(settings);
  onTestFinished(() => app.close());
  const { database, clock } = app;
  const world = { ...scheduleContextOf({ app }, settings), timeouts: TIMEOUTS };
  await recordSignIn(app, clock.now());
  await runSchedule(world);
  await sendDueCopy(world);
  const folder = path.join(app.dataDir, 'backups');
  const [made = ''] = readdirSync(folder);
  const name = `pola-${TEST_DAY}.sql.gz`;
  renameSync(path.join(folder, made), path.join(folder, name));
  const key = `market/${made}.age`;
  bucket.objects.set(`market/${name}.age`, bucket.objects.get(key) ?? Buffer.alloc(0));
  bucket.objects.delete(key);
  await database.write((tx) => tx.updateTable('backup_copies').set({ name, machine: null }).execute());
  return { app, bucket, folder, name, world };
}

test('a copy with an old name is listed as verified, can be restored, and the next one is stored beside it', {
  tags: ['slow'],
}, async () => {
  const { app, bucket, folder, name, world } = await openOldMarket();
  await runSchedule(world);
  await sendDueCopy(world);
  expect(readdirSync(folder)).toEqual([name]);
  expect([...bucket.objects.keys()]).toEqual([`market/${name}.age`]);
  const listed = (await app.as('superadmin', { url: backup.copies.path })).json<BackupCopy[]>();
  expect(listed).toMatchObject([{ name, is_own: true, proven_at: expect.any(String) }]);
  const state = (await app.as('superadmin', { url: backup.elsewhere.path })).json<BackupElsewhere>();
  expect(state).toMatchObject({ foreign: null, is_late: false, last_at: listed[0]?.made_at });
  const file = path.join(folder, name);
  const { rows } = await checkBackup(file);
  expect(rows).toBe(listed[0]?.rows);
  await restoreBackup(await emptyAddress(), file);

  app.clock.advance(DAY_MS);
  await runSchedule(world);
  await sendDueCopy(world);
  const next = expect.stringContaining(`pola-${addDays(TEST_DAY, 1)}-`);
  expect(readdirSync(folder)).toEqual([name, next]);
  expect([...bucket.objects.keys()]).toEqual([`market/${name}.age`, next]);
});
