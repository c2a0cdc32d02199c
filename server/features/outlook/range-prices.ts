import type { Horizon } from '#contract/words.ts';

/** The midpoint of a price range in cents, on a day counted from 1970-01-01. */
export interface Middle {
  day: number;
  cents: number;
}

export interface DatedPrices {
  days: number[];
  minCents: number[];
  maxCents: number[];
}

export interface OutlookRange {
  made: Middle;
  from: number;
  to: number;
  result: Middle | undefined;
}

/** The period, in days after a range was made, whose first price is compared with the range. */
const RESULT_DAYS: Record<Horizon, { first: number; last: number }> = {
  next_list: { first: 1, last: 7 },
  seven_days: { first: 7, last: 10 },
};

const MOST_CHANGES = 500;
/**
 * The minimum number of price changes for which a range is made. Ranges before the 200th price are not shown, but
 * already adjust the width of later ones.
 */
const FEWEST_CHANGES = 50;
const OUTSIDE = 0.2;
/** How strongly a result adjusts the width: a miss makes the next ranges 32% wider, a hit makes them 7% narrower. */
const ADJUSTMENT = 0.35;
const MOST_WIDTH = Math.log(4);
/** A tolerance, so that a bound that is exactly a multiple of the step is not moved outward. */
const TINY = 1e-9;

export function middlesOf({ days, minCents, maxCents }: DatedPrices): Middle[] {
  return days
    .map((day, at) => ({ day, cents: ((minCents[at] ?? 0) + (maxCents[at] ?? 0)) / 2 }))
    .filter(({ cents }) => cents > 0)
    .sort((one, other) => one.day - other.day);
}

/**
 * Returns the ranges of a product. A range depends only on prices up to the day on which it is made (docs/outlook.md).
 */
export function rangePrices(prices: readonly Middle[], horizon: Horizon): OutlookRange[] {
  const { first, last } = RESULT_DAYS[horizon];
  const changes = new SortedChanges();
  const ranges: (OutlookRange | undefined)[] = [];
  let width = 0;
  let open = 0;
  for (const price of prices) {
    for (; open < ranges.length; open += 1) {
      const past = prices[open];
      if (!past || past.day + first > price.day) break;
      if (past.day + last < price.day) continue;
      changes.add(Math.log(price.cents / past.cents));
      const range = ranges[open];
      if (!range) continue;
      range.result = price;
      const step = ADJUSTMENT * (isHeld(range) ? -OUTSIDE : 1 - OUTSIDE);
      width = Math.min(MOST_WIDTH, Math.max(-MOST_WIDTH, width + step));
    }
    ranges.push(changes.count < FEWEST_CHANGES ? undefined : makeRange(price, changes, Math.exp(width)));
  }
  return ranges.filter((range) => range !== undefined);
}

export function isHeld({ from, to, result }: OutlookRange): boolean | undefined {
  return result && result.cents >= from && result.cents <= to;
}

function makeRange(made: Middle, changes: SortedChanges, width: number): OutlookRange {
  const step = stepOf(made.cents);
  const low = made.cents * Math.exp(changes.quantile(OUTSIDE / 2) * width);
  const high = made.cents * Math.exp(changes.quantile(1 - OUTSIDE / 2) * width);
  const from = Math.floor(low / step + TINY) * step;
  return { made, from, to: Math.ceil(high / step - TINY) * step, result: undefined };
}

/**
 * Returns the step, in cents, to which ranges are rounded: 1 rupee below Rs 20, 5 rupees below Rs 500, otherwise 10
 * rupees.
 */
function stepOf(middle: number): number {
  if (middle < 2000) return 100;
  return middle < 50_000 ? 500 : 1000;
}

class SortedChanges {
  readonly #newest: number[] = [];
  readonly #sorted: number[] = [];
  #oldest = 0;

  get count(): number {
    return this.#sorted.length;
  }

  add(change: number): void {
    if (this.count < MOST_CHANGES) this.#newest.push(change);
    else {
      this.#sorted.splice(this.#placeOf(this.#newest[this.#oldest] ?? 0), 1);
      this.#newest[this.#oldest] = change;
      this.#oldest = (this.#oldest + 1) % MOST_CHANGES;
    }
    this.#sorted.splice(this.#placeOf(change), 0, change);
  }

  quantile(share: number): number {
    const place = Math.min(this.count - 1, Math.max(0, share * (this.count + 1) - 1));
    const below = this.#sorted[Math.floor(place)] ?? 0;
    const above = this.#sorted[Math.ceil(place)] ?? 0;
    return below + (above - below) * (place - Math.floor(place));
  }

  #placeOf(change: number): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#sorted[middle] ?? 0) < change) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
