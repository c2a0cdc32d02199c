import { foldText } from '#contract/fold-text.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ProductRow } from './queries.ts';

/**
 * Refuses a name that exists, even of a deleted product: a second product of this name would split the price history.
 * It is not compared in SQL, because SQLite folds ASCII letters only.
 */
export function claimName(others: readonly ProductRow[], name: string): void {
  const wanted = foldText(name);
  const owners = others.filter((product) => foldText(product.name) === wanted);
  if (owners.some((product) => product.archived_at === null)) throw new Refusal('product_exists');
  if (owners.length > 0) throw new Refusal('product_deleted');
}
