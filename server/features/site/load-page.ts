import { type Day, isDay } from '#billing/calendar.ts';
import type { Language } from '#contract/languages.ts';
import type { PageDataByName, PageName, ShownComparisons, ShownPrice } from '#contract/site.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { comparisonLoader } from '../comparisons/load-comparisons.ts';
import { presentShownComparisons } from '../comparisons/present.ts';
import { type ListedProducts, listedProducts } from '../prices/list-products.ts';
import { presentDay } from '../prices/present.ts';
import { listDay } from '../prices/queries.ts';
import { loadAlert, loadAlerts } from './load-alerts.ts';
import { loadBoard } from './load-board.ts';
import { loadCalendar } from './load-calendar.ts';
import { chartLoader } from './load-chart.ts';
import { loadHome } from './load-home.ts';
import { howRightLoader } from './load-how-right.ts';
import { loadNews, loadNewsItem } from './load-news.ts';
import { loadOpenData } from './load-open-data.ts';
import { loadPrices } from './load-prices.ts';
import { locateMap } from './locate-map.ts';

export type LoadedPage = { [Name in PageName]: { page: Name; data: PageDataByName[Name] } }[PageName];

export interface PageQuestion {
  page: PageName;
  language: Language;
  params: Record<string, string>;
  query: URLSearchParams;
}

const NOT_FOUND: LoadedPage = { page: 'not-found', data: {} };

export function pageLoader(app: AppContext): (question: PageQuestion) => Promise<LoadedPage> {
  const products = listedProducts(app);
  const loadChart = chartLoader(app);
  const loadHowRight = howRightLoader(app);
  const db = app.database.reader;
  const rowsOf = async (date: Day): Promise<ShownPrice[]> => presentDay(await listDay(db, date), await products());

  const loadComparisons = comparisonLoader(app);
  const comparisonsOf = async (date: Day): Promise<ShownComparisons> =>
    presentShownComparisons(await loadComparisons(date));

  return async ({ page, language, params, query }) => {
    switch (page) {
      case 'home':
        return { page, data: await loadHome(app, query, { language, rowsOf, comparisonsOf }) };
      case 'news':
        return { page, data: await loadNews(app, query, language) };
      case 'news-item': {
        const publication = await loadNewsItem(app, params.id ?? '', language);
        return publication ? { page, data: { publication } } : NOT_FOUND;
      }
      case 'daily-prices':
        return {
          page,
          data: { ...(await loadPrices(app, query, { rowsOf, comparisonsOf })), aliases: aliasesOf(await products()) },
        };
      case 'product-chart': {
        const data = await loadChart(params.id ?? '');
        return data ? { page, data } : NOT_FOUND;
      }
      case 'print-prices': {
        const date = params.date ?? '';
        return isDay(date) ? { page, data: { date, rows: await rowsOf(date) } } : NOT_FOUND;
      }
      case 'calendar':
        return { page, data: await loadCalendar(app) };
      case 'contact':
        return { page, data: { mapAddress: locateMap(app) } };
      case 'alerts':
        return { page, data: await loadAlerts(app, query) };
      case 'alert':
        return { page, data: await loadAlert(app, query.get('key') ?? '') };
      case 'open-data':
        return { page, data: await loadOpenData(app, rowsOf) };
      case 'how-right':
        return { page, data: await loadHowRight(query) };
      case 'board':
        return { page, data: await loadBoard(app, rowsOf) };
      case 'print-poster':
      case 'offline':
      case 'not-found':
      case 'broken':
        return { page, data: {} };
    }
  };
}

function aliasesOf(products: ListedProducts): Record<number, string[]> {
  return Object.fromEntries([...products].flatMap(([id, { aliases }]) => (aliases.length > 0 ? [[id, aliases]] : [])));
}
