import type { Horizon } from '#contract/words.ts';
import { SortedChanges } from './sorted-changes.ts';

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

/** The ends of a range in cents; both belong to it. */
export interface RangeEnds {
  from: number;
  to: number;
}

export interface OutlookRange extends RangeEnds {
  made: Middle;
  /** The range that the percentiles would have made without a width, with which the score of the rule is compared. */
  plain: RangeEnds;
  result: Middle | undefined;
}

/** The logarithms of two ratios: of the lower and of the upper end of a range to the price of its day. */
export type Offsets = readonly [low: number, high: number];

/** A rule is called with what was known on a day, in the order of the days, so that it cannot use a later price. */
export interface RangeRule {
  /** The last changes from which ranges are made. */
  mostChanges: number;
  /** Returns the ends of the range of a day. */
  offsetsOf(changes: SortedChanges, made: Middle): Offsets;
  /** Takes over a change that became known, and the range made on its first day; undefined if none was made. */
  learn(change: number, range: OutlookRange | undefined): void;
}

/** The period, in days after a range was made, whose first price is compared with the range. */
const RESULT_DAYS: Record<Horizon, { first: number; last: number }> = {
  next_list: { first: 1, last: 7 },
  seven_days: { first: 7, last: 10 },
};

/**
 * The minimum number of price changes for which a range is made. Ranges before the 200th price are not shown, but
 * already adjust the width of later ones.
 */
const FEWEST_CHANGES = 50;
export const OUTSIDE = 0.2;
/**
 * With a step of 0.15 a miss makes the next ranges 13% wider, and a hit makes them 3% narrower. docs/outlook.md says how
 * the rules were chosen.
 */
const RULES: Record<Horizon, AdaptiveWidth> = {
  next_list: { step: 0.15, mostChanges: 500 },
  seven_days: { step: 0.15, mostChanges: 1000 },
};
const MOST_WIDTH = Math.log(4);
/** A tolerance, so that a bound that is exactly a multiple of the step is not moved outward. */
const TINY = 1e-9;

export function middlesOf({ days, minCents, maxCents }: DatedPrices): Middle[] {
  return days
    .map((day, at) => ({ day, cents: ((minCents[at] ?? 0) + (maxCents[at] ?? 0)) / 2 }))
    .filter(({ cents }) => cents > 0)
    .sort((one, other) => one.day - other.day);
}

interface AdaptiveWidth {
  /** How strongly a result adjusts the width. */
  step: number;
  mostChanges: number;
}

/** Widens after a range that did not hold and narrows after one that did; a step of 0 leaves the percentiles as they are. */
export function adaptiveWidth({ step, mostChanges }: AdaptiveWidth): RangeRule {
  let width = 0;
  return {
    mostChanges,
    offsetsOf(changes) {
      const [low, high] = percentilesOf(changes);
      return [low * Math.exp(width), high * Math.exp(width)];
    },
    learn(_change, range) {
      if (!range) return;
      width = Math.min(MOST_WIDTH, Math.max(-MOST_WIDTH, width + step * (isHeld(range) ? -OUTSIDE : 1 - OUTSIDE)));
    },
  };
}

/**
 * Returns the ranges of a product. A range depends only on prices up to the day on which it is made (docs/outlook.md).
 */
export function rangePrices(
  prices: readonly Middle[],
  horizon: Horizon,
  rule: RangeRule = adaptiveWidth(RULES[horizon]),
): OutlookRange[] {
  const { first, last } = RESULT_DAYS[horizon];
  const changes = new SortedChanges(rule.mostChanges);
  const ranges: (OutlookRange | undefined)[] = [];
  let open = 0;
  for (const price of prices) {
    for (; open < ranges.length; open += 1) {
      const past = prices[open];
      if (!past || past.day + first > price.day) break;
      if (past.day + last < price.day) continue;
      const change = Math.log(price.cents / past.cents);
      changes.add(change);
      const range = ranges[open];
      if (range) range.result = price;
      rule.learn(change, range);
    }
    ranges.push(changes.count < FEWEST_CHANGES ? undefined : makeRange(price, changes, rule));
  }
  return ranges.filter((range) => range !== undefined);
}

export function isHeld({ from, to, result }: Pick<OutlookRange, 'from' | 'to' | 'result'>): boolean | undefined {
  return result && result.cents >= from && result.cents <= to;
}

export function percentilesOf(changes: SortedChanges): Offsets {
  return [changes.quantile(OUTSIDE / 2), changes.quantile(1 - OUTSIDE / 2)];
}

function makeRange(made: Middle, changes: SortedChanges, rule: RangeRule): OutlookRange {
  return {
    made,
    ...endsOf(made, rule.offsetsOf(changes, made)),
    plain: endsOf(made, percentilesOf(changes)),
    result: undefined,
  };
}

function endsOf({ cents }: Middle, [low, high]: Offsets): RangeEnds {
  const step = stepOf(cents);
  return {
    from: Math.floor((cents * Math.exp(low)) / step + TINY) * step,
    to: Math.ceil((cents * Math.exp(high)) / step - TINY) * step,
  };
}

/**
 * Returns the step, in cents, to which ranges are rounded: 1 rupee below Rs 20, 5 rupees below Rs 500, otherwise 10
 * rupees.
 */
function stepOf(middle: number): number {
  if (middle < 2000) return 100;
  return middle < 50_000 ? 500 : 1000;
}
