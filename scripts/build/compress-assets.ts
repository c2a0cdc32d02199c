import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Quality } from './build-folders.ts';

const TEXT = /\.(js|css|svg|json|webmanifest|txt)$/;
const SMALLEST = 600;
const BROTLI: Record<Quality, number> = { quick: 5, full: constants.BROTLI_MAX_QUALITY };

/** Writes compressed files beside the originals. Small files are not compressed, because they would not be smaller. */
export function compressAssets(folder: string, quality: Quality): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!TEXT.test(name) || name.startsWith('.vite')) continue;
    const file = path.join(folder, name);
    const bytes = readFileSync(file);
    if (bytes.length < SMALLEST) continue;
    replace(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    replace(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI[quality] } }));
  }
}

/** A server may be sending the file, so it is never half written. */
function replace(file: string, bytes: Buffer): void {
  writeFileSync(`${file}.new`, bytes);
  renameSync(`${file}.new`, file);
}
