import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Instant, isInstant } from '#billing/calendar.ts';
import { BACKUP_END } from '#contract/backup.ts';
import { migrationsUpTo } from '../../db/every-migration.ts';
import { describeRelease } from '../../release.ts';
import { BadBackup, badBackup } from './bad-backup.ts';
import { faultOfBegin, isEdited, NAMING_BYTES } from './name-file.ts';

const MEGABYTE = 1024 * 1024;
const FORMAT = 1;
/** The text is a comment for sqlite3 and psql, so it must contain nothing that ends one, such as a carriage return. */
const FIRST_LINE = /^-- Pola backup, format (\d+), schema ([\w-]+), made (\S+)\. [\x20-\x7e]*\n/;
const LAST_LINE = new RegExp(
  `^${BACKUP_END}(\\d+) tables, (\\d+) rows, SHA-256 of all before this line ([0-9a-f]{64})` +
    '(?:, audit key ([0-9a-f]{12}), MAC ([0-9a-f]{64}))?\\n$',
);
const LONGEST_LINE = 500;
const MOST_SHOWN = 60;
/** A blank line that an editor or a transport added after the last one. */
const BLANK_END = /\n[\r\n\t ]*$/;

interface LastLine {
  tables: number;
  rows: number;
  /** The hash of all bytes before the last line. */
  hash: string;
  /** The audit key that signed the backup (judge-origin.ts); null in backups of 0.3.0 and older. */
  signature: { keyId: string; mac: string } | null;
}

export interface Checked extends LastLine {
  made: Instant;
  /** The hash of all lines except the first and the last. */
  contents: string;
}

export function firstLineOf(newestMigration: string, at: Instant): string {
  return (
    `-- Pola backup, format ${FORMAT}, schema ${newestMigration}, made ${at}. Load it into an empty database with ` +
    'npm run restore -- FILE, or sqlite3 -bail NEW.db < FILE, or psql -v ON_ERROR_STOP=1 -f FILE. ' +
    `Made by ${describeRelease()}.\n`
  );
}

export function lastLineOf({ tables, rows, hash, signature }: LastLine): string {
  const signed = signature ? `, audit key ${signature.keyId}, MAC ${signature.mac}` : '';
  return `${BACKUP_END}${tables} tables, ${rows} rows, SHA-256 of all before this line ${hash}${signed}\n`;
}

/** Returns the newest migration that the first line of a backup names; undefined for another text. */
export function schemaOfFirstLine(text: string): string | undefined {
  return FIRST_LINE.exec(text)?.[2];
}

/**
 * Throws BadBackup if the file is not a backup, was made by a newer release, was truncated or altered, or has more than
 * `mostBytes` when it is unpacked.
 */
export async function checkBackup(file: string, mostBytes = Number.POSITIVE_INFINITY): Promise<Checked> {
  try {
    return await readThrough(file, mostBytes);
  } catch (fault) {
    const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
    if (code.startsWith('Z_')) throw badBackup('packed');
    throw fault;
  }
}

async function readThrough(file: string, mostBytes: number): Promise<Checked> {
  const wholeHash = createHash('sha256');
  const contentHash = createHash('sha256');
  let firstLine: string | undefined;
  let held: Buffer = Buffer.alloc(0);
  let read = 0;
  const take = (bytes: Buffer) => {
    wholeHash.update(bytes);
    contentHash.update(bytes);
  };
  for await (const chunk of openBackup(file)) {
    read += (chunk as Buffer).length;
    if (read > mostBytes) throw badBackup('too_large', { megabytes: Math.floor(mostBytes / MEGABYTE) });
    held = held.length === 0 ? (chunk as Buffer) : Buffer.concat([held, chunk as Buffer]);
    if (firstLine === undefined) {
      if (held.length < NAMING_BYTES) continue;
      firstLine = await readFirstLine(held);
      wholeHash.update(firstLine);
      held = held.subarray(firstLine.length);
    }
    // The newest bytes are held back, because they may belong to the last line, which is not part of the hash.
    const ready = held.length - LONGEST_LINE;
    if (ready <= 0) continue;
    take(held.subarray(0, ready));
    held = held.subarray(ready);
  }
  firstLine ??= await readFirstLine(held);
  const end = held.toString('latin1').replace(BLANK_END, '\n');
  const beginOfLast = end.lastIndexOf('\n', end.length - 2) + 1;
  const [, tables, rows, hash, keyId = '', mac] = LAST_LINE.exec(end.slice(beginOfLast)) ?? [];
  if (hash === undefined) throw badBackup('cut');
  take(held.subarray(0, beginOfLast));
  if (wholeHash.digest('hex') !== hash) throw badBackup('changed');
  const [, , , made = ''] = FIRST_LINE.exec(firstLine) ?? [];
  if (!isInstant(made)) throw badBackup('other_statement', { begin: firstLine.slice(0, MOST_SHOWN) });
  const signature = mac === undefined ? null : { keyId, mac };
  return { made, tables: Number(tables), rows: Number(rows), hash, signature, contents: contentHash.digest('hex') };
}

async function readFirstLine(begin: Buffer): Promise<string> {
  const line = begin.toString('latin1', 0, begin.indexOf('\n') + 1);
  const [, format, newest = ''] = FIRST_LINE.exec(line) ?? [];
  if (format === undefined) throw isEdited(line) ? badBackup('edited') : faultOfBegin(begin);
  if (Number(format) !== FORMAT || !migrationsUpTo(newest))
    throw new BadBackup(
      `the backup is from another release (format ${format}, schema ${newest}): restore it with that release`,
    );
  return line;
}

const GZIP = Buffer.from([0x1f, 0x8b]);
const CHUNK = 256 * 1024;

/** Recognises gzip by the first bytes, not by the name. */
export function openBackup(file: string): Readable {
  const begin = Buffer.alloc(GZIP.length);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, begin);
  } finally {
    closeSync(descriptor);
  }
  const bytes = createReadStream(file, { highWaterMark: CHUNK });
  if (!begin.equals(GZIP)) return bytes;
  const text = createGunzip({ chunkSize: CHUNK });
  // `pipeline` passes read errors of the file on to the reader of the decompressed text.
  return pipeline(bytes, text, () => {});
}
