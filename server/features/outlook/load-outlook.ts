import { type Day, dayNumber } from '#billing/calendar.ts';
import { Refusal } from '#contract/refusals.ts';
import { today } from '../../clock.ts';
import { memoizePerVersion } from '../../http/cache/memoize-per-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { nextTurn, takeTurns } from '../../turns.ts';
import { findProductByCode } from '../open-data/queries.ts';
import { priceBook } from '../prices/load-price-book.ts';
import type { PriceBook, PriceHistory } from '../prices/price-book.ts';
import { listProducts, type ProductRow } from '../products/queries.ts';
import type { DatedPrices } from './range-prices.ts';
import {
  type ListDays,
  type OutlookSummary,
  type ScoredRanges,
  scoreHistory,
  summarizeOutlook,
  summarizeRanges,
} from './summarize-outlook.ts';

export interface MarketOutlook {
  date: Day | null;
  products: { product: ProductRow; outlook: OutlookSummary }[];
}

export interface ProductOutlook {
  product: ProductRow;
  date: Day | null;
  summary: OutlookSummary;
  scored: ScoredRanges;
}

export async function loadProductOutlook(app: AppContext, code: string): Promise<ProductOutlook> {
  const product = await findProductByCode(app.database.reader, code);
  if (!product) throw new Refusal('product_not_found');
  const book = await priceBook(app)();
  const { date, days } = findListDays(app, book);
  const columns = columnsOf(book, product.id);
  const scored = scoreHistory(columns);
  await nextTurn();
  return { product, date, summary: summarizeRanges(scored, columns, days), scored };
}

/** A history is replaced when its prices change. */
const summaries = new WeakMap<PriceHistory, { summary: OutlookSummary; list: ListDays }>();

export function outlookOf(book: PriceBook, productId: number, list: ListDays): OutlookSummary {
  const history = book.history(productId);
  const known = summaries.get(history);
  if (known && known.list.latest === list.latest && known.list.today === list.today) return known.summary;
  const summary = summarizeOutlook(columnsOf(book, productId), list);
  summaries.set(history, { summary, list });
  return summary;
}

const loaders = new WeakMap<AppContext['responseCache'], () => Promise<MarketOutlook>>();

/**
 * Computes the outlook once per cache version, for both the page and the API. Lets other requests run after each
 * product.
 */
export function marketOutlook(app: AppContext): () => Promise<MarketOutlook> {
  const known = loaders.get(app.responseCache);
  if (known) return known;
  const load = memoizePerVersion(app.responseCache, () => loadMarket(app));
  loaders.set(app.responseCache, load);
  return load;
}

async function loadMarket(app: AppContext): Promise<MarketOutlook> {
  const book = await priceBook(app)();
  const { date, days } = findListDays(app, book);
  const products = [];
  for (const product of await listProducts(app.database.reader)) {
    products.push({ product, outlook: outlookOf(book, product.id, days) });
    await takeTurns();
  }
  return { date, products };
}

export function findListDays({ clock }: AppContext, book: PriceBook): { date: Day | null; days: ListDays } {
  const now = today(clock);
  const latest = book.findLatest(now);
  return { date: latest, days: { latest: dayNumber(latest ?? now), today: dayNumber(now) } };
}

export function columnsOf(book: PriceBook, productId: number): DatedPrices {
  const { days, minCents, maxCents } = book.history(productId);
  return { days: Array.from(days), minCents: Array.from(minCents), maxCents: Array.from(maxCents) };
}
