/**
 * The digits of a hash that name an image in addresses: a price list has a hundred of them, and they do not compress.
 * Addresses with all 64 digits, which earlier releases sent, are answered too.
 */
const ADDRESS_DIGITS = 16;

export function imagePath(hash: string): string {
  return `/images/${hash.slice(0, ADDRESS_DIGITS)}.webp`;
}

export function locateImage(publicUrl: string | undefined, hash: string | null): string | null {
  return hash === null ? null : (publicUrl ?? '') + imagePath(hash);
}
