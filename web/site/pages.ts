import type { ComponentType } from 'react';
import type { PageName } from '#contract/site.ts';
import { AlertPage } from './alerts/alert-page.tsx';
import { AlertsPage } from './alerts/alerts-page.tsx';
import { BoardPage } from './board/board-page.tsx';
import { BrokenPage } from './broken/broken-page.tsx';
import { CalendarPage } from './calendar/calendar-page.tsx';
import { ContactPage } from './contact/contact-page.tsx';
import { DailyPricesPage } from './daily-prices/daily-prices-page.tsx';
import { PricesPrintPage } from './daily-prices/print-prices-page.tsx';
import { HomePage } from './home/home-page.tsx';
import { HowRightPage } from './how-right/how-right-page.tsx';
import { NewsItemPage } from './news/news-item-page.tsx';
import { NewsPage } from './news/news-page.tsx';
import { SiteNotFoundPage } from './not-found/not-found-page.tsx';
import { OfflinePage } from './offline/offline-page.tsx';
import { OpenDataPage } from './open-data/open-data-page.tsx';
import type { PageProps } from './page-props.ts';
import { PosterPage } from './poster/poster-page.tsx';
import { ProductChartPage } from './product-chart/product-chart-page.tsx';

export const pages: { [Name in PageName]: ComponentType<PageProps<Name>> } = {
  home: HomePage,
  news: NewsPage,
  'news-item': NewsItemPage,
  'daily-prices': DailyPricesPage,
  'product-chart': ProductChartPage,
  contact: ContactPage,
  calendar: CalendarPage,
  'open-data': OpenDataPage,
  alerts: AlertsPage,
  alert: AlertPage,
  'how-right': HowRightPage,
  'print-prices': PricesPrintPage,
  'print-poster': PosterPage,
  board: BoardPage,
  offline: OfflinePage,
  'not-found': SiteNotFoundPage,
  broken: BrokenPage,
};

export const hydratedPages: ReadonlySet<PageName> = new Set([
  'contact',
  'home',
  'daily-prices',
  'product-chart',
  'print-prices',
  'board',
  'alerts',
]);
