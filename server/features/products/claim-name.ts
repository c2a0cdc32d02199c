import { Refusal } from '#contract/refusals.ts';
import type { ProductRow } from './queries.ts';

/** Refuses a name that another standing product has, ignoring case: two equal lines on the list cannot be told apart. */
export function claimName(standing: readonly ProductRow[], name: string, ownId?: number): void {
  const wanted = foldName(name);
  if (standing.some((product) => product.id !== ownId && foldName(product.name) === wanted)) {
    throw new Refusal('product_exists');
  }
}

/** The form in which names are compared. Not left to SQL: SQLite knows the case of ASCII letters only. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
