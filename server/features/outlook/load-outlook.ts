import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Day, dayNumber } from '#billing/calendar.ts';
import { Refusal } from '#contract/refusals.ts';
import { today } from '../../clock.ts';
import { memoizePerVersion } from '../../http/cache/memoize-per-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { findProductByCode } from '../open-data/queries.ts';
import { findDays, readHistory } from '../prices/queries.ts';
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
  const { date, days } = await findListDays(app);
  const columns = await loadColumns(app, product.id);
  const scored = scoreHistory(columns);
  return { product, date, summary: summarizeRanges(scored, columns, days), scored };
}

const loaders = new WeakMap<AppContext['responseCache'], () => Promise<MarketOutlook>>();

/** Once per cache version for page and API; other requests run between products. */
export function marketOutlook(app: AppContext): () => Promise<MarketOutlook> {
  const known = loaders.get(app.responseCache);
  if (known) return known;
  const load = memoizePerVersion(app.responseCache, () => loadMarket(app));
  loaders.set(app.responseCache, load);
  return load;
}

async function loadMarket(app: AppContext): Promise<MarketOutlook> {
  const db = app.database.reader;
  const { date, days } = await findListDays(app);
  const products = [];
  for (const product of await listProducts(db)) {
    const outlook = summarizeOutlook(await loadColumns(app, product.id), days);
    products.push({ product, outlook });
    await yieldToEventLoop();
  }
  return { date, products };
}

export async function findListDays({ clock, database }: AppContext): Promise<{ date: Day | null; days: ListDays }> {
  const now = today(clock);
  const { latest } = await findDays(database.reader, now, now);
  return { date: latest, days: { latest: dayNumber(latest ?? now), today: dayNumber(now) } };
}

export async function loadColumns({ database }: AppContext, productId: number): Promise<DatedPrices> {
  const { days, minCents, maxCents } = await readHistory(database.reader, productId);
  return { days: JSON.parse(days), minCents: JSON.parse(minCents), maxCents: JSON.parse(maxCents) };
}
