import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Instant } from '#billing/calendar.ts';
import { connect, type DatabaseAddress } from '../../db/connect.ts';
import { syncToDisk } from '../../db/sync-to-disk.ts';
import { checkBackup } from './check-backup.ts';
import { copyName } from './copy-name.ts';
import { judgedBy, requireOrigin } from './judge-origin.ts';
import { type CopyVerification, verifyCopy } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

/** The task. It is read as JSON from standard input. */
export interface CopyTask extends DatabaseAddress {
  folder: string;
  at: Instant;
}

/** The result. It is printed as JSON to standard output. */
export interface MadeCopy extends CopyVerification {
  name: string;
  rows: number;
}

/** Runs as a separate process (store-copy.ts). If it fails, it prints the reason and exits with 1. */
async function main(): Promise<void> {
  setPriority(constants.priority.PRIORITY_LOW);
  const task = (await json(process.stdin)) as CopyTask;
  const name = await writeCopy(task);
  const copy = path.join(task.folder, name);
  const checked = await checkBackup(copy);
  const { key } = judgedBy(task);
  requireOrigin(checked, { ...judgedBy(task), trustsUnsigned: key === undefined });
  const proof = await verifyCopy(copy, checked, task.at);
  process.stdout.write(JSON.stringify({ name, rows: checked.rows, ...proof } satisfies MadeCopy));
}

/**
 * Writes the copy to a temporary file, and renames the file when it is complete and synced. Returns the name of the
 * copy.
 */
async function writeCopy(task: CopyTask): Promise<string> {
  const unfinished = path.join(task.folder, `.copy-${process.pid}`);
  const database = connect(task);
  try {
    const file = createWriteStream(unfinished, { mode: 0o600 });
    const name = { of: '' };
    const text = async function* () {
      const { position } = yield* writeBackup(database, task.at);
      name.of = copyName(task.at, position);
    };
    await pipeline(Readable.from(text()), createGzip(), file);
    syncToDisk(unfinished);
    renameSync(unfinished, path.join(task.folder, name.of));
    syncToDisk(task.folder);
    return name.of;
  } finally {
    await database.close();
    rmSync(unfinished, { force: true });
  }
}

try {
  await main();
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : fault);
  process.exitCode = 1;
}
