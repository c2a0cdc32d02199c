import type { RangeScore } from '#contract/outlook.ts';
import { isHeld, type Middle, OUTSIDE, type OutlookRange, type RangeEnds } from './range-prices.ts';

/** Ranges with a result, and the sums of their widths and scores as shares of the price of the day. */
interface ScoreSums {
  held: number;
  missed: number;
  width: number;
  score: number;
}

export interface RangeTally extends ScoreSums {
  /** With those that have no result. */
  ranges: number;
  /** What the percentiles without a width would have had on the same days. */
  plain: ScoreSums;
}

/** What a cent outside a range costs: with this, no range has a lower mean score than the one from the 10th to the 90th percentile. */
const COST_OUTSIDE = 2 / OUTSIDE;
const DECIMALS = 1000;

/**
 * Returns the interval score of a range in cents, whose lowest mean is the best: its width and, if the price was outside,
 * ten times the distance (Gneiting and Raftery 2007, section 6.2).
 */
export function intervalScore({ from, to }: RangeEnds, result: Middle): number {
  return to - from + COST_OUTSIDE * Math.max(0, from - result.cents, result.cents - to);
}

export function tallyRanges(ranges: Iterable<OutlookRange>): RangeTally {
  const tally = emptyTally();
  for (const range of ranges) {
    tally.ranges += 1;
    count(tally, range, range);
    count(tally.plain, range, range.plain);
  }
  return tally;
}

export function addTallies(tallies: Iterable<RangeTally>): RangeTally {
  const sum = emptyTally();
  for (const tally of tallies) {
    sum.ranges += tally.ranges;
    add(sum, tally);
    add(sum.plain, tally.plain);
  }
  return sum;
}

export function presentTally({ ranges, plain, ...own }: RangeTally): RangeScore {
  return { ranges, ...presentMeans(own), plain: presentMeans(plain) };
}

function emptyTally(): RangeTally {
  const none = { held: 0, missed: 0, width: 0, score: 0 };
  return { ranges: 0, ...none, plain: { ...none } };
}

function count(tally: ScoreSums, { made, result }: OutlookRange, ends: RangeEnds): void {
  if (!result) return;
  if (isHeld({ ...ends, result })) tally.held += 1;
  else tally.missed += 1;
  tally.width += (ends.to - ends.from) / made.cents;
  tally.score += intervalScore(ends, result) / made.cents;
}

function add(sum: ScoreSums, { held, missed, width, score }: ScoreSums): void {
  sum.held += held;
  sum.missed += missed;
  sum.width += width;
  sum.score += score;
}

function presentMeans({ held, missed, width, score }: ScoreSums): RangeScore['plain'] {
  const meanOf = (sum: number) =>
    held + missed === 0 ? null : Math.round((DECIMALS * sum) / (held + missed)) / DECIMALS;
  return { held, missed, mean_width: meanOf(width), mean_score: meanOf(score) };
}
