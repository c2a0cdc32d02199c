import { apiMessage } from '#contract/messages/message.ts';
import type { ProductFields } from '#contract/products.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { type EncodedImage, storeImage } from '../images/store-image.ts';
import { claimCode, claimName } from './claim-code.ts';
import { editedProduct } from './edited-product.ts';
import { insertProduct, listEveryProduct, lockCatalogue, type ProductRow } from './queries.ts';

/**
 * The gap between the places of neighbouring products in the list, so that a product can be inserted without moving
 * others.
 */
export const LIST_STEP = 10;
const LAST_PLACE = 999_999;

export async function addProduct(
  tx: Writer,
  context: ActionContext,
  { image, ...fields }: ProductFields & { image: EncodedImage | undefined },
): Promise<ProductRow> {
  await lockCatalogue(tx);
  const products = await listEveryProduct(tx);
  claimName(products, fields.name);
  const code = claimCode(products, fields.code, fields.name);
  const last = products.findLast((product) => product.archived_at === null);
  const listOrder = fields.list_order ?? Math.min((last?.list_order ?? 0) + LIST_STEP, LAST_PLACE);
  if (image) await storeImage(tx, image, context.now);
  const added = await writeProduct(tx, context, { fields, code, listOrder, imageHash: image?.hash ?? null });
  await raiseDataVersion(tx);
  return added;
}

export async function writeProduct(
  tx: Writer,
  context: ActionContext,
  { fields, ...decided }: { fields: ProductFields; code: string; listOrder: number; imageHash: string | null },
): Promise<ProductRow> {
  const added = await insertProduct(tx, {
    code: decided.code,
    name: fields.name,
    name_si: fields.name_si ?? '',
    name_ta: fields.name_ta ?? '',
    type: fields.type,
    unit: fields.unit ?? 'kg',
    description: fields.description ?? '',
    aliases: JSON.stringify(fields.aliases ?? []),
    list_order: decided.listOrder,
    image_hash: decided.imageHash,
    archived_at: null,
    created_at: context.now,
    updated_at: context.now,
  });
  await writeAudit(tx, context, {
    type: 'Product Added',
    description: apiMessage('products.audit.added', { id: String(added.id), name: added.name }),
    newValue: editedProduct.describeAll(added),
  });
  return added;
}
