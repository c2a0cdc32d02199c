import type { Day } from '#billing/calendar.ts';
import { type ListedPrice, prices } from '#contract/prices.ts';
import { api } from '../../api.ts';

/** A day's list, and the nearest days around it that have one; no day at all when there is no list yet. */
export interface PriceDay {
  date: Day | null;
  rows: readonly ListedPrice[];
  previous: Day | null;
  next: Day | null;
}

/** Fetches the list of a day; of the latest day that has one when none is asked for. */
export async function loadPriceDay(asked: Day | null, today: Day, signal: AbortSignal): Promise<PriceDay> {
  const around = await api(prices.days, { params: { date: asked ?? today } }, { signal });
  const date = (asked ?? around.latest) as Day | null;
  if (date === null) return { date, rows: [], previous: null, next: null };
  if (date !== around.date) return loadPriceDay(date, today, signal);
  const rows = await api(prices.byDate, { params: { date } }, { signal });
  return {
    date,
    rows: Array.isArray(rows) ? rows : [],
    previous: around.previous as Day | null,
    next: around.next as Day | null,
  };
}
