import { apiMessage, message } from '#contract/messages/message.ts';
import { products } from '#contract/products.ts';
import { Refusal } from '#contract/refusals.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { type EncodedImage, prepareImage } from '../images/store-image.ts';
import { addProduct } from './add-product.ts';
import { editProduct, removeProduct, restoreProduct } from './change-product.ts';
import { presentProduct } from './present.ts';
import { findProduct, listArchivedProducts, listProducts, lockCurrentProduct, type ProductRow } from './queries.ts';

export function productRoutes(app: AppContext): void {
  const { database, config } = app;
  const present = (row: ProductRow) => presentProduct(row, config.publicUrl);
  endpoint(app, products.list, async ({ query }) => {
    const list = query.archived === 'true' ? listArchivedProducts : listProducts;
    return (await list(database.reader)).map(present);
  });
  endpoint(app, products.get, async ({ params }) => {
    const found = await findProduct(database.reader, params.id);
    if (!found) throw new Refusal('product_not_found');
    return present(found);
  });
  endpoint(app, products.add, {
    prepare: async ({ upload }) => upload && prepareImage(upload),
    record: async ({ body, context }, tx, image: EncodedImage | undefined) => {
      const product = present(await addProduct(tx, context, { ...body, image }));
      return { message: apiMessage('products.add.done'), productId: product.id, product };
    },
  });
  endpoint(app, products.edit, {
    prepare: async ({ upload }) => upload && prepareImage(upload),
    async current({ params }, tx) {
      const product = await lockCurrentProduct(tx, params.id);
      return product && present(product);
    },
    async record({ params, body, context }, tx, image: EncodedImage | undefined) {
      const product = present(await editProduct(tx, context, { id: params.id, ...body, image }));
      return { message: apiMessage('products.edit.done'), product };
    },
  });
  endpoint(app, products.remove, async ({ params, context }) => {
    const archived = await removeProduct(database, context, params.id);
    return { message: message(archived ? 'products.remove.archived' : 'products.remove.deleted'), archived };
  });
  endpoint(app, products.restore, {
    record: async ({ params, context }, tx) => ({
      message: apiMessage('products.restore.done'),
      product: present(await restoreProduct(tx, context, params.id)),
    }),
  });
}
