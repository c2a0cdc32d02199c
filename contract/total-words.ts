import { foldText } from './fold-text.ts';

const TOTAL_WORDS = [
  'total',
  'totals',
  'grand total',
  'sub total',
  'subtotal',
  'total amount',
  'total rent',
  'total shops',
  'sum',
  'එකතුව',
  'මුළු එකතුව',
  'උප එකතුව',
  'මුළු ගණන',
  'මුළු මුදල',
  'மொத்தம்',
  'மொத்தத் தொகை',
  'மொத்த தொகை',
  'உப மொத்தம்',
  'ஆக மொத்தம்',
  'கூட்டுத்தொகை',
] as const;

const words = new Set(TOTAL_WORDS.map(lettersOf));

function lettersOf(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}\p{M}]/gu, '');
}

/** Returns true for the first filled cell of a line of totals, such as `Total`, `Sub-total:` or `Total (45)`. */
export function isTotal(text: string): boolean {
  return words.has(lettersOf(text));
}
