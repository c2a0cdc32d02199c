import { distance } from 'fastest-levenshtein';
import { foldText } from '#contract/fold-text.ts';
import type { ProductRow } from '../products/queries.ts';

export interface Suggestion {
  product_id: number;
  name: string;
}

const MOST = 3;
const LONGEST_ITEM = 60;
/** One of four letters may be wrong. */
const LETTERS_PER_SLIP = 4;
const MOST_WORDS = 8;

type Compare = (one: string, other: string) => number;
type NamedRow = Pick<ProductRow, 'id' | 'name' | 'name_si' | 'name_ta' | 'code' | 'aliases'>;

interface Name {
  product: NamedRow;
  text: string;
  words: readonly string[];
}

export function suggestProducts(
  products: readonly NamedRow[],
  compare: Compare = distance,
): (item: string) => Suggestion[] {
  const names: Name[] = products.flatMap((product) =>
    [product.name, product.name_si, product.name_ta, product.code, ...(JSON.parse(product.aliases) as string[])]
      .map(foldText)
      .filter(Boolean)
      .map((text) => ({ product, text, words: wordsOf(text) })),
  );
  const wordsByLength = Map.groupBy(new Set(names.flatMap(({ words }) => words)), ({ length }) => length);
  const near = (one: string, other: string) => distanceOf(one, other, compare);
  const nearWords = new Map<string, Map<string, number>>();
  const findNear = (word: string): Map<string, number> => {
    const known = nearWords.get(word) ?? nearOf(word, wordsByLength, near);
    nearWords.set(word, known);
    return known;
  };
  return (item) => {
    const sought = foldText(item);
    if (sought.length > LONGEST_ITEM) return [];
    const soughtWords = wordsOf(sought).slice(0, MOST_WORDS).map(findNear);
    const farOf = new Map<NamedRow, number>();
    for (const { product, text, words } of names) {
      const far = Math.min(near(sought, text), byWords(soughtWords, words));
      if (far < (farOf.get(product) ?? Number.POSITIVE_INFINITY)) farOf.set(product, far);
    }
    return [...farOf]
      .toSorted(([, one], [, other]) => one - other)
      .slice(0, MOST)
      .map(([product]) => ({ product_id: product.id, name: product.name }));
  };
}

/** Words that the item lacks count little: `Carot`, `Carrot - Nuwara Eliya`. */
function byWords(near: readonly ReadonlyMap<string, number>[], words: readonly string[]): number {
  if (near.length === 0) return Number.POSITIVE_INFINITY;
  let sum = Math.max(0, words.length - near.length) / 10;
  for (const distances of near) {
    let least = Number.POSITIVE_INFINITY;
    for (const word of words) least = Math.min(least, distances.get(word) ?? Number.POSITIVE_INFINITY);
    sum += least;
    if (sum === Number.POSITIVE_INFINITY) return sum;
  }
  return sum;
}

function nearOf(
  word: string,
  wordsByLength: ReadonlyMap<number, readonly string[]>,
  near: Compare,
): Map<string, number> {
  const found = new Map<string, number>();
  const reach = Math.ceil(word.length / (LETTERS_PER_SLIP - 1));
  for (let length = word.length - reach; length <= word.length + reach; length += 1) {
    for (const one of wordsByLength.get(length) ?? []) {
      const far = near(word, one);
      if (far < Number.POSITIVE_INFINITY) found.set(one, far);
    }
  }
  return found;
}

function distanceOf(one: string, other: string, compare: Compare): number {
  const most = Math.floor(Math.max(one.length, other.length) / LETTERS_PER_SLIP);
  if (Math.abs(one.length - other.length) > most) return Number.POSITIVE_INFINITY;
  const far = compare(one, other);
  return far <= most ? far : Number.POSITIVE_INFINITY;
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
}
