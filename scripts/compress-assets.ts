import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/**
 * Part of `npm run build`. Small files are not compressed, because they would not become smaller. With `--quick` it
 * takes a fifth of the time, and a browser downloads 10% more.
 */
const folder = path.resolve(import.meta.dirname, '../build/client');
const TEXT = /\.(js|css|svg|json|webmanifest|txt)$/;
const SMALLEST = 600;
const QUALITY = process.argv.includes('--quick') ? 5 : constants.BROTLI_MAX_QUALITY;

for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (!TEXT.test(name) || name.startsWith('.vite')) continue;
  const file = path.join(folder, name);
  const bytes = readFileSync(file);
  if (bytes.length < SMALLEST) continue;
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }));
}
