import { foldText, foldWords } from '#contract/fold-text.ts';
import type { ProductType } from '#contract/products.ts';
import type { PricesPageData, ShownPrice } from '#contract/site.ts';

/** What a product without a known type is filed under in the public view (specification 2, section 3). */
const UNCATEGORIZED = 'Uncategorized';

/** The types in the order they are offered. The contract's own list would bring its validator into the reader's bundle. */
export const TYPE_ORDER = [
  'fruit',
  'vegetable',
  'rice',
  'potatoes',
  'Leaf Vegetable',
  'Grain',
] as const satisfies readonly ProductType[];
export type ShownType = ProductType | typeof UNCATEGORIZED;

/** The type a product is shown under. */
export function shownType(type: string): ShownType {
  return TYPE_ORDER.find((known) => known === type) ?? UNCATEGORIZED;
}

/** The types that occur in a list, in the order they are offered. */
export function typesIn(rows: readonly ShownPrice[]): ShownType[] {
  const present = new Set(rows.map((row) => shownType(row.product.type)));
  return [...TYPE_ORDER, UNCATEGORIZED].filter((type): type is ShownType => present.has(type as ShownType));
}

/**
 * The rows of one type (all types when empty) whose product answers to every word of the search, in list order. It answers
 * to its aliases too: who has no Sinhala or Tamil keyboard writes `bonchi` or `thakkali`.
 */
export function filterPrices(
  rows: readonly ShownPrice[],
  type: string,
  search: string,
  aliases: PricesPageData['aliases'],
): ShownPrice[] {
  const words = foldWords(search);
  return rows.filter(({ product }) => {
    if (type !== '' && shownType(product.type) !== type) return false;
    if (words.length === 0) return true;
    const { name, name_si, name_ta, code } = product;
    const names = foldText([name, name_si, name_ta, code, ...(aliases[product.id] ?? [])].join('\n'));
    return words.every((word) => names.includes(word));
  });
}
