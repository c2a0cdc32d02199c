/** @module-tag sqlite-only */
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { day, dayNumber } from '#billing/calendar.ts';
import { type Horizon, horizons } from '#contract/words.ts';
import { diceOf } from '../../testing/dice.ts';
import type { DatedPrices } from './range-prices.ts';
import { countScore, type ScoredRange, scoreByYear } from './score-ranges.ts';
import { scoreHistory } from './summarize-outlook.ts';

const DATA_FILE = new URL('../../../../shared/data/dambulla-min-max-2020-2023.csv', import.meta.url);
const YEAR_DAYS = 365;

const isReal = existsSync(DATA_FILE);
const market = isReal ? realMarket() : invented();
/**
 * The accepted share of prices that fall within their range. The limits are wider for invented prices, which move in
 * steps too coarse for ranges to fit them closely.
 */
const target = isReal ? { least: 0.76, most: 0.84 } : { least: 0.7, most: 0.9 };

/** Returns the real prices, without three rows in which a digit is missing, because the market refuses such prices. */
function realMarket(): [string, DatedPrices][] {
  const rows: { date: string; item: string; min_price: string; max_price: string }[] = parse(readFileSync(DATA_FILE), {
    columns: true,
  });
  const possible = rows.filter((row) => Number(row.min_price) <= Number(row.max_price));
  return [...Map.groupBy(possible, ({ item }) => item)].map(([item, ofItem]) => [
    item,
    {
      days: ofItem.map(({ date }) => dayNumber(day(date))),
      minCents: ofItem.map((row) => Number(row.min_price) * 100),
      maxCents: ofItem.map((row) => Number(row.max_price) * 100),
    },
  ]);
}

function invented(): [string, DatedPrices][] {
  return [1, 2, 3].map((seed) => {
    const dice = diceOf(seed);
    const days = Array.from({ length: 1460 }, (_, at) => 18_262 + at).filter((number) => number % 7 !== 0);
    let rupees = 200;
    const minCents = days.map(() => {
      const change = (dice(7) - 3) * (dice(4) === 0 ? 10 : 5);
      rupees = Math.min(500, Math.max(40, rupees + change));
      return rupees * 100;
    });
    return [`Invented ${seed}`, { days, minCents, maxCents: minCents.map((least) => least + 2000) }];
  });
}

interface Coverage {
  product: string;
  horizon: Horizon;
  ranges: number;
  held: string;
  lowestYear: string;
  highestYear: string;
  byYear: string;
}

function rollingShares(ranges: readonly ScoredRange[]): number[] {
  const results = ranges.filter(({ silent, held }) => silent === null && held !== undefined);
  const first = results[0]?.made.day ?? 0;
  return results
    .map(({ made }) => made.day)
    .filter((end) => end - first >= YEAR_DAYS - 1)
    .map((end) => {
      const { held, missed } = countScore(results.filter(({ made }) => made.day > end - YEAR_DAYS && made.day <= end));
      return held / (held + missed);
    });
}

const percent = (share: number) => `${(100 * share).toFixed(1)}%`;

function cover(product: string, horizon: Horizon, ranges: ScoredRange[]): Coverage {
  const shares = rollingShares(ranges);
  const { held, missed } = countScore(ranges);
  const years = [...scoreByYear(ranges)].map(([year, one]) => `${year} ${percent(one.held / (one.held + one.missed))}`);
  return {
    product,
    horizon,
    ranges: held + missed,
    held: percent(held / (held + missed)),
    lowestYear: percent(Math.min(...shares)),
    highestYear: percent(Math.max(...shares)),
    byYear: years.join(', '),
  };
}

test('in every year of the real prices 76 to 84% of the ranges of each product held, for the next list and 7 days', {
  tags: ['slow'],
}, () => {
  const scored = market.map(([product, columns]) => ({ product, ranges: scoreHistory(columns) }));
  console.table(
    scored.flatMap(({ product, ranges }) => horizons.map((horizon) => cover(product, horizon, ranges[horizon]))),
  );
  for (const { product, ranges } of scored) {
    for (const horizon of horizons) {
      const shares = rollingShares(ranges[horizon]);
      expect(shares.length, product).toBeGreaterThan(100);
      expect(Math.min(...shares), `${product} ${horizon}`).toBeGreaterThanOrEqual(target.least);
      expect(Math.max(...shares), `${product} ${horizon}`).toBeLessThanOrEqual(target.most);
    }
  }
});

test('a range is not so wide that it says nothing: in the median below 80% of the price for 7 days', () => {
  const widths = market.flatMap(([, columns]) =>
    scoreHistory(columns).seven_days.map(({ made, from, to }) => (to - from) / made.cents),
  );
  expect(widths.sort((one, other) => one - other)[Math.floor(widths.length / 2)]).toBeLessThan(0.8);
});
