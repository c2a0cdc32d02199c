import { Refusal } from '#contract/refusals.ts';
import type { ProductRow } from './queries.ts';

/**
 * Throws a refusal when one of the other products has the name, ignoring case. A deleted product keeps its name too:
 * a second product of that name would split the price history.
 */
export function claimName(others: readonly ProductRow[], name: string): void {
  const wanted = foldName(name);
  const owners = others.filter((product) => foldName(product.name) === wanted);
  if (owners.some((product) => product.archived_at === null)) throw new Refusal('product_exists');
  if (owners.length > 0) throw new Refusal('product_deleted');
}

/** Returns the form in which names are compared. SQLite ignores the case of ASCII letters only. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
