import { products } from '#contract/products.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Door } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { recording } from '../../http/idempotency/write-endpoint.ts';
import { type EncodedImage, encodeImage } from '../images/store-image.ts';
import { addProduct } from './add-product.ts';
import { editProduct } from './edit-product.ts';
import { presentProduct } from './present.ts';
import { findProduct, listProducts, type ProductRow } from './queries.ts';
import { removeProduct } from './remove-product.ts';

/** The catalogue: everybody reads it, the office keeps it. */
export function productRoutes(door: Door): void {
  const { database, config } = door;
  const present = (row: ProductRow) => presentProduct(row, config.publicUrl);
  endpoint(door, products.list, async () => (await listProducts(database.reader)).map(present));
  endpoint(door, products.get, async ({ params }) => {
    const found = await findProduct(database.reader, params.id);
    if (!found) throw new Refusal('product_not_found');
    return present(found);
  });
  recording(
    door,
    products.add,
    async ({ body, act }, tx, image: EncodedImage | undefined) => {
      const product = present(await addProduct(tx, act, body, image));
      return { message: 'Product added.', productId: product.id, product };
    },
    async ({ upload }) => upload && encodeImage(upload),
  );
  endpoint(door, products.edit, async ({ params, body, upload, act }) => {
    const product = present(await editProduct(database, act, params.id, body, upload));
    return { message: 'Product updated.', product };
  });
  endpoint(door, products.remove, async ({ params, act }) => {
    const archived = await removeProduct(database, act, params.id);
    return { message: archived ? 'Product archived; its price history stays.' : 'Product deleted.', archived };
  });
}
