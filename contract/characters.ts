/** The characters that the fonts of documents contain in addition to Sinhala and Tamil. */
const LATIN =
  '\\x20-\\x7e\\xa0-\\xa3\\xa5\\xa7-\\xab\\xad-\\xb0\\xb2-\\xb4\\xb6-\\xb8\\xba\\xbb\\xbf-\\u0107\\u010a-\\u0113\\u0116-\\u011b\\u011e-\\u0123\\u0126\\u0127\\u012a\\u012b\\u012e-\\u0133\\u0136\\u0137\\u0139-\\u013e\\u0141-\\u0148\\u014a-\\u014d\\u0150-\\u015b\\u015e-\\u0161\\u0164\\u0165\\u016a-\\u017e\\u0218-\\u021b\\u2010\\u2013\\u2014\\u2018-\\u201a\\u201c-\\u201e\\u2022\\u2026\\u2039\\u203a\\u20ac\\u20b9\\u2122\\u2212';
const TAMIL =
  '\\u0b82\\u0b83\\u0b85-\\u0b8a\\u0b8e-\\u0b90\\u0b92-\\u0b95\\u0b99\\u0b9a\\u0b9c\\u0b9e\\u0b9f\\u0ba3\\u0ba4\\u0ba8-\\u0baa\\u0bae-\\u0bb9\\u0bbe-\\u0bc2\\u0bc6-\\u0bc8\\u0bca-\\u0bcd\\u0bd0\\u0bd7\\u0be6-\\u0bfa';
const SINHALA =
  '\\u0d81-\\u0d83\\u0d85-\\u0d96\\u0d9a-\\u0db1\\u0db3-\\u0dbb\\u0dbd\\u0dc0-\\u0dc6\\u0dca\\u0dcf-\\u0dd4\\u0dd6\\u0dd8-\\u0ddf\\u0de6-\\u0def\\u0df2-\\u0df4';
const NOT_ON_PAPER = new RegExp(`[^${LATIN}${TAMIL}${SINHALA}\\u200c\\u200d\\n]`, 'gu');

/**
 * Returns the text in Unicode form NFC, trimmed, with plain spaces and hyphens, so that texts that look the same are
 * equal.
 */
export function tidyText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\p{Zs}]/gu, ' ')
    .replaceAll('\u2011', '-')
    .trim();
}

/**
 * Characters that are never drawn, or are drawn only in some places. U+00AD is a hyphen that appears only at the end of
 * a line.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\u2800]/u;
/** Joiners between Sinhala or Tamil letters. They are allowed, because some combinations of letters need them. */
const JOINERS = /(?<=[\u0d80-\u0dff\u0b80-\u0bff])[\u200c\u200d]/gu;

/**
 * Returns the code point of the first invisible character, such as `U+200B`. Invisible characters are refused because
 * two texts that differ only in one of them look alike.
 */
export function findInvisible(text: string): string | undefined {
  const found = INVISIBLE.exec(text.replaceAll(JOINERS, ''))?.[0].codePointAt(0);
  return found === undefined ? undefined : `U+${found.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Returns the characters that the fonts of documents do not contain, each once. They would be printed as empty boxes.
 */
export function findUnprintable(text: string): string[] {
  return [...new Set(text.normalize('NFC').match(NOT_ON_PAPER))];
}
