import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Decrypter, Encrypter } from 'age-encryption';
import type { BucketPlace } from '../../config.ts';
import { BadBackup, badBackup } from './bad-backup.ts';
import { Bucket, BucketFault, type SentFile, streamOf, type Timeouts } from './bucket.ts';
import { type CopyName, findNewestCopy, readCopyName } from './copy-name.ts';

const PIECE = 256 * 1024;
const MEGABYTE = 1024 * 1024;
const MOST_IDENTITIES = 20;
const ENDING = '.age';

/** Returns the name in the bucket of a copy. */
export function nameElsewhere(name: string): string {
  return name + ENDING;
}

/** `name` is that of the copy before it was encrypted. */
export type CopyElsewhere = CopyName & { bytes: number };

/** Other objects are ignored. */
export async function listElsewhere(bucket: Bucket): Promise<CopyElsewhere[]> {
  return (await bucket.list('pola-')).flatMap(({ name, bytes }) => {
    const copy = name.endsWith(ENDING) ? readCopyName(name.slice(0, -ENDING.length)) : undefined;
    return copy === undefined ? [] : [{ ...copy, bytes }];
  });
}

/** Encrypts a file to the public keys, and returns the size and hash of the encrypted one. */
export async function encryptFile(from: string, to: string, recipients: readonly string[]): Promise<SentFile> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  const encrypted = await encrypter.encrypt(streamOf(createReadStream(from, { highWaterMark: PIECE })));
  const hash = createHash('sha256');
  // An MD5 hash protects nothing here: it is what buckets with Object Lock ask for.
  const md5 = createHash('md5');
  let bytes = 0;
  const measure = async function* (pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      hash.update(piece);
      md5.update(piece);
      bytes += piece.length;
      yield piece;
    }
  };
  await pipeline(Readable.from(encrypted), measure, createWriteStream(to, { mode: 0o600 }));
  return { bytes, hash: hash.digest('hex'), md5: md5.digest('hex'), place: to };
}

/** Throws BadBackup if no identity decrypts them, or if they were altered or truncated. */
export async function decryptInto(pieces: AsyncIterable<Uint8Array>, to: string, identityFile: string): Promise<void> {
  const identities = identitiesIn(readFileSync(identityFile, 'utf8'));
  if (identities.length === 0 || identities.length > MOST_IDENTITIES)
    throw new BadBackup(`${identityFile} must contain 1 to ${MOST_IDENTITIES} age identities (AGE-SECRET-KEY-...)`);
  try {
    await decrypt(pieces, to, { identities, mostBytes: Number.POSITIVE_INFINITY });
  } catch (fault) {
    throw (
      ofFile(fault) ?? new BadBackup(`the encrypted backup cannot be opened with ${identityFile}: ${reasonOf(fault)}`)
    );
  }
}

interface Decryption {
  identities: readonly string[];
  /** The largest size of the decrypted file. */
  mostBytes: number;
}

/** Like decryptInto, with identities that a person pasted. */
export async function decryptWith(
  pieces: AsyncIterable<Uint8Array>,
  to: string,
  decryption: Decryption,
): Promise<void> {
  try {
    await decrypt(pieces, to, decryption);
  } catch (fault) {
    throw ofFile(fault) ?? badBackup('identity', { reason: reasonOf(fault) });
  }
}

async function decrypt(
  pieces: AsyncIterable<Uint8Array>,
  to: string,
  { identities, mostBytes }: Decryption,
): Promise<void> {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  const opened = await decrypter.decrypt(streamOf(pieces));
  const limit = async function* (parts: AsyncIterable<Uint8Array>) {
    let bytes = 0;
    for await (const part of parts) {
      bytes += part.length;
      if (bytes > mostBytes) throw badBackup('too_large', { megabytes: Math.floor(mostBytes / MEGABYTE) });
      yield part;
    }
  };
  await pipeline(Readable.from(opened), limit, createWriteStream(to, { mode: 0o600 }));
}

/** Returns a fault of the bucket, the disk or the size, which says nothing about the identity. */
function ofFile(fault: unknown): Error | undefined {
  if (fault instanceof BucketFault || fault instanceof BadBackup) return fault;
  return fault instanceof Error && 'syscall' in fault ? fault : undefined;
}

function reasonOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}

/** Returns the identities in a text, which may have other lines. */
export function identitiesIn(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line.startsWith('AGE-SECRET-KEY-'));
}

/**
 * Fetches a backup from a bucket, decrypts it into a folder and returns the file. Without a name, takes the newest one.
 * Throws BadBackup if there is none or it cannot be opened.
 */
export async function fetchCopy(
  { place, name, folder, identityFile }: FetchedCopy,
  timeouts?: Timeouts,
): Promise<{ name: string; file: string }> {
  const bucket = new Bucket(place, timeouts);
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
  const { newest, longer } = findNewestCopy(await listElsewhere(bucket));
  if (newest === undefined) throw new BadBackup('the bucket has no backup there');
  if (longer === undefined) return nameElsewhere(newest.name);
  const counted = ({ name, position }: CopyName) => `${nameElsewhere(name)} (${position?.entry} log entries)`;
  throw new BadBackup(
    `the newest backup there is ${counted(newest)}, but an older one has more: ${counted(longer)}. ` +
      'They are of two machines, or the market was set back. Add the name of the right one to the address',
  );
}
