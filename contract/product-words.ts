/**
 * The closed lists of words about products. They are separate from words.ts, because public pages need these words but
 * none about money.
 */

/**
 * Types of products (specification 2, section 9). `shown` is the position on public pages: vegetables first, because
 * this market mostly sells them.
 */
const productFacts = {
  fruit: { shown: 4 },
  vegetable: { shown: 1 },
  rice: { shown: 5 },
  potatoes: { shown: 3 },
  'Leaf Vegetable': { shown: 2 },
  Grain: { shown: 6 },
} as const satisfies Record<string, { shown: number }>;
export type ProductType = keyof typeof productFacts;
export const productTypes = Object.keys(productFacts) as ProductType[];
export const shownProductTypes = productTypes.toSorted((a, b) => productFacts[a].shown - productFacts[b].shown);
/** The type of a product whose type is not known (specification 2, section 3). */
export const UNCATEGORIZED = 'Uncategorized';

export const units = ['kg', 'bundle', 'fruit', 'nut'] as const;
export type Unit = (typeof units)[number];
