import { foldText } from '#contract/fold-text.ts';
import type { ProductFields } from '#contract/products.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { LIST_STEP, writeProduct } from './add-product.ts';
import { listEveryProduct, lockCatalogue } from './queries.ts';

export type StarterFields = ProductFields & { code: string };

export async function loadCatalogue(
  database: Database,
  context: ActionContext,
  starters: readonly StarterFields[],
): Promise<number> {
  return database.write(async (tx) => {
    await lockCatalogue(tx);
    const products = await listEveryProduct(tx);
    const codes = new Set(products.map((product) => product.code));
    const names = new Set(products.map((product) => foldText(product.name)));
    const places = starters.map((fields, index) => ({ fields, listOrder: (index + 1) * LIST_STEP }));
    const missing = places.filter(({ fields }) => !codes.has(fields.code) && !names.has(foldText(fields.name)));
    for (const { fields, listOrder } of missing) {
      await writeProduct(tx, context, { fields, code: fields.code, listOrder, imageHash: null });
    }
    if (missing.length > 0) await raiseDataVersion(tx);
    return missing.length;
  });
}
