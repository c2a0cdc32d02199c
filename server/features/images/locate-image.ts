export function locateImage(publicUrl: string | undefined, hash: string | null): string | null {
  return hash === null ? null : `${publicUrl ?? ''}/images/${hash}.webp`;
}
