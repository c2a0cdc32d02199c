import type { Day } from '#billing/calendar.ts';
import { type ListedPrice, prices } from '#contract/prices.ts';
import { UnreadableAnswerError } from '#web/client.ts';
import { dayOrNone } from '#web/ui/form/day-range.tsx';
import { api } from '../../api.ts';

/** `date` is null before the first list. */
export interface PriceDay {
  date: Day | null;
  rows: readonly ListedPrice[];
  previous: Day | null;
  next: Day | null;
}

export async function loadPriceDay(asked: Day | null, today: Day, signal: AbortSignal): Promise<PriceDay> {
  const around = await api(prices.days, { params: { date: asked ?? today } }, { signal });
  const date = asked ?? dayOrNone(around.latest ?? '');
  if (date === null) return { date, rows: [], previous: null, next: null };
  if (date !== around.date) return loadPriceDay(date, today, signal);
  const rows = await api(prices.byDate, { params: { date } }, { signal }).catch(emptyIfUnreadable);
  return {
    date,
    rows,
    previous: dayOrNone(around.previous ?? ''),
    next: dayOrNone(around.next ?? ''),
  };
}

/** An answer that is not an array counts as an empty list (specification 2, section 7). */
function emptyIfUnreadable(error: unknown): [] {
  if (error instanceof UnreadableAnswerError) return [];
  throw error;
}
