import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Decrypter, Encrypter } from 'age-encryption';
import type { Day } from '#billing/calendar.ts';
import type { BucketPlace } from '../../config.ts';
import { Bucket, BucketFault, type BucketObject, type Patience, type SealedFile, streamOf } from './bucket.ts';
import { BadBackup } from './check-backup.ts';
import { copyName, dayIn } from './store-copy.ts';

const PIECE = 256 * 1024;
const MOST_IDENTITIES = 20;
const ENDING = '.age';

export function nameElsewhere(day: Day): string {
  return copyName(day) + ENDING;
}

/** Returns the backups in the bucket, each with its day. Other objects are ignored. */
export async function listElsewhere(bucket: Bucket): Promise<(BucketObject & { day: Day })[]> {
  return (await bucket.list('pola-')).flatMap((object) => {
    const day = object.name.endsWith(ENDING) ? dayIn(object.name.slice(0, -ENDING.length)) : undefined;
    return day === undefined ? [] : [{ ...object, day }];
  });
}

/** Encrypts a file to the public keys, and returns the size and hash of the encrypted one. */
export async function encryptFile(from: string, to: string, recipients: readonly string[]): Promise<SealedFile> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  const encrypted = await encrypter.encrypt(streamOf(createReadStream(from, { highWaterMark: PIECE })));
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = async function* (pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
  };
  await pipeline(Readable.from(encrypted), measure, createWriteStream(to, { mode: 0o600 }));
  return { bytes, hash: hash.digest('hex') };
}

/**
 * Decrypts the pieces into a file. Throws BadBackup if no identity decrypts them, or if they were altered or truncated.
 */
export async function decryptInto(pieces: AsyncIterable<Uint8Array>, to: string, identityFile: string): Promise<void> {
  const decrypter = new Decrypter();
  for (const identity of readIdentities(identityFile)) decrypter.addIdentity(identity);
  try {
    const opened = await decrypter.decrypt(streamOf(pieces));
    await pipeline(Readable.from(opened), createWriteStream(to, { mode: 0o600 }));
  } catch (fault) {
    if (fault instanceof BucketFault || (fault instanceof Error && 'syscall' in fault)) throw fault;
    const reason = fault instanceof Error ? fault.message : String(fault);
    throw new BadBackup(`the encrypted backup cannot be opened with ${identityFile}: ${reason}`);
  }
}

function readIdentities(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const identities = lines.map((line) => line.trim()).filter((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (identities.length > 0 && identities.length <= MOST_IDENTITIES) return identities;
  throw new BadBackup(`${file} must contain 1 to ${MOST_IDENTITIES} age identities (AGE-SECRET-KEY-...)`);
}

/**
 * Fetches a backup from a bucket, decrypts it into a folder and returns the file. Without a name, takes the newest one.
 * Throws BadBackup if there is none or it cannot be opened.
 */
export async function fetchCopy(
  { place, name, folder, identityFile }: FetchedCopy,
  patience?: Patience,
): Promise<{ name: string; file: string }> {
  const bucket = new Bucket(place, patience);
  const chosen = name ?? (await findNewest(bucket));
  const file = path.join(folder, 'fetched.sql.gz');
  await bucket.read(chosen, (pieces) => decryptInto(pieces, file, identityFile));
  return { name: chosen, file };
}

interface FetchedCopy {
  place: BucketPlace;
  name: string | undefined;
  folder: string;
  identityFile: string;
}

async function findNewest(bucket: Bucket): Promise<string> {
  const days = (await listElsewhere(bucket)).map(({ day }) => day);
  const newest = days.toSorted((one, other) => one.localeCompare(other)).at(-1);
  if (newest === undefined) throw new BadBackup('the bucket has no backup there');
  return nameElsewhere(newest);
}
