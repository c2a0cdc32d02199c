import type { Day } from '#billing/calendar.ts';
import type { ComparedProduct, NationalPrices, UnionPrice } from '#contract/where-to-sell.ts';
import { middleOf } from './compare-centres.ts';
import { convertPrice } from './convert-price.ts';
import { namesOf } from './names-of.ts';
import { centreSource } from './present.ts';
import type { CentreRow, listUnion } from './queries.ts';

interface Nation {
  date: Day;
  centres: readonly CentreRow[];
  /** The ids of products in list order. */
  order: readonly number[];
  named: (productId: number) => ComparedProduct | undefined;
}

/** Returns each product once, with the centres where it is cheapest and dearest. */
export function presentNational(
  rows: Awaited<ReturnType<typeof listUnion>>,
  { date, centres, order, named }: Nation,
): NationalPrices {
  const known = new Map(centres.map((row) => [row.id, row]));
  const byProduct = new Map<number, UnionPrice>();
  const heard = new Set<number>();
  for (const row of rows) {
    const centre = known.get(row.centre_id);
    const product = row.product_id === null ? undefined : named(row.product_id);
    if (!centre || !product) continue;
    const minCents = convertPrice(row.min_cents, row.unit, product.unit);
    const maxCents = convertPrice(row.max_cents, row.unit, product.unit);
    if (minCents === undefined || maxCents === undefined) continue;
    heard.add(centre.id);
    const end = { name: namesOf(centre), minCents, maxCents, ...centreSource(centre) };
    const before = byProduct.get(product.id);
    byProduct.set(product.id, {
      product,
      centres: (before?.centres ?? 0) + 1,
      lowest: before && middleOf(before.lowest) <= middleOf(end) ? before.lowest : end,
      highest: before && middleOf(before.highest) >= middleOf(end) ? before.highest : end,
    });
  }
  return { date, centres: heard.size, rows: order.flatMap((id) => byProduct.get(id) ?? []) };
}
