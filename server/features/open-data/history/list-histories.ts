import { takeTurns } from '../../../turns.ts';
import type { PriceBook, PriceHistory } from '../../prices/price-book.ts';
import type { ProductRow } from '../../products/queries.ts';

export interface ProductHistory extends PriceHistory {
  product: ProductRow;
}

/** Yields the history of each product that has prices. Lets other requests run after each product. */
export async function* listHistories(book: PriceBook, products: readonly ProductRow[]): AsyncGenerator<ProductHistory> {
  for (const product of products) {
    const history = book.history(product.id);
    if (history.days.length > 0) yield { product, ...history };
    await takeTurns();
  }
}
