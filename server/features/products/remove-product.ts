import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { describeAll } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { describeProduct } from './describe-product.ts';
import { archiveProduct, deleteProductRow, hasPriceHistory, lockCurrentProduct } from './queries.ts';

/**
 * Takes a product off the lists: archived when it has prices or ever had, for its history is read on, else deleted
 * (wire.md, section 4). Gives whether it was archived. Refuses an unknown product and one that is archived already.
 */
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
      description: `Product ${id} ${product.name} ${isArchived ? 'archived' : 'deleted'}`,
      oldValue: describeAll(describeProduct(product)),
    });
    return isArchived;
  });
}
