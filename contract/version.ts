import type { Call } from './call.ts';

export type Versioned = Pick<Call, 'body' | 'upload' | 'versionFields'>;

/**
 * Returns a hash of the fields that the call replaces, as the API presents them. It needs no version column, and a
 * change of other fields, such as a balance, does not change the hash. The function is synchronous, and the same in
 * browser and server. An object that does not exist yet is passed as `{}`.
 */
export function versionOf(call: Versioned, object: object): string {
  return hash(writeSorted(replacedFields(call, object)));
}

/** Returns the fields of an object that the call replaces: by default those of its body. */
export function replacedFields({ body, upload, versionFields }: Versioned, object: object): Record<string, unknown> {
  const shape = body && 'shape' in body ? Object.keys(body.shape as object) : [];
  const names = versionFields ?? [...shape, ...(upload ? [upload] : [])];
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));
}

function writeSorted(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}

/** Returns 16 hexadecimal digits: two multiplicative hashes of 32 bits, as in MurmurHash3. */
function hash(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
