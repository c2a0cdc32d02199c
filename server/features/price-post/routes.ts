import { pricePost } from '#contract/price-post.ts';
import { Refusal } from '#contract/refusals.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { comparisonLoader } from '../comparisons/load-comparisons.ts';
import { listedProducts } from '../prices/list-products.ts';
import { priceBook } from '../prices/load-price-book.ts';
import { inListOrder } from '../prices/present.ts';
import { type PostedPrice, writePosts } from './write-post.ts';

export function pricePostRoutes(app: AppContext): void {
  const readBook = priceBook(app);
  const products = listedProducts(app);
  const loadComparisons = comparisonLoader(app);
  endpoint(app, pricePost.get, async ({ params: { date } }) => {
    const rows = inListOrder((await readBook()).listDay(date), await products());
    if (rows.length === 0) throw new Refusal('price_list_not_found');
    const compared = new Map(
      (await loadComparisons(date)).prices.map(({ standing }) => [standing.product_id, standing]),
    );
    const prices = rows.map(({ row, product }): PostedPrice => {
      const before = compared.get(row.product_id);
      const from = before ? (before.previous_min_cents + before.previous_max_cents) / 2 : 0;
      const { name, name_si, name_ta } = product.fields;
      const change = before ? { cents: (row.min_cents + row.max_cents) / 2 - from, from } : null;
      return { name, name_si, name_ta, minCents: row.min_cents, maxCents: row.max_cents, change };
    });
    const { centre, config } = app;
    const posts = writePosts({ date, prices, centre: centre.facts, publicUrl: config.publicUrl });
    return { date, prices: prices.length, posts };
  });
}
