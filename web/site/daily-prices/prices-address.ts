import { type Day, isDay } from '#billing/calendar.ts';

/** What a reader chose on the price page; the address says the same. */
export interface PricesChoice {
  /** The day that was asked for; null for the latest. */
  date: Day | null;
  /** A product type; empty for all. */
  type: string;
  search: string;
}

const PATH = '/home-dailyprice';

/** The address of a choice, without the language: the latest prices of all products stand at the plain one. */
export function pricesPath({ date, type, search }: PricesChoice): string {
  const query = new URLSearchParams();
  if (date !== null) query.set('date', date);
  if (type !== '') query.set('type', type);
  if (search !== '') query.set('q', search);
  return query.size === 0 ? PATH : `${PATH}?${query}`;
}

/** The choice an address makes, read as the server reads it: a date that is none asks for the latest. */
export function choiceOf(query: URLSearchParams): PricesChoice {
  const date = query.get('date') ?? '';
  return { date: isDay(date) ? date : null, type: query.get('type') ?? '', search: query.get('q') ?? '' };
}
