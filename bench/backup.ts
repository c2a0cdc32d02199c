import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { day } from '#billing/calendar.ts';
import { systemClock, today } from '#server/clock.ts';
import { connect, sqliteFile } from '#server/db/connect.ts';
import { storeCopy } from '#server/features/backup/store-copy.ts';
import { inOffice, onCopy, timeOf, type Waiting } from './books.ts';
import { fillTickets } from './fill-tickets.ts';
import { median, quantile } from './median.ts';
import { type Office, openOffice } from './office.ts';

/** A million tickets on SQLite: how long a backup takes, and whether the others notice. Clock time. */

const TICKETS = 1_000_000;
const MEGABYTE = 1024 * 1024;

/** All figures of the backup, on a copy of a data folder that nobody serves now. */
export async function measureBackup(folder: string): Promise<Waiting[]> {
  const figures = await onCopy(folder, async (copy) => {
    const day0 = await inOffice(copy, async (office) => day(office.today));
    fillTickets(copy, day0, TICKETS / 2);
    const office = await openOffice(copy, 'superadmin');
    try {
      return [...(await measureDownload(office)), await measureCopy(copy), measureRestore(copy)];
    } finally {
      await office.stop();
    }
  });
  for (const { what, ms, targetMs, note } of figures) {
    console.log(`${what.padEnd(44)} ${ms.toFixed(1).padStart(7)} ms (target ${targetMs})  ${note}`);
  }
  return figures;
}

/** A small call again and again, while the whole database is downloaded. */
async function measureDownload(office: Office): Promise<Waiting[]> {
  const isOver = { value: false };
  let bytes = 0;
  const download = timeOf(async () => {
    bytes = await office.fetch('/api/backup/backup');
  }).finally(() => {
    isOver.value = true;
  });
  const waits: number[] = [];
  while (!isOver.value) {
    waits.push(await timeOf(() => office.fetch('/api/sanitation/breakdown')));
    await wait(5);
  }
  const note = `p50 ${median(waits).toFixed(1)}, slowest ${Math.max(...waits).toFixed(1)}; ${waits.length} calls`;
  return [
    { what: 'download', ms: await download, targetMs: 60_000, note: `${(bytes / MEGABYTE).toFixed(0)} MB` },
    { what: 'the cards, while it is downloaded, p95', ms: quantile(waits, 0.95), targetMs: 100, note },
  ];
}

/** The copy of a day with its proof, beside the server. */
async function measureCopy(dataDir: string): Promise<Waiting> {
  const database = connect({ databaseUrl: undefined, dataDir });
  const config = { dataDir, databaseUrl: undefined };
  const context = { actor: 'bench', now: systemClock.now(), requestId: 'bench' };
  try {
    let summary = '';
    const ms = await timeOf(async () => {
      const place = { database, config, clock: systemClock };
      ({ summary } = await storeCopy(place, context, { day: today(systemClock), keepDays: 30 }));
    });
    return { what: 'copy of a day, written and proven', ms, targetMs: 180_000, note: summary };
  } finally {
    await database.close();
  }
}

/** The whole command, as somebody types it after a disaster. */
function measureRestore(dataDir: string): Waiting {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-bench-restore-'));
  try {
    const began = performance.now();
    const script = path.resolve(import.meta.dirname, '../scripts/restore.ts');
    const file = path.join(dataDir, 'backups', `pola-${today(systemClock)}.sql.gz`);
    const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '' };
    const { status, stderr } = spawnSync(process.execPath, [script, file], { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`nothing was restored: ${stderr}`);
    const ms = performance.now() - began;
    const note = `a database of ${(statSync(sqliteFile(folder)).size / MEGABYTE).toFixed(0)} MB`;
    return { what: 'restore of that copy', ms, targetMs: 120_000, note };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
