import { day, startOfDay } from '#billing/calendar.ts';
import type { Product } from '#contract/products.ts';

const at = startOfDay(day('2026-11-20'));

export function testProduct(more: Partial<Product> = {}): Product {
  return {
    id: 7,
    code: 'BEANS',
    name: 'Beans',
    name_si: 'බෝංචි',
    name_ta: 'போஞ்சி',
    type: 'vegetable',
    unit: 'kg',
    description: 'Green and fresh.',
    aliases: ['bonchi', 'French beans'],
    list_order: 40,
    image: null,
    createdAt: at,
    updatedAt: at,
    ...more,
  };
}
