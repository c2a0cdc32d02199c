import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { englishOf } from '#contract/messages/message.ts';
import { type Office, proofOf } from '#scripts/demo/run-product.ts';
import { systemClock, today } from '#server/clock.ts';
import { connect, sqliteFile } from '#server/db/connect.ts';
import { storeCopy } from '#server/features/backup/store-copy.ts';
import { inOffice, measureMeanwhile, measureOnCopy, measureTime, runScript, type WaitingWork } from './harness.ts';
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
    const file = path.join(dataDir, 'backups', `pola-${today(systemClock)}.sql.gz`);
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
