import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import type { Day, Instant } from '#billing/calendar.ts';
import type { BucketPlace } from '../../config.ts';
import { connect, type DatabaseAddress } from '../../db/connect.ts';
import { Bucket, BucketFault, type SealedFile, type Timeouts } from './bucket.ts';
import { checkBackup } from './check-backup.ts';
import { chooseOldCopies } from './choose-old-copies.ts';
import { byTime, type CopyName, timeInName } from './copy-name.ts';
import { type CopyElsewhere, decryptInto, encryptFile, listElsewhere, nameElsewhere } from './encrypt-copy.ts';
import { judgedBy, judgeOrigin, requireOwnName } from './judge-origin.ts';
import { foreignOf, isProven, type RelatedCopy, relateCopies } from './relate-copies.ts';
import { type CopyVerification, verifyCopy } from './restore-backup.ts';
import { SENT_FOLDER } from './store-copy.ts';

/** The task. It is read as JSON from standard input. */
export interface SendTask extends DatabaseAddress {
  folder: string;
  name: string;
  bucket: BucketPlace;
  recipients: readonly string[];
  timeouts?: Timeouts;
  /**
   * The file with the age identities that decrypt the copy for a test restore. Without it, the copy is only read back.
   */
  identityFile?: string;
  at: Instant;
  /** Copies of this day and of later days are not deleted. If this is undefined, no copy is deleted. */
  keepFrom?: Day;
  /** Copies of another log up to this time do not stop sending, because a person accepted that they are there. */
  acceptedUntil?: Instant;
}

/** The copies in the bucket of another log, because of which nothing was sent. */
export interface ForeignCopies {
  count: number;
  /** The name of the newest one in the bucket. */
  newest: string;
}

/** The result. It is printed as JSON to standard output. */
export interface SentCopy {
  /** Undefined unless nothing was sent. */
  foreign?: ForeignCopies;
  bytes: number;
  /** The result of the test restore; null when it was not made. */
  restored: CopyVerification | null;
  deleted: string[];
  /** The older copies that could not be deleted; null if there was no failure. */
  left: LeftCopies | null;
}

interface LeftCopies {
  count: number;
  /** The first of them in the bucket. */
  name: string;
  /** Why that one could not be deleted. */
  reason: string;
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
  const { recipients, identityFile, keepFrom } = task;
  const bucket = new Bucket(task.bucket, task.timeouts);
  // The first request is small, so that a wrong access key is reported before the copy is sent.
  const before = await relate(task, await listElsewhere(bucket));
  const foreign = findUnaccepted(before, task.acceptedUntil);
  if (foreign) return { foreign, bytes: 0, restored: null, deleted: [], left: null };
  const name = nameElsewhere(task.name);
  const place = path.join(folder, name);
  const sealed = await encryptFile(path.join(task.folder, task.name), place, recipients);
  await bucket.put(name, sealed);
  const returned = await bucket.read(name, measure);
  if (returned.hash !== sealed.hash) {
    const sizes = `${returned.bytes} bytes instead of ${sealed.bytes}`;
    throw new BucketFault(`the bucket returned other data than it was sent (${sizes})`);
  }
  const listed = await listElsewhere(bucket);
  if (!listed.some((copy) => copy.name === task.name && copy.bytes === sealed.bytes))
    throw new BucketFault('the list of the bucket does not have the backup that was sent');
  const restored = identityFile === undefined ? null : await restore(place, identityFile, task);
  const { bytes } = sealed;
  if (keepFrom === undefined || restored?.isProven === false) return { bytes, restored, deleted: [], left: null };
  const own = (await relate(task, listed)).filter(({ relation }) => relation === 'own');
  const judged = own.map((copy) => ({ ...copy, isBad: copy.name !== task.name && wasBad(copy) }));
  return { bytes, restored, ...(await deleteOld(bucket, chooseOldCopies(judged, keepFrom))) };
}

async function relate(task: SendTask, copies: readonly CopyElsewhere[]): Promise<RelatedCopy<CopyElsewhere>[]> {
  const database = connect(task);
  try {
    return await relateCopies(database.reader, copies);
  } finally {
    await database.close();
  }
}

function findUnaccepted(copies: readonly RelatedCopy[], until: Instant | undefined): ForeignCopies | undefined {
  const foreign = foreignOf(copies).filter((copy) => until === undefined || timeInName(copy) > until);
  const newest = foreign.toSorted(byTime).at(-1);
  return newest && { count: foreign.length, newest: nameElsewhere(newest.name) };
}

/** Returns true unless the test restore was identical and the copy was read back from the bucket. */
function wasBad(copy: RelatedCopy): boolean {
  return !isProven(copy) || (copy.row?.elsewhere_at ?? null) === null;
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
async function restore(encrypted: string, identityFile: string, task: SendTask): Promise<CopyVerification> {
  const copy = `${encrypted}.opened`;
  await decryptInto(createReadStream(encrypted), copy, identityFile);
  const checked = await checkBackup(copy);
  judgeOrigin(checked, judgedBy(task).key);
  requireOwnName(checked, task.name);
  return verifyCopy(copy, checked, task.at);
}

/**
 * Deletes old copies. One that is refused, because it is locked for example, stops no other. A service that does not
 * answer ends the attempt, because each request then takes long.
 */
async function deleteOld(bucket: Bucket, old: readonly CopyName[]): Promise<Pick<SentCopy, 'deleted' | 'left'>> {
  const deleted: string[] = [];
  let first: Omit<LeftCopies, 'count'> | undefined;
  for (const { name } of old) {
    try {
      await bucket.remove(nameElsewhere(name));
      deleted.push(name);
    } catch (fault) {
      first ??= { name: nameElsewhere(name), reason: fault instanceof Error ? fault.message : String(fault) };
      if (!(fault instanceof BucketFault) || fault.isPassing) break;
    }
  }
  return { deleted, left: first ? { count: old.length - deleted.length, ...first } : null };
}

try {
  await main();
} catch (fault) {
  console.error(fault instanceof Error ? fault.message.replaceAll('\n', ' ') : fault);
  process.exitCode = 1;
}
