/** The code points of the digit zero in the Arabic, Persian, Devanagari, Tamil and Sinhala scripts. */
const ZEROS = [0x660, 0x6f0, 0x966, 0xbe6, 0xde6];
const WIDE = /[\uff01-\uff5e]/g;
const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Returns the text with digits 0 to 9, with ordinary characters in place of full-width ones, and without invisible
 * characters. Unlike NFKC, it does not change `½` and `5²`, which would become other figures.
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
