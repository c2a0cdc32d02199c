import { type Day, isDay } from '#billing/calendar.ts';
import type { PricesPageData, ShownComparisons, ShownPrice } from '#contract/site.ts';
import { today } from '../../clock.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { findClosedDay } from '../market-days/find-closed-days.ts';
import type { ListedProducts } from '../prices/list-products.ts';
import { findDays } from '../prices/queries.ts';

export interface DayReaders {
  rowsOf: (date: Day) => Promise<ShownPrice[]>;
  comparisonsOf: (date: Day) => Promise<ShownComparisons>;
}

export async function loadPrices(
  { clock, database: { reader } }: Pick<AppContext, 'clock' | 'database'>,
  query: URLSearchParams,
  { rowsOf, comparisonsOf, products }: DayReaders & { products: () => Promise<ListedProducts> },
): Promise<PricesPageData> {
  const now = today(clock);
  const asked = query.get('date') ?? '';
  const isAsked = isDay(asked);
  const around = await findDays(reader, isAsked ? asked : now, now);
  const date = isAsked ? asked : around.latest;
  const { previous, next } = date === null || isAsked ? around : await findDays(reader, date, now);
  const rows = date === null ? [] : await rowsOf(date);
  return {
    date,
    isAsked,
    ...(!isAsked && asked !== '' && { unread: asked.slice(0, 40) }),
    today: now,
    latest: around.latest,
    previous,
    next,
    rows,
    comparisons: date === null || rows.length === 0 ? {} : await comparisonsOf(date),
    closed: date !== null && rows.length === 0 ? await findClosedDay(reader, date) : null,
    closedToday: !isAsked && date !== now ? await findClosedDay(reader, now) : null,
    type: (query.get('type') ?? '').slice(0, 40),
    search: (query.get('q') ?? '').slice(0, 80),
    view: viewOf(query.get('view')),
    aliases: aliasesOf(await products()),
  };
}

function viewOf(asked: string | null): PricesPageData['view'] {
  return asked === 'compact' || asked === 'cards' ? asked : '';
}

function aliasesOf(products: ListedProducts): Record<number, string[]> {
  return Object.fromEntries([...products].flatMap(([id, { aliases }]) => (aliases.length > 0 ? [[id, aliases]] : [])));
}
