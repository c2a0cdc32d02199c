import { foldText } from '#contract/fold-text.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ProductRow } from './queries.ts';

/**
 * Names of deleted products stay taken: a second one would split the price history. Not in SQL: SQLite folds ASCII
 * letters only.
 */
export function claimName(others: readonly ProductRow[], name: string): void {
  const wanted = foldText(name);
  const owners = others.filter((product) => foldText(product.name) === wanted);
  if (owners.some((product) => product.archived_at === null)) throw new Refusal('product_exists');
  if (owners.length > 0) throw new Refusal('product_deleted');
}
