import { type Horizon, horizons, type SilentReason } from '#contract/words.ts';
import { type DatedPrices, middlesOf, rangePrices } from './range-prices.ts';
import { type ScoredRange, scoreByYear, scoreLastYear, scoreRanges } from './score-ranges.ts';
import { addTallies, type RangeTally } from './tally-ranges.ts';

const OLD_DAYS = 7;

/** The day of the latest price list and the current day, counted in days from 1970-01-01. */
export interface ListDays {
  latest: number;
  today: number;
}

export interface LatestRange {
  range: { from: number; to: number } | null;
  silent: SilentReason | null;
  lastYear: RangeTally;
}

export interface OutlookSummary {
  latest: Record<Horizon, LatestRange>;
  years: { year: number; scores: Record<Horizon, RangeTally> }[];
}

export type ScoredRanges = Record<Horizon, ScoredRange[]>;

export function scoreHistory(columns: DatedPrices): ScoredRanges {
  const prices = middlesOf(columns);
  const scored = (horizon: Horizon) => scoreRanges(prices, rangePrices(prices, horizon));
  return { next_list: scored('next_list'), seven_days: scored('seven_days') };
}

export function summarizeOutlook(columns: DatedPrices, days: ListDays): OutlookSummary {
  return summarizeRanges(scoreHistory(columns), columns, days);
}

export function summarizeRanges(scored: ScoredRanges, { days }: DatedPrices, list: ListDays): OutlookSummary {
  const isOnList = days.includes(list.latest);
  const latest = (horizon: Horizon) => latestRange(scored[horizon], isOnList, list);
  const byYear = { next_list: scoreByYear(scored.next_list), seven_days: scoreByYear(scored.seven_days) };
  const years = [...new Set(horizons.flatMap((horizon) => [...byYear[horizon].keys()]))].sort(
    (one, other) => one - other,
  );
  const none = addTallies([]);
  return {
    latest: { next_list: latest('next_list'), seven_days: latest('seven_days') },
    years: years.map((year) => ({
      year,
      scores: { next_list: byYear.next_list.get(year) ?? none, seven_days: byYear.seven_days.get(year) ?? none },
    })),
  };
}

function latestRange(scored: readonly ScoredRange[], isOnList: boolean, { latest, today }: ListDays): LatestRange {
  const lastYear = scoreLastYear(scored, latest);
  const newest = scored.at(-1);
  const silence = (silent: SilentReason): LatestRange => ({ range: null, silent, lastYear });
  if (today - latest > OLD_DAYS) return silence('list_old');
  if (!isOnList) return silence('not_on_list');
  if (newest?.made.day !== latest) return silence('too_few_prices');
  if (newest.silent !== null) return silence(newest.silent);
  return { range: { from: newest.from, to: newest.to }, silent: null, lastYear };
}
