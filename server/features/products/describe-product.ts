import type { ProductRow } from './queries.ts';

export type ProductTerms = Omit<ProductRow, 'id' | 'archived_at' | 'created_at' | 'updated_at'>;

export function describeProduct(product: ProductTerms): ProductTerms {
  return {
    code: product.code,
    name: product.name,
    name_si: product.name_si,
    name_ta: product.name_ta,
    type: product.type,
    unit: product.unit,
    description: product.description,
    aliases: product.aliases,
    list_order: product.list_order,
    image_hash: product.image_hash,
  };
}
