import { createReadStream, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { dumpFault, type LegacyFault } from './findings.ts';

const READ_BYTES = 256 * 1024;

/**
 * Returns the pieces of a dump, compressed with gzip or not. Throws LegacyFault for a file of another form. A piece is
 * valid until the next is read.
 */
export async function readDumpFile(file: string, onProgress: (bytes: number) => void): Promise<AsyncGenerator<Buffer>> {
  return (await readForm(file)) === 'gzip' ? unpack(file, onProgress) : readPieces(file, onProgress);
}

/** Yields the pieces of a file in one buffer, because a new buffer for each piece would leave gigabytes of garbage. */
async function* readPieces(file: string, onProgress: (bytes: number) => void): AsyncGenerator<Buffer> {
  const handle = await open(file);
  try {
    const buffer = Buffer.alloc(READ_BYTES);
    for (let bytes = 0; ; ) {
      const { bytesRead } = await handle.read(buffer, 0, READ_BYTES);
      if (bytesRead === 0) return;
      bytes += bytesRead;
      onProgress(bytes);
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

async function* unpack(file: string, onProgress: (bytes: number) => void): AsyncGenerator<Buffer> {
  const source = createReadStream(file, { highWaterMark: READ_BYTES });
  const unpacked = source.pipe(createGunzip({ chunkSize: READ_BYTES }));
  source.on('error', (error) => unpacked.destroy(error));
  let isFirst = true;
  for await (const chunk of unpacked) {
    if (isFirst && checkForm(chunk) === 'gzip') throw packedOther('gzip', 'gunzip');
    isFirst = false;
    onProgress(source.bytesRead);
    yield chunk;
  }
}

/** Returns a LegacyFault for the error of a gzip file that is cut off or damaged. Returns other errors unchanged. */
export function damaged(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('Z_') ? dumpFault('packed') : error;
}

async function readForm(file: string): Promise<'gzip' | 'text'> {
  let kind: ReturnType<typeof statSync>;
  try {
    kind = statSync(file);
  } catch {
    throw dumpFault('no_file');
  }
  if (kind?.isDirectory()) throw dumpFault('folder');
  if (!kind?.isFile()) throw dumpFault('no_plain_file');
  if (kind.size === 0) throw dumpFault('empty');
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    return checkForm(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** The bytes at the beginning of a file by which its form is recognised. */
const START_BYTES = 512;
const TAR_MARK_AT = 257;

/** Formats that are not a dump, by the bytes that they begin with. */
const FORMATS: readonly (readonly [mark: string, format: string])[] = [
  ['PGDMP', 'PostgreSQL'],
  ['SQLite format 3', 'SQLite'],
  ['%PDF', 'PDF'],
];

/** Compressed formats and archives, with the program that unpacks them. */
const PACKED: readonly (readonly [mark: string, format: string, program: string])[] = [
  ['BZh', 'bzip2', 'bunzip2'],
  ['\x28\xb5\x2f\xfd', 'Zstandard', 'unzstd'],
  ['\xfd7zXZ\x00', 'XZ', 'unxz'],
  ['\x04\x22\x4d\x18', 'LZ4', 'unlz4'],
  ['LZIP', 'lzip', 'lzip -d'],
  ['\x1f\x9d', 'compress', 'uncompress'],
  ['PK\x03\x04', 'ZIP', 'unzip'],
  ['Rar!\x1a\x07', 'RAR', 'unrar x'],
  ['7z\xbc\xaf\x27\x1c', '7-Zip', '7z x'],
];

/** Returns the form of a file that begins with these bytes. Throws LegacyFault for one that is not a dump. */
function checkForm(start: Buffer): 'gzip' | 'text' {
  const first = start.toString('latin1', 0, START_BYTES);
  if (first.startsWith('\x1f\x8b')) return 'gzip';
  const packed = PACKED.find(([mark]) => first.startsWith(mark));
  if (packed) throw packedOther(packed[1], packed[2]);
  if (first.startsWith('ustar', TAR_MARK_AT)) throw packedOther('tar', 'tar -x -f');
  if (/^(\xff\xfe|\xfe\xff)/.test(first) || start.subarray(0, 2).includes(0)) throw dumpFault('utf16');
  const other = FORMATS.find(([mark]) => first.startsWith(mark));
  if (other) throw dumpFault('format', { format: other[1] });
  return 'text';
}

function packedOther(format: string, program: string): LegacyFault {
  return dumpFault('packed_other', { format, program });
}
