import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { englishOf } from '#contract/messages/message.ts';
import { type Office, proofOf, startProduct } from '#scripts/demo/run-product.ts';
import { systemClock, today } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { connect, sqliteFile } from '#server/db/connect.ts';
import { listCopyFiles } from '#server/features/backup/copies-here.ts';
import { byTime } from '#server/features/backup/copy-name.ts';
import { storeCopy } from '#server/features/backup/store-copy.ts';
import { sendCopy } from '#server/features/backup/store-elsewhere.ts';
import { openTestBucket } from '#server/testing/test-bucket.ts';
import { inOffice, measureMeanwhile, measureOnCopy, measureTime, runScript, type WaitingWork } from './harness.ts';
import { measureRestoreInBrowser } from './restore-in-browser.ts';
import { fillBenchTickets } from './tickets.ts';

const TICKETS = 1_000_000;
const MEGABYTE = 1024 * 1024;

export function measureBackup(folder: string): Promise<WaitingWork[]> {
  return measureOnCopy(folder, (copy) => {
    fillBenchTickets(copy, TICKETS / 2);
    const measure = async (office: Office) => [
      ...(await measureDownload(office)),
      await measureDailyCopy(copy),
      await measureRestore(copy),
      await measureRestoreInBrowser(newestCopy(copy)),
      ...(await measureBucket(copy)),
    ];
    return inOffice(copy, measure, 'superadmin');
  });
}

async function measureDownload(office: Office): Promise<WaitingWork[]> {
  let bytes = 0;
  const cards = await measureMeanwhile(
    { what: 'the cards, while it is downloaded', targetMs: 100, pauseMs: 5 },
    async () => {
      await office.post('/api/admin/verify', proofOf('superadmin'));
      bytes = await office.fetch('/api/backup/backup');
    },
    () => office.fetch('/api/sanitation/breakdown'),
  );
  const note = `${(bytes / MEGABYTE).toFixed(0)} MB`;
  return [{ what: 'download', ms: cards.longMs, targetMs: 60_000, note }, cards];
}

async function measureDailyCopy(dataDir: string): Promise<WaitingWork> {
  const config = { dataDir, databaseUrl: undefined };
  const database = connect(config);
  const context = { actor: 'bench', now: systemClock.now(), requestId: 'bench' };
  try {
    let note = '';
    const ms = await measureTime(async () => {
      const place = { database, config, clock: systemClock };
      const { summary } = await storeCopy(place, context, { day: today(systemClock), keepDays: 30 });
      note = englishOf(summary);
    });
    return { what: 'copy of a day, written and proven', ms, targetMs: 180_000, note };
  } finally {
    await database.close();
  }
}

async function measureRestore(dataDir: string): Promise<WaitingWork> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-bench-restore-'));
  try {
    const file = newestCopy(dataDir);
    const ms = await measureTime(async () => {
      const { isDone, output } = runScript('restore.ts', folder, file);
      if (!isDone) throw new Error(`nothing was restored: ${output}`);
    });
    const note = `a database of ${(statSync(sqliteFile(folder)).size / MEGABYTE).toFixed(0)} MB`;
    return { what: 'restore of that copy', ms, targetMs: 120_000, note };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function newestCopy(dataDir: string): string {
  const folder = path.join(dataDir, 'backups');
  const newest = listCopyFiles(folder).toSorted(byTime).at(-1);
  if (!newest) throw new Error('there is no copy to restore');
  return path.join(folder, newest.name);
}

/**
 * Sends the day's backup to a bucket on loopback, and measures how long a new machine needs to restore that backup and
 * serve the market.
 */
async function measureBucket(dataDir: string): Promise<WaitingWork[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-bench-bucket-'));
  const bucket = await openTestBucket();
  const identity = await generateIdentity();
  const identityFile = path.join(folder, 'identity.txt');
  writeFileSync(identityFile, identity);
  const settings: Record<string, string> = {
    ...bucket.environment,
    BACKUP_RECIPIENTS: await identityToRecipient(identity),
  };
  const config = readConfig({ ...settings, DATA_DIR: dataDir });
  const database = connect(config);
  try {
    const place = { database, config, clock: systemClock };
    const context = { actor: 'bench', now: systemClock.now(), requestId: 'bench' };
    let note = '';
    const sendMs = await measureTime(async () => {
      note = englishOf((await sendCopy(place, context, { day: today(systemClock), keepDays: 30 })).summary);
    });
    const machine = path.join(folder, 'machine');
    const url = String(settings.BACKUP_BUCKET);
    // Backups do not contain the audit key. It is copied to the new machine first (docs/operating.md, Copy the keys).
    mkdirSync(machine);
    copyFileSync(path.join(dataDir, 'audit-key'), path.join(machine, 'audit-key'));
    const began = performance.now();
    await promisify(execFile)(
      process.execPath,
      [path.resolve(import.meta.dirname, '../scripts/restore.ts'), url, '--nothing-since'],
      { env: { ...process.env, ...settings, BACKUP_IDENTITY_FILE: identityFile, DATA_DIR: machine, DATABASE_URL: '' } },
    );
    const restoreMs = performance.now() - began;
    const product = await startProduct(machine);
    const runningMs = performance.now() - began;
    await product.stop();
    return [
      { what: 'that copy, encrypted, sent and read back', ms: sendMs, targetMs: 60_000, note },
      {
        what: 'bucket to running market',
        ms: runningMs,
        targetMs: 120_000,
        note: `${(restoreMs / 1000).toFixed(1)} s until it is restored`,
      },
    ];
  } finally {
    await database.close();
    await bucket.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
