import { foldText } from './fold-text.ts';

/** Words that people write into a cell that has no value: no price, no tenant. Signs and spaces are ignored. */
export const EMPTY_WORDS = [
  'na',
  'nr',
  'nt',
  'nil',
  'none',
  'null',
  'nothing',
  'blank',
  'not applicable',
  'not available',
  'not reported',
  'not traded',
  'unavailable',
  'no data',
  'no stock',
  'no arrival',
  'no price',
  'no tenant',
  'vacant',
  'vacant shop',
  'vacant stall',
  'empty',
  'empty shop',
  'empty stall',
  'unoccupied',
  'not occupied',
  'unlet',
  'not let',
  'to let',
  'for rent',
  'නැත',
  'නැහැ',
  'නෑ',
  'නොමැත',
  'අදාළ නැත',
  'අදාල නැත',
  'කිසිවක් නැත',
  'ලබා ගත නොහැක',
  'බදුකරුවෙක් නැත',
  'හිස්',
  'හිස්ය',
  'හිස්ව ඇත',
  'හිස් කඩය',
  'හිස් කාමරය',
  'හිස් කඩ කාමරය',
  'පුරප්පාඩු',
  'පුරප්පාඩුයි',
  'පුරප්පාඩුව ඇත',
  'இல்லை',
  'இல',
  'கிடையாது',
  'கிடைக்கவில்லை',
  'பொருந்தாது',
  'யாரும் இல்லை',
  'யாருமில்லை',
  'வாடகைதாரர் இல்லை',
  'காலி',
  'காலியாக உள்ளது',
  'காலியாகவுள்ளது',
  'காலியானது',
  'காலி கடை',
  'காலியிடம்',
  'வெற்று',
  'வெற்றிடம்',
  'வெறுமை',
  'வெறுமையாக உள்ளது',
] as const;

const SIGNS = /[\p{P}\p{S}\s]/gu;
const ONLY_SIGNS = /^['"“”‘’([]*[-‐-―−_*]+[)\]'"“”‘’]*$/u;
const words = new Set(EMPTY_WORDS.map(bare));

function bare(text: string): string {
  return foldText(text).replaceAll(SIGNS, '');
}

/** Returns true for an empty cell and for a mark that means the same, such as `-`, `n/a` or `Vacant`. */
export function isEmptyMark(text: string): boolean {
  const folded = foldText(text);
  return folded === '' || ONLY_SIGNS.test(folded.replaceAll(' ', '')) || words.has(bare(folded));
}

/** Returns the text of a cell; an empty text for a mark that means no value. */
export function withoutEmptyMark(text: string): string {
  return isEmptyMark(text) ? '' : text;
}

const COULD_BE_ID = /^[\p{L}\p{N}]+$/u;

/** Like `withoutEmptyMark`, but leaves `NA`, which may be an id; `N/A` and `-` may not. */
export function withoutEmptyId(text: string): string {
  return COULD_BE_ID.test(text) ? text : withoutEmptyMark(text);
}
