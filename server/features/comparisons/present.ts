import { cents, toRupees } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { Comparison, comparisons } from '#contract/comparisons.ts';
import { FEWEST_DAYS, findTrend, isCheaperThanUsual, showStandings } from '#contract/price-trend.ts';
import type { ShownComparisons } from '#contract/site.ts';
import type { ComparedDay, PriceStanding } from './load-comparisons.ts';

export function presentComparisons({ date, prices }: ComparedDay): Answer<typeof comparisons.list> {
  return { date, currency: 'LKR', items: prices.map(presentComparison) };
}

export function presentShownComparisons({ prices }: ComparedDay): ShownComparisons {
  const standings = showStandings(prices.map(placeInYear));
  return Object.fromEntries(
    prices.map(({ standing }, at) => [
      standing.product_id,
      {
        trend: trendOf(standing),
        change: { cents: cents(Math.round(twiceChange(standing) / 2)), since: standing.since },
        standing: standings[at] ?? null,
        shape: standing.shape,
        isCheap: isCheaperThanUsual({ days: standing.days, cheaper_than_days: standing.higher }),
      },
    ]),
  );
}

function presentComparison({ code, standing }: ComparedDay['prices'][number]): Comparison {
  const { previous_min_cents, previous_max_cents, since } = standing;
  return {
    code,
    trend: trendOf(standing),
    change: twiceChange(standing) / 200,
    since,
    previous_min_price: toRupees(previous_min_cents),
    previous_max_price: toRupees(previous_max_cents),
    ...placeInYear({ standing }),
    shape: standing.shape,
  };
}

function placeInYear({ standing }: Pick<ComparedDay['prices'][number], 'standing'>) {
  const { days, lower, higher } = standing;
  return { days, dearer_than_days: lower, cheaper_than_days: higher, standing: findPlaceInYear(standing) };
}

function trendOf(standing: PriceStanding): Comparison['trend'] {
  return findTrend(
    { minCents: standing.min_cents, maxCents: standing.max_cents },
    { minCents: standing.previous_min_cents, maxCents: standing.previous_max_cents },
  );
}

/** Returns the change of a price range's midpoint in half cents, because a midpoint may end in half a cent. */
function twiceChange(standing: PriceStanding): number {
  return standing.min_cents + standing.max_cents - standing.previous_min_cents - standing.previous_max_cents;
}

/**
 * Returns `dear` if the price is above the prices of at least nine tenths of the days, and `cheap` if it is below them.
 * Otherwise, or with fewer than FEWEST_DAYS days, returns null.
 */
export function findPlaceInYear({
  days,
  lower,
  higher,
}: Pick<PriceStanding, 'days' | 'lower' | 'higher'>): Comparison['standing'] {
  if (days < FEWEST_DAYS) return null;
  if (lower * 10 >= days * 9) return 'dear';
  return higher * 10 >= days * 9 ? 'cheap' : null;
}
