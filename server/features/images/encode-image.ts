import type { Metadata } from 'sharp';
import { pictureTypes } from '#contract/words.ts';
import { loadRarePart } from '../../load-part.ts';

export const MOST_PIXELS = 40_000_000;
const LONGEST_SIDE = 1200;

export type ImageFault = 'unreadable' | 'too_large';

/**
 * Returns the image as WebP without metadata or hidden data, or the reason why it cannot be stored. The image must start
 * like an accepted one (`startsLikeAccepted`). Decoding 40 megapixels takes up to 160 MB, so this is called for one image
 * at a time.
 */
export async function encodeImage(sent: Uint8Array): Promise<Uint8Array | ImageFault> {
  // The library is loaded on first use, because it makes the memory and the start of a process larger.
  const { default: sharp } = await loadRarePart('pictures', () => import('sharp'));
  try {
    const found = await sharp(sent, { limitInputPixels: false }).metadata();
    if (!isAccepted(found)) return 'unreadable';
    if (found.width * found.height > MOST_PIXELS) return 'too_large';
    return await sharp(sent, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp()
      .toBuffer();
  } catch {
    return 'unreadable';
  }
}

function isAccepted({ mediaType }: Metadata): boolean {
  return pictureTypes.some((type) => type === mediaType);
}

/**
 * Returns true for bytes of an accepted format. Other bytes must not reach the decoders of SVG, GIF, TIFF and other
 * formats.
 */
export function startsLikeAccepted(sent: Buffer): boolean {
  const start = sent.toString('latin1', 0, 12);
  const isWebp = start.startsWith('RIFF') && start.endsWith('WEBP');
  return start.startsWith('\xff\xd8\xff') || start.startsWith('\x89PNG') || isWebp || start.slice(4, 8) === 'ftyp';
}
