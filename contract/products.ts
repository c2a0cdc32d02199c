import { z } from 'zod';
import { call } from './call.ts';
import { inputMessage } from './messages/input-message.ts';
import { productTypes, units } from './product-words.ts';
import { idInPath, lineText, optionalLine, orNone, paragraph, timestamps } from './scalars.ts';

export const product = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  name_si: z.string(),
  name_ta: z.string(),
  type: z.enum(productTypes),
  unit: z.enum(units),
  description: z.string(),
  aliases: z.array(z.string()),
  list_order: z.int(),
  image: z.string().nullable(),
  ...timestamps,
});
export type Product = z.output<typeof product>;

/** Other names, as a list, or as text with one name per line or separated by commas. */
const aliases = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(/[\n,]/))], {
    error: inputMessage('input.products.aliases'),
  })
  .transform((names) => [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))])
  .pipe(z.array(lineText(80)).max(40, inputMessage('input.products.too-many-aliases', { max: 40 })));

const listOrder = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^\d{1,6}$/, inputMessage('input.whole-number'))
        .transform(Number),
    ],
    { error: inputMessage('input.whole-number') },
  )
  .pipe(z.int().min(0).max(999_999));

/** Name and type are required (specification 2, section 5). An edit leaves a missing field unchanged. */
const productFields = z.object({
  name: lineText(80),
  type: z.enum(productTypes),
  code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9][A-Z0-9-]{0,19}$/, inputMessage('input.code'))
    .optional(),
  name_si: optionalLine(80).optional(),
  name_ta: optionalLine(80).optional(),
  unit: z.enum(units).optional(),
  description: paragraph(1000).optional(),
  aliases: aliases.optional(),
  list_order: listOrder.optional(),
});
export type ProductFields = z.output<typeof productFields>;

const message = z.string();
const one = z.object({ id: idInPath });

export const products = {
  list: call({
    method: 'GET',
    path: '/api/products',
    permission: 'public',
    summary: 'List products in the order of the price list. With archived=true: deleted products that can be restored.',
    query: z.object({ archived: orNone(z.enum(['true', 'false'])) }),
    answer: z.array(product),
    refusals: [],
    cached: true,
  }),
  get: call({
    method: 'GET',
    path: '/api/products/:id',
    permission: 'public',
    summary: 'Get a product.',
    params: one,
    answer: product,
    refusals: ['product_not_found'],
    cached: true,
  }),
  add: call({
    method: 'POST',
    path: '/api/products',
    permission: 'products.write',
    writes: 'once',
    summary: 'Add a product, optionally with an image.',
    body: productFields,
    upload: 'image',
    answer: z.object({ message, productId: z.int(), product }),
    status: 201,
    refusals: ['product_exists', 'product_code_taken', 'product_deleted', 'bad_image'],
  }),
  edit: call({
    method: 'PUT',
    path: '/api/products/:id',
    permission: 'products.write',
    writes: 'versioned',
    summary: 'Change a product. Omitted fields stay; a new image replaces the old one.',
    params: one,
    body: productFields.extend({
      remove_image: z
        .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')], {
          error: inputMessage('input.true-or-false'),
        })
        .optional(),
    }),
    upload: 'image',
    answer: z.object({ message, product }),
    refusals: ['product_not_found', 'product_exists', 'product_code_taken', 'product_deleted', 'bad_image'],
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/products/:id',
    permission: 'products.write',
    writes: 'unkeyed',
    summary: 'Delete a product. One with prices is removed from the lists, and its price history stays.',
    params: one,
    answer: z.object({ message, archived: z.boolean() }),
    refusals: ['product_not_found'],
  }),
  restore: call({
    method: 'POST',
    path: '/api/products/:id/restore',
    permission: 'products.write',
    writes: 'once',
    summary: 'Restore a deleted product with its price history.',
    params: one,
    answer: z.object({ message, product }),
    refusals: ['product_not_found', 'product_not_deleted', 'product_exists'],
  }),
};
