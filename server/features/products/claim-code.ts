import { foldText } from '#contract/fold-text.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ProductRow } from './queries.ts';

const LONGEST = 20;
/** The code of a product whose name has no Latin letter or digit. */
const FALLBACK = 'PRODUCT';

/**
 * Returns an unused code: RED-CABBAGE, or RED-CABBAGE-2. Codes of deleted products are not used again, because old
 * price lists contain them.
 */
export function claimCode(others: readonly ProductRow[], requested: string | undefined, name: string): string {
  if (requested === undefined) return deriveCode(new Set(others.map((product) => product.code)), name);
  const owner = others.find((product) => product.code === requested);
  if (owner) throw new Refusal(owner.archived_at === null ? 'product_code_taken' : 'product_deleted');
  return requested;
}

function deriveCode(taken: ReadonlySet<string>, name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '-');
  const base = cut(plain, LONGEST) || FALLBACK;
  let code = base;
  for (let number = 2; taken.has(code); number += 1) {
    const ending = `-${number}`;
    code = `${cut(base, LONGEST - ending.length)}${ending}`;
  }
  return code;
}

function cut(text: string, length: number): string {
  return text.replace(/^-/, '').slice(0, length).replace(/-$/, '');
}

/**
 * Refuses a name that another product has, even a deleted product, because a second product with the same name would
 * split the price history. Names are not compared in SQL, because SQLite ignores case only for ASCII letters.
 */
export function claimName(others: readonly ProductRow[], name: string): void {
  const wanted = foldText(name);
  const owners = others.filter((product) => foldText(product.name) === wanted);
  if (owners.some((product) => product.archived_at === null)) throw new Refusal('product_exists');
  if (owners.length > 0) throw new Refusal('product_deleted');
}
