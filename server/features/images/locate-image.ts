/** The address of a stored image, absolute where the market's own address is known; null for none (wire.md, section 4). */
export function locateImage(publicUrl: string | undefined, hash: string | null): string | null {
  return hash === null ? null : `${publicUrl ?? ''}/images/${hash}.webp`;
}
