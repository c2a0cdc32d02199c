import type { Day } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { comparisons } from '#contract/comparisons.ts';
import { centsOf } from '#contract/figures.ts';
import { isCheaperThanUsual, showStandings } from '#contract/price-trend.ts';
import type { ListedPrice, prices } from '#contract/prices.ts';
import type { PricesPageData, ShownComparison, ShownPrice } from '#contract/site.ts';
import { fetchWithin } from '#web/fetch-within.ts';

export type ShownDay = Pick<
  PricesPageData,
  'date' | 'latest' | 'previous' | 'next' | 'rows' | 'comparisons' | 'closed' | 'closedToday'
>;
/** A day that does not load within this time can be asked for again. */
const LIMITS = { answerMs: 20_000, silenceMs: 10_000 };

type Around = Answer<typeof prices.days>;

/** Loads the list of a day, or the latest list for null. Throws if any part is missing. */
export async function loadDay(asked: Day | null, today: Day, signal: AbortSignal): Promise<ShownDay> {
  if (asked !== null) {
    const [rows, compared, around] = await Promise.all([
      fetchRows(asked, signal),
      fetchComparisons(asked, signal),
      fetchAround(asked, signal),
    ]);
    const { latest, previous, next, closed } = around;
    const comparisonsOfRows = Object.fromEntries(
      rows.flatMap(({ product_id, product: { code } }) => {
        const comparison = compared.get(code);
        return comparison ? [[product_id, comparison]] : [];
      }),
    );
    return { date: asked, rows, comparisons: comparisonsOfRows, latest, previous, next, closed, closedToday: null };
  }
  const { latest, closed: closedToday } = await fetchAround(today, signal);
  if (latest === null)
    return { date: null, rows: [], comparisons: {}, latest, previous: null, next: null, closed: null, closedToday };
  return { ...(await loadDay(latest, today, signal)), latest, closedToday };
}

function inCents({ product_id, date, min_price, max_price, product }: ListedPrice): ShownPrice {
  return { product_id, date, minCents: centsOf(min_price), maxCents: centsOf(max_price), product };
}

async function fetchRows(date: Day, signal: AbortSignal): Promise<ShownPrice[]> {
  const answer: unknown = await fetchJson(`/api/prices/by-date/${date}`, signal);
  return Array.isArray(answer) ? (answer as ListedPrice[]).map(inCents) : [];
}

/** Loads the price changes by product code; without them the prices are still shown. */
async function fetchComparisons(date: Day, signal: AbortSignal): Promise<ReadonlyMap<string, ShownComparison>> {
  try {
    const answer = await fetchJson(`/api/v1/comparisons?date=${date}`, signal);
    const { items = [] } = answer as Partial<Answer<typeof comparisons.list>>;
    const standings = showStandings(items);
    return new Map(
      items.map(({ code, change, trend, since, shape, ...place }, at) => {
        // A change can end in half a cent, for which the double in rupees is inexact. It is rounded to half cents
        // first, so that the rounding to cents goes in the right direction.
        const changed = { cents: cents(Math.round(Math.round(change * 200) / 2)), since };
        return [
          code,
          { trend, change: changed, standing: standings[at] ?? null, shape, isCheap: isCheaperThanUsual(place) },
        ];
      }),
    );
  } catch (error) {
    console.warn('the changes did not load', error);
    return new Map();
  }
}

async function fetchAround(date: Day, signal: AbortSignal): Promise<Around> {
  return (await fetchJson(`/api/prices/days/${date}`, signal)) as Around;
}

/** Loads JSON. It does not use the contract's client, which would add the validator to the download. */
async function fetchJson(path: string, signal: AbortSignal): Promise<unknown> {
  const answer = await fetchWithin(LIMITS, path, { signal });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}
