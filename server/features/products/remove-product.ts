import { Refusal } from '#contract/refusals.ts';
import type { Act } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { describeAll } from '../audit/describe-changes.ts';
import { noteEvent } from '../audit/write-audit.ts';
import { describeProduct } from './describe-product.ts';
import { archiveProduct, deleteProduct, hasPriceHistory, lockStandingProduct } from './queries.ts';

/**
 * Takes a product off the lists: archived when it has prices or ever had, for its history is read on, else deleted
 * (wire.md, section 4). Gives whether it was archived. Refuses an unknown product and one that is archived already.
 */
export async function removeProduct(database: Database, act: Act, id: number): Promise<boolean> {
  return database.write(async (tx) => {
    const product = await lockStandingProduct(tx, id);
    if (!product) throw new Refusal('product_not_found');
    const isArchived = await hasPriceHistory(tx, id);
    if (isArchived) await archiveProduct(tx, id, act.at);
    else await deleteProduct(tx, id);
    await raiseDataVersion(tx);
    await noteEvent(tx, act, {
      type: isArchived ? 'Product Archived' : 'Product Deleted',
      description: `Product ${id} ${product.name} ${isArchived ? 'archived' : 'deleted'}`,
      oldValue: describeAll(describeProduct(product)),
    });
    return isArchived;
  });
}
