import { type Day, isDay } from '#billing/calendar.ts';
import type { ChartPageData, DayList, PageDataByName, PageName, PricesPageData, ShownPrice } from '#contract/site.ts';
import { today } from '../../clock.ts';
import type { Door } from '../../http/door.ts';
import { listedProducts } from '../prices/list-products.ts';
import { presentDay } from '../prices/present.ts';
import { findDays, listDay, readHistory } from '../prices/queries.ts';
import { presentProduct } from '../products/present.ts';
import { findProduct } from '../products/queries.ts';

/** A page with its data. What is asked for may turn out not to be there; then it is the not-found page. */
export type LoadedPage = { [Name in PageName]: { page: Name; data: PageDataByName[Name] } }[PageName];

/** What an address asks of a page. */
export interface PageQuestion {
  page: PageName;
  params: Record<string, string>;
  query: URLSearchParams;
}

const NOT_FOUND: LoadedPage = { page: 'not-found', data: {} };
const ID = /^[1-9]\d{0,14}$/;

/** Loads what public pages show. */
export function pageLoader(door: Door): (question: PageQuestion) => Promise<LoadedPage> {
  const products = listedProducts(door);
  const db = door.database.reader;
  const rowsOf = async (date: Day): Promise<ShownPrice[]> => presentDay(await listDay(db, date), await products());

  return async ({ page, params, query }) => {
    switch (page) {
      case 'home':
        return { page, data: { latest: await loadLatest(door, rowsOf) } };
      case 'daily-prices':
        return { page, data: await loadDailyPrices(door, query, rowsOf) };
      case 'product-chart': {
        const data = await loadChart(door, params.id ?? '');
        return data ? { page, data } : NOT_FOUND;
      }
      case 'print-prices': {
        const date = params.date ?? '';
        return isDay(date) ? { page, data: { date, rows: await rowsOf(date) } } : NOT_FOUND;
      }
      case 'contact':
      case 'not-found':
        return { page, data: {} };
    }
  };
}

type RowsOf = (date: Day) => Promise<ShownPrice[]>;

async function loadLatest(door: Door, rowsOf: RowsOf): Promise<DayList | null> {
  const now = today(door.clock);
  const { latest } = await findDays(door.database.reader, now, now);
  return latest && { date: latest, rows: await rowsOf(latest) };
}

/** The day the address names, or else the latest with a list; a text that is no date names none. */
async function loadDailyPrices(door: Door, query: URLSearchParams, rowsOf: RowsOf): Promise<PricesPageData> {
  const now = today(door.clock);
  const asked = query.get('date') ?? '';
  const isAsked = isDay(asked);
  const around = await findDays(door.database.reader, isAsked ? asked : now, now);
  const date = isAsked ? asked : around.latest;
  const { previous, next } = date === null || isAsked ? around : await findDays(door.database.reader, date, now);
  return {
    date,
    isAsked,
    today: now,
    latest: around.latest,
    previous,
    next,
    rows: date === null ? [] : await rowsOf(date),
    type: (query.get('type') ?? '').slice(0, 40),
    search: (query.get('q') ?? '').slice(0, 80),
  };
}

async function loadChart(door: Door, id: string): Promise<ChartPageData | undefined> {
  const product = ID.test(id) ? await findProduct(door.database.reader, Number(id)) : undefined;
  if (!product) return undefined;
  const history = await readHistory(door.database.reader, product.id);
  return {
    product: presentProduct(product, door.config.publicUrl),
    today: today(door.clock),
    days: JSON.parse(history.days),
    minCents: JSON.parse(history.minCents),
    maxCents: JSON.parse(history.maxCents),
  };
}
