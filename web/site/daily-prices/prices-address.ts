import { type Day, isDay } from '#billing/calendar.ts';

export interface PricesChoice {
  /** Null for the latest. */
  date: Day | null;
  type: string;
  search: string;
}

const PATH = '/home-dailyprice';

export function pricesPath({ date, type, search }: PricesChoice): string {
  const query = new URLSearchParams();
  if (date !== null) query.set('date', date);
  if (type !== '') query.set('type', type);
  if (search !== '') query.set('q', search);
  return query.size === 0 ? PATH : `${PATH}?${query}`;
}

/** As the server reads it: an invalid date means the latest. */
export function choiceOf(query: URLSearchParams): PricesChoice {
  const date = query.get('date') ?? '';
  return { date: isDay(date) ? date : null, type: query.get('type') ?? '', search: query.get('q') ?? '' };
}
