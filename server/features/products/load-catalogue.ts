import type { ProductFields } from '#contract/products.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { LIST_STEP, writeProduct } from './add-product.ts';
import { foldName } from './claim-name.ts';
import { listCodes, listProducts, lockCatalogue } from './queries.ts';

/** A product of a starter catalogue; its code is what a second load knows it by. */
export type StarterFields = ProductFields & { code: string };

/**
 * Adds the starter products that are missing, each at its place of the starter's order, and gives how many it added.
 * One whose code is in use, archived or not, is left alone, and so is one whose name the market already gave a product.
 */
export async function loadCatalogue(
  database: Database,
  context: ActionContext,
  starters: readonly StarterFields[],
): Promise<number> {
  return database.write(async (tx) => {
    await lockCatalogue(tx);
    const codes = new Set(await listCodes(tx));
    const names = new Set((await listProducts(tx)).map((product) => foldName(product.name)));
    const places = starters.map((fields, index) => ({ fields, listOrder: (index + 1) * LIST_STEP }));
    const missing = places.filter(({ fields }) => !codes.has(fields.code) && !names.has(foldName(fields.name)));
    for (const { fields, listOrder } of missing) {
      await writeProduct(tx, context, fields, { code: fields.code, listOrder, imageHash: null });
    }
    if (missing.length > 0) await raiseDataVersion(tx);
    return missing.length;
  });
}
