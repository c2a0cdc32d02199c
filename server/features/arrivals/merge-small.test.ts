/** @module-tag sqlite-only */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeSmall, sumCounts } from './merge-small.ts';

const MOST = 14;
const HOURS = 4;

const countsOf = (values: readonly number[]) => values.map((count, key) => ({ key, count }));
const published = (values: readonly number[]) => {
  const { own, rest } = mergeSmall(countsOf(values));
  return JSON.stringify([own, sumCounts(rest)]);
};

test('five and more are counted by themselves, fewer together with others, and the sum is that of all', () => {
  expect(published([9, 0, 7, 3, 4])).toBe('[[{"key":0,"count":9}],14]');
  expect(published([8, 9, 0, 7, 2])).toBe('[[{"key":0,"count":8}],18]');
  expect(published([5, 0, 0, 6, 0])).toBe('[[{"key":0,"count":5},{"key":3,"count":6}],0]');
  expect(published([2, 1, 0, 2, 0])).toBe('[[],5]');
  const anyCounts = fc.array(fc.nat(40), { minLength: 1, maxLength: 24 });
  fc.assert(
    fc.property(anyCounts, (values) => {
      fc.pre(values.reduce((sum, value) => sum + value, 0) >= 5);
      const { own, rest } = mergeSmall(countsOf(values));
      const groups = [...own.map(({ count }) => count), sumCounts(rest)].filter((count) => count > 0);
      // The groups add up to the total, so subtracting published figures from each other reveals only sums of whole
      // groups, never a small count inside one.
      expect(groups.reduce((sum, count) => sum + count, 0)).toBe(values.reduce((sum, value) => sum + value, 0));
      expect(Math.min(...groups)).toBeGreaterThanOrEqual(5);
    }),
  );
});

function* everyCount(places: number): Generator<number[]> {
  if (places === 0) yield [];
  else for (const rest of everyCount(places - 1)) for (let count = 0; count <= MOST; count += 1) yield [...rest, count];
}

test('who knows the rule and all published figures still cannot know how many an hour had, when it had one to four', {
  tags: ['slow'],
}, () => {
  const byAnswer = new Map<string, Set<number>[]>();
  const sums = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const possible = [...everyCount(HOURS)].filter((values) => sums(values) >= 5);
  for (const values of possible) {
    const answer = published(values);
    const seen = byAnswer.get(answer) ?? values.map(() => new Set<number>());
    for (const [hour, count] of values.entries()) seen[hour]?.add(count);
    byAnswer.set(answer, seen);
  }
  // Answers with counts near MOST are skipped. They may also come from counts above MOST, which the test did not try.
  const revealed = possible.filter((values) => {
    if (values.some((count) => count > MOST - 4)) return false;
    const seen = byAnswer.get(published(values));
    return values.some((count, hour) => count > 0 && count < 5 && seen?.[hour]?.size === 1);
  });
  expect(revealed).toEqual([]);
  expect(possible.length).toBeGreaterThan(50_000);
});
