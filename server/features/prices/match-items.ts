import { foldText } from '#contract/fold-text.ts';
import type { ApiMessageKey } from '#contract/messages/message.ts';
import type { ProductRow } from '../products/queries.ts';

export type FoundItem = { productId: number; isMapped: boolean } | { reason: ApiMessageKey };

/**
 * Matches items with products: by the mapping, then by name in three languages or code, then by alias. An ambiguous
 * word matches nothing, because a price of the wrong product is worse than none.
 */
export function matchItems(
  products: readonly ProductRow[],
  mapping: ReadonlyMap<string, number>,
): (item: string) => FoundItem {
  const mapped = new Map([...mapping].map(([item, productId]) => [foldText(item), new Set([productId])]));
  const named = gather(products, ({ name, name_si, name_ta, code }) => [name, name_si, name_ta, code]);
  const alsoNamed = gather(products, ({ aliases }) => JSON.parse(aliases));
  const find = (item: string): FoundItem => {
    const folded = foldText(item);
    const [productId, ...others] = mapped.get(folded) ?? named.get(folded) ?? alsoNamed.get(folded) ?? [];
    if (productId === undefined) return { reason: 'prices.fault.unknown_item' };
    return others.length === 0
      ? { productId, isMapped: mapped.has(folded) }
      : { reason: 'prices.fault.ambiguous_item' };
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
