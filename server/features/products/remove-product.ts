import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { describeAll } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { describeProduct } from './describe-product.ts';
import { archiveProduct, deleteProductRow, hasPriceHistory, lockCurrentProduct } from './queries.ts';

/** Archives a product that ever had prices, else deletes it. Returns true if archived. */
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
      oldValue: describeAll(describeProduct(product)),
    });
    return isArchived;
  });
}
