import type { Phone } from './entries.ts';

/** Returns whether the browser can sign ticket numbers. Browsers allow that only on https and on localhost. */
export function canSign(): boolean {
  return (crypto.subtle as SubtleCrypto | undefined) !== undefined;
}

/**
 * Returns the signature of a ticket's number; undefined without a secret, or for a number with an earlier device code
 * of this phone.
 */
export async function signNumber(
  number: string,
  { deviceCode, deviceSecret }: Pick<Phone, 'deviceCode' | 'deviceSecret'>,
): Promise<string | undefined> {
  if (!deviceSecret || !canSign() || !number.startsWith(`${deviceCode}-`)) return undefined;
  const bytes = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(deviceSecret), algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, bytes(number.replace('-', '')));
  return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
