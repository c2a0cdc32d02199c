import { foldForSearch, foldWords, isFound } from '#contract/fold-text.ts';
import { type ProductType, shownProductTypes, UNCATEGORIZED } from '#contract/product-words.ts';
import type { PricesPageData, ShownPrice } from '#contract/site.ts';

export type ShownType = ProductType | typeof UNCATEGORIZED;

export function shownType(type: string): ShownType {
  return shownProductTypes.find((known) => known === type) ?? UNCATEGORIZED;
}

export function typesIn(rows: readonly ShownPrice[]): ShownType[] {
  const present = new Set(rows.map((row) => shownType(row.product.type)));
  return [...shownProductTypes, UNCATEGORIZED].filter((type): type is ShownType => present.has(type as ShownType));
}

/** The filter for prices below their usual level, beside the types. */
export const CHEAP = 'cheap';

export function hasCheap({ rows, comparisons }: PricesOfDay): boolean {
  return rows.some(({ product_id }) => comparisons[product_id]?.isCheap);
}

interface PricesOfDay extends Pick<PricesPageData, 'comparisons'> {
  rows: readonly ShownPrice[];
}

/**
 * Returns the prices whose names contain every word, in list order. Aliases match too, because readers without a
 * Sinhala or Tamil keyboard type `bonchi` or `thakkali`.
 */
export function filterPrices(
  { rows, comparisons }: PricesOfDay,
  { type, search }: { type: string; search: string },
  aliases: PricesPageData['aliases'],
): ShownPrice[] {
  const words = foldWords(search);
  const isOfType = ({ product }: ShownPrice) =>
    type === CHEAP ? comparisons[product.id]?.isCheap : type === '' || shownType(product.type) === type;
  return rows.filter((row) => {
    if (!isOfType(row)) return false;
    const { product } = row;
    if (words.length === 0) return true;
    const { name, name_si, name_ta, code } = product;
    const names = foldForSearch([name, name_si, name_ta, code, ...(aliases[product.id] ?? [])].join('\n'));
    return isFound(words, names);
  });
}

export function favouritesFirst(rows: readonly ShownPrice[], favourites: ReadonlySet<number>): ShownPrice[] {
  const isFavourite = ({ product }: ShownPrice) => favourites.has(product.id);
  return [...rows.filter(isFavourite), ...rows.filter((row) => !isFavourite(row))];
}
