import type { Day } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import type { prices } from '#contract/prices.ts';
import type { PricesPageData, ShownPrice } from '#contract/site.ts';

export type ShownDay = Pick<
  PricesPageData,
  'date' | 'latest' | 'previous' | 'next' | 'rows' | 'closed' | 'closedToday'
>;
type Around = Answer<typeof prices.days>;

/** The latest list if null. Throws if any part is missing. */
export async function loadDay(asked: Day | null, today: Day, signal: AbortSignal): Promise<ShownDay> {
  if (asked !== null) {
    const [rows, around] = await Promise.all([fetchRows(asked, signal), fetchAround(asked, signal)]);
    const { latest, previous, next, closed } = around;
    return { date: asked, rows, latest, previous, next, closed, closedToday: null };
  }
  const { latest, closed: closedToday } = await fetchAround(today, signal);
  if (latest === null) return { date: null, rows: [], latest, previous: null, next: null, closed: null, closedToday };
  return { ...(await loadDay(latest, today, signal)), latest, closedToday };
}

async function fetchRows(date: Day, signal: AbortSignal): Promise<ShownPrice[]> {
  const answer: unknown = await fetchJson(`/api/prices/by-date/${date}`, signal);
  return Array.isArray(answer) ? answer : [];
}

async function fetchAround(date: Day, signal: AbortSignal): Promise<Around> {
  return (await fetchJson(`/api/prices/days/${date}`, signal)) as Around;
}

/** The contract's client would add the validator to the download. */
async function fetchJson(path: string, signal: AbortSignal): Promise<unknown> {
  const answer = await fetch(path, { signal });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}
