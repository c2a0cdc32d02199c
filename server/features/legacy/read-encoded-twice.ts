/** Maps characters of windows-1252, which MySQL calls latin1, to their bytes from 128 up. */
const latinBytes = new Map(
  Array.from({ length: 128 }, (_, at) => [new TextDecoder('windows-1252').decode(Uint8Array.of(at + 128)), at + 128]),
);
const OF_OUR_LANGUAGES = /[\u0b80-\u0dff]|[\u{1f000}-\u{1ffff}]/u;
const strictDecoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Returns the correct form of a text that was encoded as UTF-8 twice; undefined for other texts. A text is only changed
 * if the result contains Sinhala, Tamil or emoji, because Latin letters with accents may be intended.
 */
export function readEncodedTwice(text: string): string | undefined {
  if (!/[\u00c3-\u00f4]/.test(text) || OF_OUR_LANGUAGES.test(text)) return undefined;
  const back: number[] = [];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    const byte = code < 128 ? code : (latinBytes.get(letter) ?? (code < 256 ? code : undefined));
    if (byte === undefined) return undefined;
    back.push(byte);
  }
  try {
    const decoded = strictDecoder.decode(Uint8Array.from(back));
    return OF_OUR_LANGUAGES.test(decoded) ? decoded : undefined;
  } catch {
    return undefined;
  }
}
