import { foldForSearch, foldWords, isFound } from '#contract/fold-text.ts';
import type { Reader } from '../../db/connect.ts';

export interface FoundByName {
  shopIds: number[];
  tenancyIds: number[];
}

/** Finds shops by the sound of names: `perera` finds `Perrera`, and long and short vowels are treated as equal. */
export async function findByName(db: Reader, search: string): Promise<FoundByName> {
  const words = foldWords(search);
  if (words.length === 0) return { shopIds: [], tenancyIds: [] };
  const shops = await db.selectFrom('shops').select(['id', 'shop_name as name']).execute();
  const tenancies = await db.selectFrom('tenancies').select(['id', 'name']).execute();
  const named = (rows: { id: number; name: string }[]) =>
    rows.filter(({ name }) => isFound(words, foldForSearch(name))).map(({ id }) => id);
  return { shopIds: named(shops), tenancyIds: named(tenancies) };
}
