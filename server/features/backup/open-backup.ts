import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

const GZIP = Buffer.from([0x1f, 0x8b]);
const CHUNK = 256 * 1024;

/** Opens a backup. Recognises gzip by the first bytes, not by the name. */
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
  // Errors of the file are passed on to the reader of the decompressed text.
  return pipeline(bytes, text, () => {});
}
