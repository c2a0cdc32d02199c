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
export type Described = Pick<ProductRow, (typeof FIELDS)[number]>;

/** A product in one text for the audit log: `code: LEEKS; name: Leeks; ...`. */
export function describeProduct(product: Described): string {
  return describe(product, FIELDS);
}

/** What differs, before and after, in texts that a person can compare; undefined when nothing does. */
export function describeChanges(
  before: Described,
  after: Described,
): { oldValue: string; newValue: string } | undefined {
  const changed = FIELDS.filter((field) => before[field] !== after[field]);
  if (changed.length === 0) return undefined;
  return { oldValue: describe(before, changed), newValue: describe(after, changed) };
}

function describe(product: Described, fields: readonly (typeof FIELDS)[number][]): string {
  return fields.map((field) => `${field}: ${product[field] ?? 'none'}`).join('; ');
}
