import { type Day, isDay } from '#billing/calendar.ts';
import type { PricesView } from '#contract/site.ts';

export interface PricesChoice {
  date: Day | null;
  type: string;
  search: string;
  view: PricesView | '';
}

const PATH = '/home-dailyprice';

export function pricesPath({ date, type, search, view }: PricesChoice): string {
  const query = new URLSearchParams();
  if (date !== null) query.set('date', date);
  if (type !== '') query.set('type', type);
  if (search !== '') query.set('q', search);
  if (view !== '') query.set('view', view);
  return query.size === 0 ? PATH : `${PATH}?${query}`;
}

/** Reads the choice from an address in the same way as the server: an invalid date means the latest list. */
export function choiceOf(query: URLSearchParams): PricesChoice {
  const date = query.get('date') ?? '';
  const view = query.get('view');
  return {
    date: isDay(date) ? date : null,
    type: query.get('type') ?? '',
    search: query.get('q') ?? '',
    view: view === 'compact' || view === 'cards' ? view : '',
  };
}
