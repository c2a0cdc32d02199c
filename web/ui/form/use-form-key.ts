import { useState } from 'react';

/**
 * Returns the idempotency key of a form, so that a double click or a retry is recorded only once. Renew the key when
 * the form is cleared.
 */
export function useFormKey(): { key: string; renew: () => void } {
  const [key, setKey] = useState(newKey);
  return { key, renew: () => setKey(newKey()) };
}

/** Returns a random key of 128 bits. `randomUUID` is missing on pages without TLS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function newUuid(): string {
  const key = newKey();
  // `4` marks the version of random UUIDs, `a` their variant.
  return [key.slice(0, 8), key.slice(8, 12), `4${key.slice(13, 16)}`, `a${key.slice(17, 20)}`, key.slice(20)].join('-');
}
