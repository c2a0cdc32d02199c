import type { Day } from '#billing/calendar.ts';
import { today } from '../../clock.ts';
import { memoizePerVersion } from '../../http/cache/memoize-per-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { listedProducts } from '../prices/list-products.ts';
import { findDays } from '../prices/queries.ts';
import { listStandings, type PriceStanding } from './queries.ts';

export interface ComparedDay {
  date: Day | null;
  /** Prices in the order of the price list. */
  prices: readonly { code: string; standing: PriceStanding }[];
}

/**
 * Loads the latest list if no date is given; it is read once per cache version, because every page of the day shows it.
 */
export function comparisonLoader(app: AppContext): (date?: Day) => Promise<ComparedDay> {
  const { clock, responseCache } = app;
  const { reader } = app.database;
  const products = listedProducts(app);
  const load = async (date: Day | null): Promise<ComparedDay> => {
    const standings = date === null ? [] : await listStandings(reader, date);
    const byProduct = new Map(standings.map((standing) => [standing.product_id, standing]));
    const prices = [...(await products())].flatMap(([id, { fields }]) => {
      const standing = byProduct.get(id);
      return standing ? [{ code: fields.code, standing }] : [];
    });
    return { date, prices };
  };
  const loadLatest = memoizePerVersion(responseCache, async () => {
    const now = today(clock);
    return load((await findDays(reader, now, now)).latest);
  });
  return async (date) => {
    const latest = await loadLatest();
    return date === undefined || date === latest.date ? latest : load(date);
  };
}
