/** @module-tag sqlite-only */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OutlookRange } from './range-prices.ts';
import { addTallies, intervalScore, presentTally, tallyRanges } from './tally-ranges.ts';

const halfCents = fc.integer({ min: 1, max: 2_000_000 }).map((halves) => halves / 2);
const ends = fc.tuple(fc.nat(1_000_000), fc.nat(1_000_000)).map(([from, width]) => ({ from, to: from + width }));

const aRange: fc.Arbitrary<OutlookRange> = fc.record({
  made: fc.record({ day: fc.nat(20_000), cents: halfCents }),
  from: fc.nat(1_000_000),
  to: fc.integer({ min: 1_000_000, max: 2_000_000 }),
  plain: ends,
  result: fc.option(fc.record({ day: fc.nat(20_000), cents: halfCents }), { nil: undefined }),
});

/** The loss of a percentile, in tenths: for the 10th, a price below it costs nine times as much as one above it. */
const lossOf = (tenths: bigint, halves: bigint) => (halves >= 0n ? tenths * halves : (tenths - 10n) * halves);

test('the score is exactly the loss of the 10th and the 90th percentile together', () => {
  fc.assert(
    fc.property(ends, halfCents, ({ from, to }, cents) => {
      const result = BigInt(cents * 2);
      const losses = lossOf(1n, result - BigInt(from) * 2n) + lossOf(9n, result - BigInt(to) * 2n);
      expect(BigInt(2 * intervalScore({ from, to }, { day: 1, cents }))).toBe(losses);
    }),
  );
});

test('ranges that are wider and hold no more often score worse', () => {
  fc.assert(
    fc.property(
      fc.array(aRange, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 5000 }),
      (ranges, more) => {
        const wider = ranges.map((range) => ({ ...range, from: range.from - more, to: range.to + more }));
        const before = tallyRanges(ranges);
        const after = tallyRanges(wider);
        fc.pre(before.held === after.held && before.held > 4 * before.missed);
        const sum = (all: OutlookRange[]) =>
          all.reduce((total, range) => total + (range.result ? intervalScore(range, range.result) : 0), 0);
        expect(sum(wider)).toBeGreaterThan(sum(ranges));
        expect(after.width).toBeGreaterThan(before.width);
      },
    ),
  );
});

test('the score of a wide range that holds is higher than that of a narrow one, and a miss costs ten times its distance', () => {
  const result = { day: 8, cents: 20_000 };
  expect(intervalScore({ from: 18_000, to: 22_000 }, result)).toBe(4000);
  expect(intervalScore({ from: 10_000, to: 30_000 }, result)).toBe(20_000);
  expect(intervalScore({ from: 18_000, to: 19_500 }, result)).toBe(1500 + 5000);
  expect(intervalScore({ from: 20_000, to: 20_000 }, result)).toBe(0);
});

test('the scores of parts add up to the score of the whole, and ranges without a result count in no mean', () => {
  fc.assert(
    fc.property(fc.array(aRange, { maxLength: 30 }), fc.nat(30), (ranges, cut) => {
      const whole = presentTally(tallyRanges(ranges));
      const parts = presentTally(addTallies([tallyRanges(ranges.slice(0, cut)), tallyRanges(ranges.slice(cut))]));
      expect(parts).toMatchObject({ ranges: ranges.length, held: whole.held, missed: whole.missed });
      const results = ranges.filter(({ result }) => result !== undefined);
      expect(whole.held + whole.missed).toBe(results.length);
      expect(whole.plain.held + whole.plain.missed).toBe(results.length);
      if (results.length === 0) expect([whole.mean_width, parts.plain.mean_score]).toEqual([null, null]);
      else expect(parts.mean_score).toBeCloseTo(whole.mean_score ?? 0, 2);
    }),
  );
});
