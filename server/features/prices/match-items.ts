import { foldText } from '#contract/fold-text.ts';
import type { ApiMessageKey } from '#contract/messages/message.ts';
import type { ProductRow } from '../products/queries.ts';

export type FoundItem =
  | { productId: number; isMapped: boolean }
  /** Several products have this name, or a name that begins with it. */
  | { candidates: readonly ProductRow[] }
  | { reason: ApiMessageKey };

interface Matching {
  mapping?: ReadonlyMap<string, number>;
  /** Returns true for an alias that is in the starter catalogue. Nobody of the market has chosen it. */
  isStarterAlias?: (product: ProductRow, alias: string) => boolean;
}

/** Matches what separates a kind from its variety, as in `Carrot - Jaffna`, `Gourd, snake` and `Carrot (Jaffna)`. */
const BEFORE_VARIETY = /\s+[-–—]\s+|\s*[,(]/g;

function kindsOf(name: string): string[] {
  return [...name.matchAll(BEFORE_VARIETY)].map(({ index }) => name.slice(0, index));
}

/**
 * Matches items with products: by the mapping, then by name in three languages or code, then by an alias of the market.
 * An item that is the beginning of several names has candidates, whatever the starter catalogue calls them, because a
 * price of the wrong product is worse than none.
 */
export function matchItems(
  products: readonly ProductRow[],
  { mapping = new Map(), isStarterAlias = () => false }: Matching,
): (item: string) => FoundItem {
  const mapped = new Map([...mapping].map(([item, productId]) => [foldText(item), productId]));
  const namesOf = ({ name, name_si, name_ta }: ProductRow) => [name, name_si, name_ta];
  const aliasesOf = (product: ProductRow, isStarter: boolean) =>
    (JSON.parse(product.aliases) as string[]).filter((alias) => isStarterAlias(product, alias) === isStarter);
  const named = gather(products, (product) => [...namesOf(product), product.code]);
  const alsoNamed = gather(products, (product) => aliasesOf(product, false));
  const kinds = gather(products, (product) => namesOf(product).flatMap(kindsOf));
  const starters = gather(products, (product) => aliasesOf(product, true));
  const find = (item: string): FoundItem => {
    const folded = foldText(item);
    const productId = mapped.get(folded);
    if (productId !== undefined) return { productId, isMapped: true };
    const exact = named.get(folded) ?? alsoNamed.get(folded);
    const starter = starters.get(folded) ?? new Set<number>();
    const ofKind = kinds.get(folded) ?? new Set<number>();
    const fitting = exact ?? new Set([...starter, ...(starter.size > 0 || ofKind.size > 1 ? ofKind : [])]);
    const [only, ...others] = fitting;
    if (only === undefined) return { reason: 'prices.fault.unknown_item' };
    if (others.length === 0) return { productId: only, isMapped: false };
    return { candidates: products.filter(({ id }) => fitting.has(id)) };
  };
  const found = new Map<string, FoundItem>();
  return (item) => {
    const known = found.get(item) ?? find(item);
    found.set(item, known);
    return known;
  };
}

function gather(
  products: readonly ProductRow[],
  wordsOf: (product: ProductRow) => readonly string[],
): Map<string, Set<number>> {
  const gathered = new Map<string, Set<number>>();
  for (const product of products) {
    for (const folded of wordsOf(product).map(foldText).filter(Boolean)) {
      const ids = gathered.get(folded) ?? new Set();
      gathered.set(folded, ids.add(product.id));
    }
  }
  return gathered;
}

const LOST = /\ufffd|^[?\s]+$|à[¶·®¯]/;
/**
 * Matches text in a font from before Unicode, which draws Sinhala and Tamil letters in the places of Latin letters and
 * signs.
 */
const OLD_FONT = /[\u00a1-\u00df\u00f7\u0152\u0160\u0178]|\p{Ll}[;[\]{}@<>\\`^|#~=+.]\p{L}|^[;[\]{}<>\\`^|]\p{L}/u;

export function explainUnknown(items: Iterable<string>): (item: string) => ApiMessageKey {
  let isOld = false;
  for (const item of items) isOld ||= OLD_FONT.test(item) && !LOST.test(item);
  return (item) => {
    if (LOST.test(item)) return 'prices.fault.lost_letters';
    return isOld && !/[\u0b80-\u0dff]/.test(item) ? 'prices.fault.old_font' : 'prices.fault.unknown_item';
  };
}
