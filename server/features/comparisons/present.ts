import type { Day } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { Comparison, comparisons } from '#contract/comparisons.ts';
import { findTrend } from '#contract/price-trend.ts';
import type { ShownComparisons } from '#contract/site.ts';
import type { ListedProducts } from '../prices/list-products.ts';
import { findPlaceInYear } from './compare-prices.ts';
import type { PriceStanding } from './queries.ts';

export function presentComparisons(
  date: Day | null,
  standings: readonly PriceStanding[],
  listed: ListedProducts,
): Answer<typeof comparisons.list> {
  const byProduct = new Map(standings.map((standing) => [standing.product_id, standing]));
  const items: Comparison[] = [];
  for (const [id, { fields }] of listed) {
    const standing = byProduct.get(id);
    if (standing) items.push(presentComparison(fields.code, standing));
  }
  return { date, currency: 'LKR', items };
}

export function presentShownComparisons({ items }: Answer<typeof comparisons.list>): ShownComparisons {
  return Object.fromEntries(
    items.map(({ code, trend, change, since, standing }) => [code, { trend, change, since, standing }]),
  );
}

function presentComparison(code: string, standing: PriceStanding): Comparison {
  const { min_cents: min, max_cents: max, previous_min_cents, previous_max_cents, since, days } = standing;
  return {
    code,
    trend: findTrend({ minCents: min, maxCents: max }, { minCents: previous_min_cents, maxCents: previous_max_cents }),
    change: (min + max - previous_min_cents - previous_max_cents) / 200,
    since,
    previous_min_price: toRupees(previous_min_cents),
    previous_max_price: toRupees(previous_max_cents),
    days,
    dearer_than_days: standing.lower,
    cheaper_than_days: standing.higher,
    standing: findPlaceInYear(standing),
  };
}
