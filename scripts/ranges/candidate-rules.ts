import {
  adaptiveWidth,
  isHeld,
  type Middle,
  OUTSIDE,
  percentilesOf,
  type RangeRule,
} from '#server/features/outlook/range-prices.ts';
import { SortedChanges } from '#server/features/outlook/sorted-changes.ts';

export interface RangeCandidate {
  name: string;
  newRule: () => RangeRule;
}

const MOST_CHANGES = 500;

/** The rules that are compared, from the simplest one. docs/outlook.md describes them. */
export const CANDIDATES: readonly RangeCandidate[] = [
  ...[250, 500, 1000].map((changes) => ({
    name: `percentiles of ${changes} changes`,
    newRule: () => adaptiveWidth({ step: 0, mostChanges: changes }),
  })),
  ...[250, 500, 1000].flatMap((changes) =>
    [0.05, 0.1, 0.15, 0.2, 0.25, 0.35, 0.5].map((step) => ({
      name: `width, step ${step}, ${changes} changes`,
      newRule: () => adaptiveWidth({ step, mostChanges: changes }),
    })),
  ),
  ...[0.005, 0.01, 0.02, 0.05].map((step) => ({
    name: `other percentiles, step ${step}`,
    newRule: () => adaptivePercentiles(step),
  })),
  ...[0.1, 0.2, 0.4].map((step) => ({ name: `each end, step ${step}`, newRule: () => separateEnds(step) })),
  ...[10, 30, 90].flatMap((days) =>
    [0, 0.1, 0.2].map((step) => ({ name: `unrest of ${days} lists, step ${step}`, newRule: () => unrest(days, step) })),
  ),
];

/** Moves the percentiles instead of the width: the share left outside rises after a range that held. */
function adaptivePercentiles(step: number): RangeRule {
  let outside = OUTSIDE;
  return {
    mostChanges: MOST_CHANGES,
    offsetsOf: (changes) => [changes.quantile(outside / 2), changes.quantile(1 - outside / 2)],
    learn(_change, range) {
      if (range) outside = Math.min(1, Math.max(0, outside + step * (isHeld(range) ? OUTSIDE : OUTSIDE - 1)));
    },
  };
}

/** Adjusts the lower and the upper end each by its own results. */
function separateEnds(step: number): RangeRule {
  let low = 0;
  let high = 0;
  const adjusted = (width: number, isInside: boolean) =>
    Math.min(Math.log(4), Math.max(-Math.log(4), width + step * (isInside ? -OUTSIDE / 2 : 1 - OUTSIDE / 2)));
  return {
    mostChanges: MOST_CHANGES,
    offsetsOf(changes) {
      const [lowest, highest] = percentilesOf(changes);
      return [lowest * Math.exp(low), highest * Math.exp(high)];
    },
    learn(_change, range) {
      if (!range?.result) return;
      low = adjusted(low, range.result.cents >= range.from);
      high = adjusted(high, range.result.cents <= range.to);
    },
  };
}

/** Divides each change by how much the price moved from list to list before it, and multiplies by how much it moves now. */
function unrest(lists: number, step: number): RangeRule {
  const LEAST = 0.01;
  const ratios = new SortedChanges(MOST_CHANGES);
  const unrests = new WeakMap<Middle, number>();
  let moves = 0.1;
  let before: Middle | undefined;
  let width = 0;
  return {
    mostChanges: MOST_CHANGES,
    offsetsOf(changes, made) {
      if (before) moves += (Math.abs(Math.log(made.cents / before.cents)) - moves) / lists;
      before = made;
      const now = Math.max(LEAST, moves);
      unrests.set(made, now);
      if (ratios.count < 50) return percentilesOf(changes);
      const [low, high] = percentilesOf(ratios);
      return [low * now * Math.exp(width), high * now * Math.exp(width)];
    },
    learn(change, range) {
      const then = range && unrests.get(range.made);
      if (!then) return;
      ratios.add(change / then);
      width = Math.min(Math.log(4), Math.max(-Math.log(4), width + step * (isHeld(range) ? -OUTSIDE : 1 - OUTSIDE)));
    },
  };
}
