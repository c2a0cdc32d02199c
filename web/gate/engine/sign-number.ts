import type { Phone } from './entries.ts';

/** Browsers sign only on pages with TLS and on the own computer. */
export function canSign(): boolean {
  return (crypto.subtle as SubtleCrypto | undefined) !== undefined;
}

/** Returns undefined for a number of letters that this phone had before, and without a secret. */
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
