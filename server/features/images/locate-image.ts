/** Absolute if PUBLIC_URL is set; null without an image. */
export function locateImage(publicUrl: string | undefined, hash: string | null): string | null {
  return hash === null ? null : `${publicUrl ?? ''}/images/${hash}.webp`;
}
