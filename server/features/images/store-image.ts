import { createHash } from 'node:crypto';
import type { Instant } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Writer } from '../../db/connect.ts';
import { receivedBuffer, taskThread } from '../../task-thread.ts';
import { type ImageFault, MOST_PIXELS, startsLikeAccepted } from './encode-image.ts';
import { insertImage } from './queries.ts';

const CONTENT_TYPE = 'image/webp';

export interface EncodedImage {
  hash: string;
  bytes: Buffer;
}

const encode = taskThread<Buffer, Uint8Array | ImageFault>({
  program: 'features/images/encode-in-worker.ts',
  purpose: 'encodes images',
  waiting: 8,
  longestMs: 30_000,
  idleMs: 60_000,
});

/**
 * Checks and encodes an image in a thread of its own. Throws bad_image for what is not an accepted image or has too many
 * pixels. Afterwards `sent` is empty if no other buffer shares its memory. This takes a long time, so call it before a
 * transaction.
 */
export async function prepareImage(sent: Buffer): Promise<EncodedImage> {
  if (!startsLikeAccepted(sent)) throw new Refusal('bad_image');
  const isAlone = sent.byteLength === sent.buffer.byteLength;
  const encoded = await encode(sent, isAlone ? [sent.buffer as ArrayBuffer] : []);
  if (encoded === 'unreadable') throw new Refusal('bad_image');
  if (encoded === 'too_large')
    throw new Refusal('bad_image', { message: apiMessage('images.upload.too_large', { max: MOST_PIXELS / 1e6 }) });
  return identifyImage(receivedBuffer(encoded));
}

/** Returns an encoded image with its hash, which names it in addresses. */
export function identifyImage(bytes: Buffer): EncodedImage {
  return { bytes, hash: createHash('sha256').update(bytes).digest('hex') };
}

export async function storeImage(tx: Writer, image: EncodedImage, at: Instant): Promise<void> {
  await insertImage(tx, { ...image, content_type: CONTENT_TYPE, created_at: at });
}
