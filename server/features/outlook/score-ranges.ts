import { dayNumber, firstDayOf, fromDayNumber, monthInYear } from '#billing/calendar.ts';
import type { SilentReason } from '#contract/words.ts';
import { isHeld, type Middle, type OutlookRange } from './range-prices.ts';
import { type RangeTally, tallyRanges } from './tally-ranges.ts';

export interface ScoredRange extends OutlookRange {
  silent: SilentReason | null;
  held: boolean | undefined;
}

export const FEWEST_PRICES = 200;
const FEWEST_RESULTS = 50;
const CLOSURE_DAYS = 7;
const YEAR_DAYS = 365;
const OFF = { below: 0.7, above: 0.9 };
/** The widest range that is shown, as a share of the price of its day. */
const MOST_WIDTH_SHOWN = 1.5;

export function scoreRanges(prices: readonly Middle[], ranges: readonly OutlookRange[]): ScoredRange[] {
  const backSince = listBackSince(prices);
  const firstRange = prices.length - ranges.length;
  const watched = watchScore(ranges);
  return ranges.map((range, at) => {
    const place = firstRange + at;
    const score = watched(range.made.day);
    const isBack = range.made.day - (backSince[place] ?? 0) >= CLOSURE_DAYS;
    const isNew = place + 1 < FEWEST_PRICES || score === 'too_few_prices';
    const reason = isNew ? 'too_few_prices' : isBack ? score : 'after_closure';
    return { ...range, silent: reason ?? (isTooWide(range) ? 'too_wide' : null), held: isHeld(range) };
  });
}

function isTooWide({ made, from, to }: OutlookRange): boolean {
  return to - from > MOST_WIDTH_SHOWN * made.cents;
}

/**
 * Returns, for each price, the day on which prices last resumed after a closure; minus infinity if there was no closure
 * before the price.
 */
function listBackSince(prices: readonly Middle[]): number[] {
  let since = Number.NEGATIVE_INFINITY;
  return prices.map(({ day }, at) => {
    const before = prices[at - 1];
    if (before && day - before.day > CLOSURE_DAYS) since = day;
    return since;
  });
}

/**
 * Returns a function that returns the reason why no range is shown on a day; null if one is shown. Call it with days in
 * ascending order. Ranges that were not shown are scored too, because otherwise a product with a bad score could never
 * be shown again.
 */
function watchScore(ranges: readonly OutlookRange[]): (day: number) => SilentReason | null {
  let known = 0;
  let expired = 0;
  let held = 0;
  let missed = 0;
  const count = (range: OutlookRange, by: 1 | -1) => {
    if (isHeld(range)) held += by;
    else if (range.result) missed += by;
  };
  return (day) => {
    for (let range = ranges[known]; range && range.made.day < day; range = ranges[known]) {
      if (range.result && range.result.day > day) break;
      count(range, 1);
      known += 1;
    }
    for (let range = ranges[expired]; range && expired < known; range = ranges[expired]) {
      if (range.result && range.result.day > day - YEAR_DAYS) break;
      count(range, -1);
      expired += 1;
    }
    if (held + missed < FEWEST_RESULTS) return 'too_few_prices';
    const share = held / (held + missed);
    return share < OFF.below || share > OFF.above ? 'score_off' : null;
  };
}

export function countScore(ranges: readonly ScoredRange[]): RangeTally {
  return tallyRanges(ranges.filter(isScored));
}

/** Ranges that are too wide to be shown count too, because without them the others would hold less often than they say. */
export function isScored({ silent }: Pick<ScoredRange, 'silent'>): boolean {
  return silent === null || silent === 'too_wide';
}

export function scoreByYear(ranges: readonly ScoredRange[]): Map<number, RangeTally> {
  const scores = new Map<number, RangeTally>();
  for (let start = 0; start < ranges.length; ) {
    const year = Number(fromDayNumber(ranges[start]?.made.day ?? 0).slice(0, 4));
    const nextYear = dayNumber(firstDayOf(monthInYear(year + 1, 1)));
    const found = ranges.findIndex(({ made }, at) => at > start && made.day >= nextYear);
    const end = found < 0 ? ranges.length : found;
    const score = countScore(ranges.slice(start, end));
    if (score.ranges > 0) scores.set(year, score);
    start = end;
  }
  return scores;
}

export function scoreLastYear(ranges: readonly ScoredRange[], latestDay: number): RangeTally {
  return countScore(ranges.filter(({ made }) => made.day >= latestDay - YEAR_DAYS && made.day < latestDay));
}
