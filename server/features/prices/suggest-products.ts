import { distance } from 'fastest-levenshtein';
import { foldText } from '#contract/fold-text.ts';
import type { ProductRow } from '../products/queries.ts';

export interface Suggestion {
  product_id: number;
  name: string;
}

const MOST = 3;
const LONGEST_ITEM = 60;
/** Of four letters, one may be wrong. */
const LETTERS_PER_SLIP = 4;

export function suggestProducts(products: readonly ProductRow[]): (item: string) => Suggestion[] {
  const named = products.map((product) => ({
    product,
    names: [product.name, product.name_si, product.name_ta, product.code, ...(JSON.parse(product.aliases) as string[])]
      .map(foldText)
      .filter(Boolean),
  }));
  return (item) => {
    const sought = foldText(item);
    if (sought.length > LONGEST_ITEM) return [];
    return named
      .map(({ product, names }) => ({ product, far: Math.min(...names.map((name) => distanceOf(sought, name))) }))
      .filter(({ far }) => far < Number.POSITIVE_INFINITY)
      .toSorted((one, other) => one.far - other.far)
      .slice(0, MOST)
      .map(({ product }) => ({ product_id: product.id, name: product.name }));
  };
}

/** Words that the item lacks count little: `Carot`, `Carrot - Nuwara Eliya`. */
function distanceOf(sought: string, name: string): number {
  const whole = near(sought, name);
  const words = wordsOf(name);
  const soughtWords = wordsOf(sought);
  const byWord = soughtWords.map((word) => Math.min(...words.map((one) => near(word, one))));
  const missing = Math.max(0, words.length - soughtWords.length) / 10;
  const sum = soughtWords.length === 0 ? Number.POSITIVE_INFINITY : byWord.reduce((one, other) => one + other, missing);
  return Math.min(whole, sum);
}

function near(one: string, other: string): number {
  const far = distance(one, other);
  return far <= Math.floor(Math.max(one.length, other.length) / LETTERS_PER_SLIP) ? far : Number.POSITIVE_INFINITY;
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
}
