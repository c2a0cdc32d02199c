import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { describeAll } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { claimName } from './claim-name.ts';
import { describeProduct } from './describe-product.ts';
import { listProducts, lockCatalogue, lockProduct, type ProductRow, updateProduct } from './queries.ts';

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
    newValue: describeAll(describeProduct(restored)),
  });
  return restored;
}
