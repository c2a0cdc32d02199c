import { createHash } from 'node:crypto';
import type { Metadata } from 'sharp';
import type { Instant } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { pictureTypes } from '#contract/words.ts';
import type { Writer } from '../../db/connect.ts';
import { limitWork } from '../../limit-work.ts';
import { insertImage } from './queries.ts';

const CONTENT_TYPE = 'image/webp';
const MOST_PIXELS = 40_000_000;
const LONGEST_SIDE = 1200;
/** Images are processed one at a time, because 40 megapixels take up to 160 MB while they are decoded. */
const inTurn = limitWork({ running: 1, waiting: 8 });

export interface EncodedImage {
  hash: string;
  bytes: Buffer;
}

export async function storeImage(tx: Writer, image: EncodedImage, at: Instant): Promise<void> {
  await insertImage(tx, { ...image, content_type: CONTENT_TYPE, created_at: at });
}

/** Returns the image without metadata or hidden data. This takes a long time, so call it before a transaction. */
export async function encodeImage(sent: Buffer): Promise<EncodedImage> {
  const { mediaType = '', width, height } = await readMetadata(sent);
  if (!pictureTypes.some((type) => type === mediaType)) throw new Refusal('bad_image');
  if (width * height > MOST_PIXELS) {
    throw new Refusal('bad_image', { message: apiMessage('images.upload.too_large', { max: MOST_PIXELS / 1e6 }) });
  }
  const sharp = await loadSharp();
  const picture = sharp(sent, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp();
  const bytes = await inTurn(() => orBadImage(picture.toBuffer()));
  return { bytes, hash: createHash('sha256').update(bytes).digest('hex') };
}

async function readMetadata(sent: Buffer): Promise<Metadata> {
  if (!startsLikeAccepted(sent)) throw new Refusal('bad_image');
  const sharp = await loadSharp();
  return orBadImage(sharp(sent, { limitInputPixels: false }).metadata());
}

/** Loads the library on first use, because loading it earlier would slow down the start. */
const loadSharp = async () => (await import('sharp')).default;

/**
 * Returns true for bytes of an accepted format. Other bytes must not reach the decoders of SVG, GIF, TIFF and other
 * formats.
 */
export function startsLikeAccepted(sent: Buffer): boolean {
  const start = sent.toString('latin1', 0, 12);
  const isWebp = start.startsWith('RIFF') && start.endsWith('WEBP');
  return start.startsWith('\xff\xd8\xff') || start.startsWith('\x89PNG') || isWebp || start.slice(4, 8) === 'ftyp';
}

async function orBadImage<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch {
    throw new Refusal('bad_image');
  }
}
