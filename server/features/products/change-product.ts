import type { Body } from '#contract/call.ts';
import { foldText } from '#contract/fold-text.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { products } from '#contract/products.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database, Writer } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { type EncodedImage, storeImage } from '../images/store-image.ts';
import { claimCode, claimName } from './claim-code.ts';
import { editedProduct, type ProductTerms } from './edited-product.ts';
import {
  archiveProduct,
  deleteProductRow,
  hasPriceHistory,
  listEveryProduct,
  listProducts,
  lockCatalogue,
  lockCurrentProduct,
  lockProduct,
  type ProductRow,
  updateProduct,
} from './queries.ts';

export async function restoreProduct(tx: Writer, context: ActionContext, id: number): Promise<ProductRow> {
  const product = await lockProduct(tx, id);
  if (!product) throw new Refusal('product_not_found');
  if (product.archived_at === null) throw new Refusal('product_not_deleted');
  await lockCatalogue(tx);
  claimName(await listProducts(tx), product.name);
  const restored = await updateProduct(tx, id, { archived_at: null, updated_at: context.now });
  await raiseDataVersion(tx);
  await writeAudit(tx, context, {
    type: 'Product Restored',
    description: apiMessage('products.audit.restored', { id: String(id), name: product.name }),
    newValue: editedProduct.describeAll(restored),
  });
  return restored;
}

/** Archives a product that has ever had a price, and deletes any other. Returns true if the product was archived. */
export async function removeProduct(database: Database, context: ActionContext, id: number): Promise<boolean> {
  return database.write(async (tx) => {
    const product = await lockCurrentProduct(tx, id);
    if (!product) throw new Refusal('product_not_found');
    const isArchived = await hasPriceHistory(tx, id);
    if (isArchived) await archiveProduct(tx, id, context.now);
    else await deleteProductRow(tx, id);
    await raiseDataVersion(tx);
    await writeAudit(tx, context, {
      type: isArchived ? 'Product Archived' : 'Product Deleted',
      description: apiMessage(isArchived ? 'products.audit.archived' : 'products.audit.deleted', {
        id: String(id),
        name: product.name,
      }),
      oldValue: editedProduct.describeAll(product),
    });
    return isArchived;
  });
}

type Fields = Body<typeof products.edit>;

export async function editProduct(
  tx: Writer,
  context: ActionContext,
  { id, image, ...fields }: Fields & { id: number; image: EncodedImage | undefined },
): Promise<ProductRow> {
  const { row } = await editedProduct.edit(tx, context, {
    key: id,
    async terms(before) {
      const others = (await listEveryProduct(tx)).filter((product) => product.id !== id);
      // An unchanged name is not checked, because older releases accepted the name of a deleted product.
      if (foldText(fields.name) !== foldText(before.name)) claimName(others, fields.name);
      const code = claimCode(others, fields.code ?? before.code, fields.name);
      return applyFields(before, { ...fields, code }, image?.hash);
    },
    async alongside() {
      if (image) await storeImage(tx, image, context.now);
    },
  });
  return row;
}

function applyFields(
  before: ProductRow,
  fields: Fields & { code: string },
  newImage: string | undefined,
): ProductTerms {
  const keptImage = fields.remove_image ? null : before.image_hash;
  return {
    code: fields.code,
    name: fields.name,
    name_si: fields.name_si ?? before.name_si,
    name_ta: fields.name_ta ?? before.name_ta,
    type: fields.type,
    unit: fields.unit ?? before.unit,
    description: fields.description ?? before.description,
    aliases: fields.aliases ? JSON.stringify(fields.aliases) : before.aliases,
    list_order: fields.list_order ?? before.list_order,
    image_hash: newImage ?? keptImage,
  };
}
