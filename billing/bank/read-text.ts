import { isPaymentReference, shopsOfReference } from '../tax/payment-reference.ts';

const LONGEST_LABEL_PARTS = 3;
const SHORTEST_NAME = 4;
/** Words of names that many tenants share. */
const TITLES = new Set(['stores', 'store', 'traders', 'trading', 'enterprises', 'company', 'brothers', 'sons', 'shop']);

/** Returns the words and numbers of a text, in small letters. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []
  );
}

/**
 * Returns the shops that the payment references in a text name. A reference is a whole word, or words in a row if
 * somebody wrote spaces into it; its digits inside a longer number are none, and its check digits must be right.
 */
function labelsIn(text: string, shops: readonly string[]): string[] {
  const parts = text
    .normalize('NFKC')
    .toUpperCase()
    .split(/[^A-Z0-9-]+/)
    .filter((part) => part !== '');
  const found = parts.flatMap((_, at) =>
    Array.from({ length: LONGEST_LABEL_PARTS }, (_, more) => parts.slice(at, at + more + 1).join('-')),
  );
  return [...new Set(found.filter(isPaymentReference).flatMap((label) => shopsOfReference(label, shops)))];
}

/** What the text of a line says. */
export interface ReadText {
  words: ReadonlySet<string>;
  /** Words with a digit, and two words in a row, without dashes and in capitals: `A12` and `A-12` are the same shop. */
  places: ReadonlySet<string>;
  /** The shops that its payment references name. */
  labelled: ReadonlySet<string>;
}

export function readBankText(text: string, shops: readonly string[]): ReadText {
  const parts = text.normalize('NFKC').split(/[^\p{L}\p{M}\p{N}-]+/u);
  const pairs = parts.map((part, at) => part + (parts[at + 1] ?? ''));
  const places = [...parts, ...pairs].filter((part) => /\d/.test(part)).map(plainShop);
  return { words: new Set(wordsOf(text)), places: new Set(places), labelled: new Set(labelsIn(text, shops)) };
}

export function plainShop(shop: string): string {
  return shop.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Returns the number of words of the name in the text. Titles and words of trade do not count. */
export function sharedWords({ words }: ReadText, name: string): number {
  const own = new Set(wordsOf(name).filter((word) => word.length >= SHORTEST_NAME && !TITLES.has(word)));
  return words.intersection(own).size;
}
