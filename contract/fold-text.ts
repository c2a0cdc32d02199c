/** Characters without width. One Sinhala keyboard writes them and another does not. */
const ZERO_WIDTH = /[\u200b-\u200d\u2060\ufeff]/g;

/**
 * Returns text in the form in which names and searches are compared: one case, single spaces, no zero-width characters.
 */
export function foldText(text: string): string {
  return text.replaceAll(ZERO_WIDTH, '').toLowerCase().normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

export function foldWords(search: string): string[] {
  return foldText(search).split(' ').filter(Boolean);
}
