import { useState } from 'react';

/**
 * The Idempotency-Key of a form: one per filled form, so that a double click, or a retry after an answer that got lost,
 * records once. Renew it when the form is filled anew.
 */
export function useFormKey(): { key: string; renew: () => void } {
  const [key, setKey] = useState(newKey);
  return { key, renew: () => setKey(newKey()) };
}

/** A key that no other form has: 128 random bits. (`randomUUID` is missing where the office runs without TLS.) */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
