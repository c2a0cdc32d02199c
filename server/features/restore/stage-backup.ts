import { closeSync, createReadStream, openSync, readSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { RestoreStep } from '#contract/restore.ts';
import { connect, type Database } from '../../db/connect.ts';
import { findHead } from '../audit/queries.ts';
import { badBackup } from '../backup/bad-backup.ts';
import { Bucket } from '../backup/bucket.ts';
import { type Checked, checkBackup } from '../backup/check-backup.ts';
import { decryptWith } from '../backup/encrypt-copy.ts';
import { judgedBy, judgeOrigin, requireOwnName } from '../backup/judge-origin.ts';
import { finishRestored, loadBackup } from '../backup/restore-backup.ts';
import { readLastNumbers } from '../numbers/queries.ts';
import { countRestored, findSecretProbe, listSuperadmins } from './queries.ts';
import { type CheckedBackup, type CheckTask, stagedIn } from './restore-task.ts';

const ENCRYPTED = 'age-encryption.org/';
const OPENED = 'opened';

/** Loads a backup into a database of its own, and returns what it contains. The market is not touched. */
export async function stageBackup(task: CheckTask, onProgress: (step: RestoreStep) => void): Promise<CheckedBackup> {
  const { folder, mostBytes, context } = task;
  const file = await openFile(task, onProgress);
  onProgress({ step: 'checking', done: 0, total: 0 });
  const checked = await checkBackup(file, mostBytes);
  requireOwnName(checked, task.name);
  judgeOrigin(checked, judgedBy(task).key);
  onProgress({ step: 'loading', done: 0, total: 0 });
  const staged = stagedIn(folder);
  await loadBackup(staged, file, checked);
  // The rest of the work needs the room, and the loaded backup is complete.
  for (const name of [file, path.join(folder, task.file)]) rmSync(name, { force: true });
  await finishRestored(staged, context.now);
  const database = connect(staged);
  try {
    return await describe(database, checked);
  } finally {
    await database.close();
  }
}

/** Returns the file of the backup: the uploaded one, or a decrypted one in the folder. */
async function openFile(task: CheckTask, onProgress: (step: RestoreStep) => void): Promise<string> {
  const { folder, file, bucket, identities } = task;
  const opened = path.join(folder, OPENED);
  const { mostBytes } = task;
  if (bucket) {
    onProgress({ step: 'fetching', done: 0, total: 0 });
    await new Bucket(bucket.place).read(bucket.name, (pieces) =>
      decryptWith(pieces, opened, { identities, mostBytes }),
    );
    return opened;
  }
  const sent = path.join(folder, file);
  if (!isEncrypted(sent)) return sent;
  onProgress({ step: 'opening', done: 0, total: statSync(sent).size });
  if (identities.length === 0) throw badBackup('encrypted');
  await decryptWith(createReadStream(sent), opened, { identities, mostBytes });
  return opened;
}

function isEncrypted(file: string): boolean {
  const begin = Buffer.alloc(ENCRYPTED.length);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, begin);
  } finally {
    closeSync(opened);
  }
  return begin.toString('latin1') === ENCRYPTED;
}

async function describe(database: Database, checked: Checked): Promise<CheckedBackup> {
  const { reader, engine } = database;
  const { made, tables, rows, hash, signature } = checked;
  const { probe, secrets } = await findSecretProbe(reader);
  return {
    made_at: made,
    rows,
    signed: { tables, rows, hash, signature },
    counts: await countRestored(reader),
    superadmins: await listSuperadmins(reader),
    keyId: (await findHead(reader))?.key_id ?? '',
    secrets,
    probe,
    numbers: Object.entries(await readLastNumbers(reader, engine)).map(([name, last]) => ({ name, last })),
  };
}
