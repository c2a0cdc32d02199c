import type { PageDataByName, PageName } from '#contract/site.ts';
import { alertPage } from './alerts/alert-page.tsx';
import { alertsPage } from './alerts/alerts-page.tsx';
import { boardPage } from './board/board-page.tsx';
import { brokenPage } from './broken/broken-page.tsx';
import { calendarPage } from './calendar/calendar-page.tsx';
import { contactPage } from './contact/contact-page.tsx';
import { dailyPricesPage } from './daily-prices/daily-prices-page.tsx';
import { printPricesPage } from './daily-prices/print-prices-page.tsx';
import { homePage } from './home/home-page.tsx';
import { howRightPage } from './how-right/how-right-page.tsx';
import { newsItemPage } from './news/news-item-page.tsx';
import { newsPage } from './news/news-page.tsx';
import { notFoundPage } from './not-found/not-found-page.tsx';
import { offlinePage } from './offline/offline-page.tsx';
import { openDataPage } from './open-data/open-data-page.tsx';
import type { PublicPage } from './page.ts';
import { posterPage } from './poster/poster-page.tsx';
import { productChartPage } from './product-chart/product-chart-page.tsx';
import { stallsPage } from './stalls/stalls-page.tsx';
import { tenantPage } from './tenant/tenant-page.tsx';
import { whereToSellPage } from './where-to-sell/where-to-sell-page.tsx';

/** The pages, in the order in which the navigation and the sitemap list them. */
export const pages = {
  home: homePage,
  'daily-prices': dailyPricesPage,
  'product-chart': productChartPage,
  stalls: stallsPage,
  'where-to-sell': whereToSellPage,
  news: newsPage,
  'news-item': newsItemPage,
  contact: contactPage,
  alerts: alertsPage,
  alert: alertPage,
  tenant: tenantPage,
  calendar: calendarPage,
  'open-data': openDataPage,
  'how-right': howRightPage,
  'print-prices': printPricesPage,
  'print-poster': posterPage,
  board: boardPage,
  offline: offlinePage,
  'not-found': notFoundPage,
  broken: brokenPage,
} satisfies { [Name in PageName]: PublicPage<PageDataByName[Name]> };

/** Names of the pages whose components the browser gets (hydrate.tsx). */
export type HydratedName = {
  [Name in PageName]: (typeof pages)[Name] extends { hydrated: true } ? Name : never;
}[PageName];

export function pageNamed<Name extends PageName>(name: Name): PublicPage<PageDataByName[Name]> {
  return pages[name] as unknown as PublicPage<PageDataByName[Name]>;
}
