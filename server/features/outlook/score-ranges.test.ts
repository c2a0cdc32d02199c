/** @module-tag sqlite-only */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { horizons } from '#contract/words.ts';
import { type DatedPrices, middlesOf, rangePrices } from './range-prices.ts';
import { countScore, FEWEST_PRICES, scoreByYear, scoreRanges } from './score-ranges.ts';
import { type ScoredRanges, scoreHistory, summarizeOutlook } from './summarize-outlook.ts';

const FIRST_DAY = 20_000;

interface Quote {
  gap: number;
  min: number;
  width: number;
}

const aQuote: fc.Arbitrary<Quote> = fc.record({
  gap: fc.oneof({ weight: 20, arbitrary: fc.integer({ min: 1, max: 3 }) }, fc.integer({ min: 4, max: 30 })),
  min: fc.integer({ min: 100, max: 60_000 }),
  width: fc.integer({ min: 0, max: 10_000 }),
});
const history = fc.array(aQuote, { minLength: 55, maxLength: 320, size: 'max' });

function columnsOf(quotes: readonly Quote[]): DatedPrices {
  let day = FIRST_DAY;
  const days = quotes.map(({ gap }) => {
    day += gap;
    return day;
  });
  return { days, minCents: quotes.map(({ min }) => min), maxCents: quotes.map(({ min, width }) => min + width) };
}

const seenOf = (scored: ScoredRanges, until: number) =>
  horizons.flatMap((horizon) =>
    scored[horizon]
      .filter(({ made }) => made.day <= until)
      .map(({ made, from, to, silent }) => ({ horizon, day: made.day, from, to, silent })),
  );

test('other prices after a day change no range made until that day, nor whether it was shown', {
  tags: ['slow'],
}, () => {
  fc.assert(
    fc.property(history, history, fc.double({ min: 0.2, max: 1, noNaN: true }), (quotes, others, share) => {
      const cut = Math.floor(quotes.length * share);
      const changed = [...quotes.slice(0, cut), ...others];
      const until = columnsOf(quotes).days[cut - 1] ?? FIRST_DAY;
      expect(seenOf(scoreHistory(columnsOf(changed)), until)).toEqual(seenOf(scoreHistory(columnsOf(quotes)), until));
    }),
    { numRuns: 60 },
  );
});

test('the order in which prices are read does not matter', { tags: ['slow'] }, () => {
  fc.assert(
    fc.property(history, fc.infiniteStream(fc.nat()), (quotes, random) => {
      const columns = columnsOf(quotes);
      const order = columns.days.map((_, at) => ({ at, key: random.next().value })).sort((a, b) => a.key - b.key);
      const pick = (values: readonly number[]) => order.map(({ at }) => values[at] ?? 0);
      const mixed = { days: pick(columns.days), minCents: pick(columns.minCents), maxCents: pick(columns.maxCents) };
      expect(scoreHistory(mixed)).toEqual(scoreHistory(columns));
    }),
    { numRuns: 40 },
  );
});

test('a range is never negative or upside down, ends on whole steps, and its result is one to ten days later', {
  tags: ['slow'],
}, () => {
  fc.assert(
    fc.property(history, (quotes) => {
      const scored = scoreHistory(columnsOf(quotes));
      for (const horizon of horizons)
        for (const { made, from, to, result, held, silent } of scored[horizon]) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeGreaterThanOrEqual(from);
          expect([from % 100, to % 100]).toEqual([0, 0]);
          if (silent === null) expect(to - from).toBeLessThanOrEqual(1.5 * made.cents);
          const days = result ? result.day - made.day : undefined;
          if (horizon === 'next_list') expect([undefined, 1, 2, 3, 4, 5, 6, 7]).toContain(days);
          else expect([undefined, 7, 8, 9, 10]).toContain(days);
          expect(held).toBe(result && result.cents >= from && result.cents <= to);
        }
    }),
    { numRuns: 40 },
  );
});

test('the ranges of the years add up to all that were shown', () => {
  fc.assert(
    fc.property(history, (quotes) => {
      const { next_list } = scoreHistory(columnsOf(quotes));
      const years = [...scoreByYear(next_list).values()];
      const sum = (field: 'ranges' | 'held' | 'missed') => years.reduce((total, year) => total + year[field], 0);
      const all = countScore(next_list);
      expect([sum('ranges'), sum('held'), sum('missed')]).toEqual([all.ranges, all.held, all.missed]);
    }),
    { numRuns: 40 },
  );
});

const steadyQuotes = (count: number): Quote[] =>
  Array.from({ length: count }, () => ({ gap: 1, min: 10_000, width: 0 }));

const latestOf = (quotes: Quote[], { ago = 0, isOnList = true } = {}) => {
  const columns = columnsOf(quotes);
  const last = columns.days.at(-1) ?? FIRST_DAY;
  const latest = isOnList ? last : last + 1;
  return summarizeOutlook(columns, { latest, today: latest + ago }).latest;
};

function drifting(count: number): Quote[] {
  const steps = fc.sample(fc.integer({ min: -40, max: 40 }), { numRuns: count, seed: 7 });
  return steps.map((step) => ({ gap: 1, min: 20_000 + step * 100, width: 2000 }));
}

test('a product with 200 prices has both ranges, one with 199 has none', () => {
  const { next_list, seven_days } = latestOf(drifting(FEWEST_PRICES));
  expect([next_list.silent, seven_days.silent]).toEqual([null, null]);
  expect(next_list.range).toEqual({ from: expect.any(Number), to: expect.any(Number) });
  const before = latestOf(drifting(FEWEST_PRICES - 1));
  expect(before.next_list).toMatchObject({ range: null, silent: 'too_few_prices' });
  expect(before.seven_days).toMatchObject({ range: null, silent: 'too_few_prices' });
});

test('a product quoted once a week has too few results in a year', () => {
  const weekly = drifting(300).map((quote) => ({ ...quote, gap: 8 }));
  expect(latestOf(weekly).next_list.silent).toBe('too_few_prices');
});

test('after a closure of more than 7 days a product has no range for a week; a closure of 7 days changes nothing', () => {
  const reopened = (gap: number, listsSince: number) => {
    const quotes = drifting(300);
    return latestOf(quotes.map((quote, at) => ({ ...quote, gap: at === 300 - listsSince ? gap : 1 })));
  };
  expect(reopened(8, 1).next_list).toMatchObject({ range: null, silent: 'after_closure' });
  expect(reopened(8, 7).seven_days.silent).toBe('after_closure');
  expect(reopened(8, 8).next_list.silent).toBeNull();
  expect(reopened(7, 1).next_list.silent).toBeNull();
});

test('no range when nearly all of the last year’s ranges held: they would be wider than they say', () => {
  expect(latestOf(steadyQuotes(400)).next_list).toMatchObject({ range: null, silent: 'score_off' });
});

test('no range when fewer than 70% of the last year’s ranges held', () => {
  const prices = middlesOf(columnsOf(drifting(300)));
  const ranges = rangePrices(prices, 'next_list');
  const tooNarrow = ranges.map((range, at) => (at % 2 === 0 ? { ...range, from: 0, to: 100 } : range));
  expect(scoreRanges(prices, ranges).at(-1)?.silent).toBeNull();
  expect(scoreRanges(prices, tooNarrow).at(-1)?.silent).toBe('score_off');
});

test('no range from an old list, nor for a product that is not on the latest list', () => {
  const quotes = drifting(300);
  expect(latestOf(quotes, { ago: 7 }).next_list.silent).toBeNull();
  expect(latestOf(quotes, { ago: 8 }).next_list).toMatchObject({ range: null, silent: 'list_old' });
  expect(latestOf(quotes, { isOnList: false }).seven_days).toMatchObject({ range: null, silent: 'not_on_list' });
});

test('a range wider than one and a half times the price is not shown, and counts in the score', () => {
  const steps = fc.sample(fc.integer({ min: 0, max: 100 }), { numRuns: 500, seed: 11 });
  const wild = steps.map((step) => ({ gap: 1, min: step < 25 ? 10_000 : 40_000 + step * 100, width: 0 }));
  const { next_list } = scoreHistory(columnsOf(wild));
  const newest = next_list.filter(({ silent }) => silent === 'too_wide');
  expect(newest.length).toBeGreaterThan(10);
  for (const { made, from, to } of newest) expect(to - from).toBeGreaterThan(1.5 * made.cents);
  expect(countScore(newest).ranges).toBe(newest.length);
});

test('a product whose score was off has ranges again once they hold as often as they should', () => {
  const calm = steadyQuotes(400);
  expect(latestOf([...calm, ...drifting(700)]).next_list.silent).toBeNull();
});

test('the range of a price that moves up and down is around that price', () => {
  const quotes = drifting(300);
  const middle = (quotes.at(-1)?.min ?? 0) + 1000;
  for (const { range } of Object.values(latestOf(quotes))) {
    expect(range?.from).toBeLessThanOrEqual(middle);
    expect(range?.to).toBeGreaterThanOrEqual(middle);
  }
});
