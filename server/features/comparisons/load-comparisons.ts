import type { Day } from '#billing/calendar.ts';
import { type Cents, cents } from '#billing/money.ts';
import { priceShape, SHAPE_DAYS } from '#contract/price-shape.ts';
import { today } from '../../clock.ts';
import { memoizePerVersion } from '../../http/cache/memoize-per-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { listedProducts } from '../prices/list-products.ts';
import { priceBook } from '../prices/load-price-book.ts';
import { firstNotBelow, type PriceBook, type PriceHistory } from '../prices/price-book.ts';

const YEAR_DAYS = 365;

export interface PriceStanding {
  product_id: number;
  min_cents: Cents;
  max_cents: Cents;
  since: Day;
  previous_min_cents: Cents;
  previous_max_cents: Cents;
  days: number;
  lower: number;
  higher: number;
  shape: string;
}

export interface ComparedDay {
  date: Day | null;
  /** The products that have a price, in the order of the price list. */
  prices: readonly { code: string; standing: PriceStanding }[];
}

/**
 * Returns a function that loads the comparisons of a day, by default the day of the latest list. For the latest list
 * they are computed only once per cache version, because every page of the day shows them.
 */
export function comparisonLoader(app: AppContext): (date?: Day) => Promise<ComparedDay> {
  const { clock, responseCache } = app;
  const products = listedProducts(app);
  const readBook = priceBook(app);
  const load = async (date: Day | null): Promise<ComparedDay> => {
    const standings = date === null ? [] : listStandings(await readBook(), date);
    const byProduct = new Map(standings.map((standing) => [standing.product_id, standing]));
    const prices = [...(await products())].flatMap(([id, { fields }]) => {
      const standing = byProduct.get(id);
      return standing ? [{ code: fields.code, standing }] : [];
    });
    return { date, prices };
  };
  const loadLatest = memoizePerVersion(responseCache, async () => load((await readBook()).findLatest(today(clock))));
  return async (date) => {
    const latest = await loadLatest();
    return date === undefined || date === latest.date ? latest : load(date);
  };
}

/**
 * Compares each price with the product's prices of the 365 days before it. A product without a price in those days is
 * omitted.
 */
export function listStandings(book: PriceBook, date: Day): PriceStanding[] {
  return [...book.placesOn(date)].flatMap(({ productId, history, at }) => {
    const { days, minCents, maxCents } = history;
    const first = firstNotBelow(days, (days[at] ?? 0) - YEAR_DAYS);
    const since = days[at - 1];
    if (since === undefined || first === at) return [];
    const { lower, higher } = countAround(history, first, at);
    return {
      product_id: productId,
      min_cents: cents(minCents[at] ?? 0),
      max_cents: cents(maxCents[at] ?? 0),
      since: book.dayOf(since),
      previous_min_cents: cents(minCents[at - 1] ?? 0),
      previous_max_cents: cents(maxCents[at - 1] ?? 0),
      days: at - first,
      lower,
      higher,
      shape: priceShape(monthOf(history, at)),
    };
  });
}

/** Returns twice the middle of each of the last days up to the price at `at`, oldest first; null without a price. */
function monthOf({ days, minCents, maxCents }: PriceHistory, at: number): (number | null)[] {
  const last = days[at] ?? 0;
  const month = new Array<number | null>(SHAPE_DAYS).fill(null);
  for (let place = at; place >= 0; place -= 1) {
    const before = last - (days[place] ?? 0);
    if (before >= SHAPE_DAYS) break;
    month[SHAPE_DAYS - 1 - before] = (minCents[place] ?? 0) + (maxCents[place] ?? 0);
  }
  return month;
}

/**
 * Counts how many prices from `first` up to, but not including, `at` are lower than the price at `at`, and how many are
 * higher.
 */
function countAround({ minCents, maxCents }: PriceHistory, first: number, at: number) {
  const sum = (minCents[at] ?? 0) + (maxCents[at] ?? 0);
  let lower = 0;
  let higher = 0;
  for (let past = first; past < at; past += 1) {
    const other = (minCents[past] ?? 0) + (maxCents[past] ?? 0);
    if (other < sum) lower += 1;
    else if (other > sum) higher += 1;
  }
  return { lower, higher };
}
