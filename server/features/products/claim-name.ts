import { foldText } from '#contract/fold-text.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ProductRow } from './queries.ts';

/**
 * Refuses a name that another product has, even a deleted one: a second product of this name would split the price
 * history. Names are not compared in SQL, because SQLite ignores case only for ASCII letters.
 */
export function claimName(others: readonly ProductRow[], name: string): void {
  const wanted = foldText(name);
  const owners = others.filter((product) => foldText(product.name) === wanted);
  if (owners.some((product) => product.archived_at === null)) throw new Refusal('product_exists');
  if (owners.length > 0) throw new Refusal('product_deleted');
}
