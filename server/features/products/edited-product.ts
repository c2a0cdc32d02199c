import { apiMessage } from '#contract/messages/message.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { edited } from '../audit/edited.ts';
import { lockCatalogue, lockCurrentProduct, type ProductRow, updateProduct } from './queries.ts';

export type ProductTerms = Omit<ProductRow, 'id' | 'archived_at' | 'created_at' | 'updated_at'>;

export const editedProduct = edited<number, ProductRow, ProductRow, ProductTerms>({
  async lock(tx, id) {
    const product = await lockCurrentProduct(tx, id);
    if (product) await lockCatalogue(tx);
    return product;
  },
  missing: 'product_not_found',
  labels: {
    code: 'code',
    name: 'name',
    name_si: 'name_si',
    name_ta: 'name_ta',
    type: 'type',
    unit: 'unit',
    description: 'description',
    aliases: 'aliases',
    list_order: 'list_order',
    image_hash: 'image',
  },
  async update(tx, { now }, { before, after }) {
    const row = await updateProduct(tx, before.id, { ...after, updated_at: now });
    await raiseDataVersion(tx);
    return row;
  },
  changed: ({ id, name }) => ({
    type: 'Product Changed',
    description: apiMessage('products.audit.changed', { id: String(id), name }),
  }),
});
