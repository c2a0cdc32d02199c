import { foldText } from '#contract/fold-text.ts';
import type { ListedStall, StallProduct, StallsPageData } from '#contract/site.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { listPublicEntries } from '../directory/queries.ts';
import { loadPlan } from '../plan/load-plan.ts';
import type { ListedProducts } from '../prices/list-products.ts';

const LONGEST_SEARCH = 80;

/**
 * Loads the plan with the stalls whose tenants agreed. Nothing of it is cached, so that the next
 * request after a withdrawal does not have the name.
 */
export async function loadStalls(
  { database }: Pick<AppContext, 'database'>,
  query: URLSearchParams,
  products: ListedProducts,
): Promise<StallsPageData> {
  const { plan, entries } = await database.snapshot(async (db) => ({
    plan: await loadPlan(db),
    entries: await listPublicEntries(db),
  }));
  const stalls = entries.map(({ shop_id, trade_name, product_ids }): ListedStall => {
    const goods = product_ids.flatMap((id) => nameProduct(products, id) ?? []);
    return { shopId: shop_id, tradeName: trade_name, goods };
  });
  const sold = new Map(stalls.flatMap(({ goods }) => goods.map((product) => [product.id, product])));
  const product = sold.get(Number(query.get('product'))) ?? nameProduct(products, Number(query.get('product'))) ?? null;
  const search = (query.get('q') ?? '').trim().slice(0, LONGEST_SEARCH);
  return {
    plan: { parts: plan.parts, shop_ids: plan.shop_ids, picture: plan.picture },
    stalls: stalls.filter((stall) => isFound(stall, { product, search, products })),
    listed: stalls.length,
    sold: [...products.keys()].flatMap((id) => sold.get(id) ?? []),
    product,
    search,
  };
}

function nameProduct(products: ListedProducts, id: number): StallProduct | undefined {
  const found = products.get(id);
  if (!found) return undefined;
  const { name, name_si, name_ta } = found.fields;
  return { id, name, name_si, name_ta };
}

interface Wanted {
  product: StallProduct | null;
  search: string;
  products: ListedProducts;
}

/** A search finds stalls by their number, by their trade name, or by what they sell, in any language. */
function isFound({ shopId, tradeName, goods }: ListedStall, { product, search, products }: Wanted): boolean {
  if (product !== null && !goods.some(({ id }) => id === product.id)) return false;
  const wanted = foldText(search);
  if (wanted === '') return true;
  const names = goods.flatMap(({ id, name, name_si, name_ta }) => [
    name,
    name_si,
    name_ta,
    ...(products.get(id)?.aliases ?? []),
  ]);
  return [shopId, tradeName, ...names].some((text) => foldText(text).includes(wanted));
}

/** Returns the address of what was asked for, in English and without its host. */
export function stallsPath({ product, search }: StallsPageData): string {
  const query = new URLSearchParams();
  if (product !== null) query.set('product', String(product.id));
  if (search !== '') query.set('q', search);
  return query.size === 0 ? '/stalls' : `/stalls?${query}`;
}
