/** The zeros of the digits that Arabic, Devanagari, Tamil and Sinhala keyboards write. */
const ZEROS = [0x660, 0x6f0, 0x966, 0xbe6, 0xde6];
const WIDE = /[\uff01-\uff5e]/g;
const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Returns text with digits 0 to 9, wide characters as narrow ones, and without characters that nobody sees. Unlike NFKC it
 * leaves `½` and `5²` as they are, which would become other figures.
 */
export function westernDigits(text: string): string {
  return text
    .replaceAll(UNSEEN, '')
    .replaceAll(WIDE, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll('\u2212', '-')
    .replaceAll(/\p{Nd}/gu, (digit) => {
      const code = digit.charCodeAt(0);
      const zero = ZEROS.find((one) => code >= one && code < one + 10);
      return zero === undefined ? digit : String(code - zero);
    });
}
