import { t } from '#web/i18n/t.ts';

/** The longer side of a stored picture in pixels: about 200 KB, so that a walk fits into the phone. */
const LONGEST_SIDE = 1280;
const QUALITY = 0.7;

/** Draws a picture smaller, without what the camera noted, and returns it as JPEG in base64. */
export async function shrinkPicture(file: Blob): Promise<string> {
  const image = await createImageBitmap(file).catch(() => undefined);
  if (!image) throw new Error(t('gate-app.walk.badPicture'));
  const scale = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return canvas.toDataURL('image/jpeg', QUALITY).replace(/^[^,]*,/, '');
}
