import { day, dayNumber, fromDayNumber } from '#billing/calendar.ts';
import { cents, toRupees } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { outlook } from '#contract/outlook.ts';
import type { ChartPageData, ShownOutlook } from '#contract/site.ts';
import { type Horizon, horizons } from '#contract/words.ts';
import type { ProductRow } from '../products/queries.ts';
import type { MarketOutlook, ProductOutlook } from './load-outlook.ts';
import { isScored, type ScoredRange } from './score-ranges.ts';
import type { LatestRange, OutlookSummary } from './summarize-outlook.ts';
import { presentTally } from './tally-ranges.ts';

type OneProduct = Answer<typeof outlook.get>;

const COMMON = { currency: 'LKR', covers: 'middle' } as const;

export function presentOutlook({ date, products }: MarketOutlook): Answer<typeof outlook.list> {
  const items = products.map((one) => ({ ...presentNames(one.product), ...presentSummary(one.outlook) }));
  return { date, ...COMMON, items };
}

export function presentProductOutlook(
  { product, date, summary, scored }: ProductOutlook,
  asked: number | undefined,
): OneProduct {
  const year = asked ?? summary.years.at(-1)?.year ?? null;
  const [first, last] = year === null ? [1, 0] : [dayNumber(day(`${year}-01-01`)), dayNumber(day(`${year}-12-31`))];
  const ranges = horizons
    .flatMap((horizon) => scored[horizon].map((range) => ({ horizon, range })))
    .filter(({ range }) => isScored(range) && range.made.day >= first && range.made.day <= last)
    .map(({ horizon, range }) => presentRange(horizon, range))
    .sort((one, other) => (one.date < other.date ? -1 : Number(one.date > other.date)));
  return { product: presentNames(product), date, ...COMMON, ...presentSummary(summary), year, ranges };
}

/** Returns what the page of a product shows, in cents. */
export function presentShownOutlook({ latest: { next_list, seven_days } }: OutlookSummary): ChartPageData['outlook'] {
  return { next_list: presentShown(next_list), seven_days: presentShown(seven_days) };
}

function presentShown({ range, silent, lastYear: { held, missed } }: LatestRange): ShownOutlook {
  return { range, silent, lastYear: { held, missed } };
}

function presentNames({ code, name, name_si, name_ta, type, unit }: ProductRow): OneProduct['product'] {
  return { code, name, name_si, name_ta, type, unit };
}

function presentSummary({ latest, years }: OutlookSummary) {
  return {
    next_list: presentLatest(latest.next_list),
    seven_days: presentLatest(latest.seven_days),
    years: years.map(({ year, scores }) => ({
      year,
      next_list: presentTally(scores.next_list),
      seven_days: presentTally(scores.seven_days),
    })),
  };
}

function presentLatest({ range, silent, lastYear }: LatestRange): OneProduct[Horizon] {
  return {
    range: range && { from: rupees(range.from), to: rupees(range.to) },
    silent,
    last_year: presentTally(lastYear),
  };
}

function presentRange(
  horizon: Horizon,
  { made, from, to, silent, result, held }: ScoredRange,
): OneProduct['ranges'][number] {
  return {
    date: fromDayNumber(made.day),
    horizon,
    middle: rupees(made.cents),
    from: rupees(from),
    to: rupees(to),
    shown: silent === null,
    result_date: result ? fromDayNumber(result.day) : null,
    result_middle: result ? rupees(result.cents) : null,
    held: held ?? null,
  };
}

/** Converts cents to rupees. The midpoint of two amounts may end in half a cent, which is rounded up. */
function rupees(amount: number): number {
  return toRupees(cents(Math.round(amount)));
}
