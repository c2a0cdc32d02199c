import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { EncodedImage } from '#server/features/images/store-image.ts';

export function readPicture(name: string): EncodedImage {
  const bytes = readFileSync(path.join(import.meta.dirname, `assets/pictures/${name}.webp`));
  return { bytes, hash: createHash('sha256').update(bytes).digest('hex') };
}
