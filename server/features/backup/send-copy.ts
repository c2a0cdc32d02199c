import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import type { Day, Instant } from '#billing/calendar.ts';
import type { BucketPlace } from '../../config.ts';
import { Bucket, BucketFault, type Patience, type SealedFile } from './bucket.ts';
import { checkBackup } from './check-backup.ts';
import { decryptInto, encryptFile, listElsewhere, nameElsewhere } from './encrypt-copy.ts';
import { type CopyVerification, verifyCopy } from './restore-backup.ts';
import { chooseOldCopies, copyName, SENT_FOLDER } from './store-copy.ts';

/** The task. It is read as JSON from standard input. */
export interface SendTask {
  /** The folder that contains the copy of the day. */
  folder: string;
  day: Day;
  bucket: BucketPlace;
  recipients: readonly string[];
  patience?: Patience;
  /**
   * The file with the age identities that decrypt the copy for a test restore. Without it, the copy is only read back.
   */
  identityFile?: string;
  at: Instant;
  /** Copies of this day and of later days are not deleted. If this is undefined, no copy is deleted. */
  keepFrom?: Day;
}

/** The result. It is printed as JSON to standard output. */
export interface SentCopy {
  bytes: number;
  /** The result of the test restore; null when it was not made. */
  restored: CopyVerification | null;
  deleted: number;
  /** Why older copies could not be deleted; null if there was no failure. */
  left: string | null;
}

/**
 * Stores a copy in a bucket. Runs as a separate process (store-elsewhere.ts). If it fails, it prints the reason to
 * standard error.
 */
async function main(): Promise<void> {
  setPriority(constants.priority.PRIORITY_LOW);
  const task = (await json(process.stdin)) as SendTask;
  const folder = mkdtempSync(path.join(task.folder, SENT_FOLDER));
  try {
    process.stdout.write(JSON.stringify((await send(task, folder)) satisfies SentCopy));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function send(task: SendTask, folder: string): Promise<SentCopy> {
  const { day, recipients, identityFile, keepFrom } = task;
  const bucket = new Bucket(task.bucket, task.patience);
  // The first request is small, so that a wrong access key is reported before the copy is sent.
  await listElsewhere(bucket);
  const name = nameElsewhere(day);
  const place = path.join(folder, name);
  const sealed = await encryptFile(path.join(task.folder, copyName(day)), place, recipients);
  await bucket.put(name, { ...sealed, place });
  const returned = await bucket.read(name, measure);
  if (returned.hash !== sealed.hash) {
    const sizes = `${returned.bytes} bytes instead of ${sealed.bytes}`;
    throw new BucketFault(`the bucket returned other data than it was sent (${sizes})`);
  }
  const listed = await listElsewhere(bucket);
  if (!listed.some((object) => object.name === name && object.bytes === sealed.bytes))
    throw new BucketFault('the list of the bucket does not have the backup that was sent');
  const restored = identityFile === undefined ? null : await restore(place, identityFile, task.at);
  const { bytes } = sealed;
  if (keepFrom === undefined || restored?.isProven === false) return { bytes, restored, deleted: 0, left: null };
  const days = listed.map((object) => object.day);
  return { bytes, restored, ...(await deleteOld(bucket, chooseOldCopies(days, keepFrom))) };
}

async function measure(pieces: AsyncIterable<Uint8Array>): Promise<SealedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, hash: hash.digest('hex') };
}

/** Decrypts and restores the local file, which is identical to the copy in the bucket. */
async function restore(encrypted: string, identityFile: string, at: Instant): Promise<CopyVerification> {
  const copy = `${encrypted}.opened`;
  await decryptInto(createReadStream(encrypted), copy, identityFile);
  return verifyCopy(copy, await checkBackup(copy), at);
}

async function deleteOld(bucket: Bucket, days: readonly Day[]): Promise<Pick<SentCopy, 'deleted' | 'left'>> {
  let deleted = 0;
  try {
    for (const day of days) {
      await bucket.remove(nameElsewhere(day));
      deleted += 1;
    }
    return { deleted, left: null };
  } catch (fault) {
    return { deleted, left: fault instanceof Error ? fault.message : String(fault) };
  }
}

try {
  await main();
} catch (fault) {
  console.error(fault instanceof Error ? fault.message.replaceAll('\n', ' ') : fault);
  process.exitCode = 1;
}
