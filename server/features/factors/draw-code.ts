import { randomBytes } from 'node:crypto';

export function drawCode(length: number): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const drawn = Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('');
  return drawn.replaceAll(/(.{5})(?=.)/g, '$1-');
}
