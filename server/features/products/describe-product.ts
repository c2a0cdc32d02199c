import type { ProductRow } from './queries.ts';

const FIELDS = [
  'code',
  'name',
  'name_si',
  'name_ta',
  'type',
  'unit',
  'description',
  'aliases',
  'list_order',
  'image_hash',
] as const;

/** What a person can change of a product. */
export type ProductTerms = Pick<ProductRow, (typeof FIELDS)[number]>;

/** That part of a product, for the audit log. */
export function describeProduct(product: ProductTerms): ProductTerms {
  return Object.fromEntries(FIELDS.map((field) => [field, product[field]])) as ProductTerms;
}
