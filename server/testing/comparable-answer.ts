import type { LightMyRequestResponse } from 'fastify';

/** Depends on the free disk, which other programs change at any moment. */
export const FREE_DISK = /(?<="(?:most_megabytes|free_bytes)":)\d+/g;

const DRAWN: [RegExp, string][] = [
  [FREE_DISK, '0'],
  [/(?<=\/pola-test-)\w{6}\b/g, '<folder>'],
  [/\b[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}\b/g, '<uuid>'],
  [/\$argon2id\$[^"]+/g, '<password hash>'],
  [/(?<="password":")[a-z\d]{5}(?:-[a-z\d]{5}){3}/g, '<password>'],
  [/(?<="(?:challenge|secret)":")[\w-]{20,}|(?<=secret=)[A-Z\d]+/g, '<secret>'],
  [/(?<=\\"password\\":\\")[\w-]{40,}/g, '<encrypted>'],
  [/(?<=(?:push_(?:\w+_)?key|sms_headers)\\*":\\*"|web push public key: )[\w-]{40,}/g, '<push key>'],
  [/(?<="key":")[\w-]{32}(?=")/g, '<key>'],
  [/(?<="(?:token_sealed|token_hash|code_hash)":")[\w-]{20,}/g, '<drawn>'],
  [/(?<=\/password-link#)[\w-]+/g, '<token>'],
  [/(?<=")[a-z\d]{5}(?:-[a-z\d]{5}){2}(?=")/g, '<recovery code>'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>'],
  [/\b[\da-f]{64}\b(?!\.webp)/g, '<hash>'],
  [/(?<=code":"|Audit code |විගණන කේතය |கணக்காய்வுக் குறியீடு )[\dA-F]{10}\b/g, '<code>'],
  [/[\w-]{22}(\.[\w-]{22}){4}/g, '<seals>'],
  [/(?<=\\":\\")[\w-]{22}(?=\\")/g, '<seal>'],
];

export const withoutDrawn = (text: string) =>
  DRAWN.reduce((given, [what, shape]) => given.replaceAll(what, shape), text);

/**
 * Returns the part of an answer that is equal on both engines. PDFs and workbooks contain the time at which they were
 * made, so only their names are compared.
 */
export function comparableAnswer({ statusCode, headers, body }: LightMyRequestResponse): unknown {
  const type = String(headers['content-type']);
  const text = withoutDrawn(body.replace(/"ticket":"[^"]+"/, '"ticket":"<ticket>"'));
  const compared = ['content-type', 'content-disposition', 'x-total-count', 'retry-after', 'cache-control'];
  return {
    statusCode,
    headers: compared.map((name) => headers[name]),
    // JSON is parsed, because the engines write it with different spaces.
    body: type.includes('json') ? JSON.parse(text) : /csv|atom/.test(type) && text,
  };
}
