import type { Horizon } from '#contract/words.ts';
import { type DatedPrices, middlesOf, rangePrices } from '#server/features/outlook/range-prices.ts';
import { isScored, type ScoredRange, scoreRanges } from '#server/features/outlook/score-ranges.ts';
import { tallyRanges } from '#server/features/outlook/tally-ranges.ts';
import type { RangeCandidate } from './candidate-rules.ts';

export interface NamedHistory {
  product: string;
  prices: DatedPrices;
}

export interface Measured {
  ranges: number;
  /** Shares of the ranges with a result. */
  held: number;
  lowestYear: number;
  highestYear: number;
  /** Shares of the price of the day. */
  width: number;
  widestTenth: number;
  score: number;
}

const YEAR_DAYS = 365;

function judgedRanges(
  { prices }: NamedHistory,
  { horizon, candidate }: { horizon: Horizon; candidate: RangeCandidate },
): ScoredRange[] {
  const middles = middlesOf(prices);
  return scoreRanges(middles, rangePrices(middles, horizon, candidate.newRule())).filter(
    (range) => range.result !== undefined && isScored(range),
  );
}

/** Returns the share that held of each full year that ends on a list. */
export function rollingShares(results: readonly ScoredRange[]): number[] {
  const first = results[0]?.made.day ?? 0;
  let start = 0;
  let held = 0;
  const shares: number[] = [];
  results.forEach((range, at) => {
    held += Number(range.held);
    for (
      let oldest = results[start];
      oldest && oldest.made.day <= range.made.day - YEAR_DAYS;
      oldest = results[start]
    ) {
      held -= Number(oldest.held);
      start += 1;
    }
    if (range.made.day - first >= YEAR_DAYS - 1) shares.push(held / (at - start + 1));
  });
  return shares;
}

/** Measures a rule on the ranges that `isChosen` takes of several products. */
export function measureRule(
  histories: readonly NamedHistory[],
  of: { horizon: Horizon; candidate: RangeCandidate; isChosen?: (range: ScoredRange) => boolean },
): Measured {
  const products = histories.map((history) => judgedRanges(history, of).filter(of.isChosen ?? (() => true)));
  const all = products.flat();
  const { held, width, score } = tallyRanges(all);
  const years = products.flatMap(rollingShares);
  const widths = all.map(({ made, from, to }) => (to - from) / made.cents).sort((one, other) => one - other);
  return {
    ranges: all.length,
    held: held / all.length,
    lowestYear: Math.min(...years),
    highestYear: Math.max(...years),
    width: width / all.length,
    widestTenth: widths[Math.floor(widths.length * 0.9)] ?? 0,
    score: score / all.length,
  };
}
