import type { Product } from '#contract/products.ts';
import { locateImage } from '../images/locate-image.ts';
import type { ProductRow } from './queries.ts';

export function presentProduct(row: ProductRow, publicUrl: string | undefined): Product {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    name_si: row.name_si,
    name_ta: row.name_ta,
    type: row.type,
    unit: row.unit,
    description: row.description,
    aliases: JSON.parse(row.aliases),
    list_order: row.list_order,
    image: locateImage(publicUrl, row.image_hash),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
