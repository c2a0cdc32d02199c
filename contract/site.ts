import type { Day, Instant } from '#billing/calendar.ts';
import type { Centre } from './centre.ts';
import type { Language } from './languages.ts';
import type { ClosedDay } from './market-days.ts';
import type { ListedPrice } from './prices.ts';
import type { Product } from './products.ts';
import type { PublicationType } from './publications.ts';
import type { ServiceIcon } from './services.ts';

/** Publications of a type that the home page has: as many as its carousel shows. */
export const NEWS_OF_EACH_TYPE = 7;

/** A line of a day's list as a page shows it. */
export type ShownPrice = Omit<ListedPrice, 'createdAt' | 'updatedAt'>;

/** What the server loads for each public page; the page is a function of it, and of the language. */
export interface PageDataByName {
  home: HomePageData;
  news: NewsPageData;
  'news-item': { publication: NewsItem };
  'open-data': OpenDataPageData;
  'daily-prices': PricesPageData;
  'product-chart': ChartPageData;
  contact: ContactPageData;
  'print-prices': { date: Day; rows: ShownPrice[] };
  offline: Record<never, never>;
  'not-found': Record<never, never>;
  broken: Record<never, never>;
}
export type PageName = keyof PageDataByName;

/** A text as a page tells it, and the language that it is in, which may be another than the reader's. */
export interface TranslatedText {
  text: string;
  language: Language;
}

/** A publication told to readers of one language; what was not written in theirs stands in the one it was first written in. */
export interface NewsItem {
  id: number;
  type: PublicationType;
  topic: TranslatedText;
  description: TranslatedText;
  image: string | null;
  createdAt: Instant;
}

/** A service of the centre, in the reader's language. */
export interface ShownService {
  icon: ServiceIcon;
  title: string;
  description: string;
}

export interface HomePageData {
  /** The first lines of the latest list, and how many it has; null when there is no list at all. */
  latest: (DayList & { count: number }) | null;
  /** Newest first: of each type as many as the page may show at once, so that each filter finds its newest. */
  publications: NewsItem[];
  /** The type that the address chose, for readers without scripts; all else. */
  newsType: NewsType;
  /** May be empty. */
  services: ShownService[];
}

export interface NewsPageData {
  publications: NewsItem[];
  newsType: NewsType;
  /** From 1 on. */
  page: number;
  pages: number;
}

/** What the open data page can show of itself: a day, a product and a year that have figures; null in an empty market. */
export interface OpenDataPageData {
  latest: Day | null;
  productCode: string | null;
  years: number[];
}

export type NewsType = PublicationType | 'all';

/** A day with its list, in list order. */
export interface DayList {
  date: Day;
  rows: ShownPrice[];
}

export interface PricesPageData {
  /** The day whose figures are shown: the one asked for, else the latest that has a list; null when there is none at all. */
  date: Day | null;
  /** True when the reader named the day; then it is shown even without a list. */
  isAsked: boolean;
  today: Day;
  latest: Day | null;
  previous: Day | null;
  next: Day | null;
  rows: ShownPrice[];
  /** Why the shown day has no list, where the market calendar says so. */
  closed: ClosedDay;
  /** The same of today, where the latest list is an older one. */
  closedToday: ClosedDay;
  /** Other names that products are found by, by product id; one without any is left out. They are of every day's list. */
  aliases: Record<number, string[]>;
  /** The filter of the address, for readers without scripts: a product type, and a text to search. */
  type: string;
  search: string;
}

export interface ContactPageData {
  /** The map around the centre, as a page of another site: fetched only when the reader asks for it. */
  mapAddress: string;
}

/** A reason for which the market was closed, and on which days: since 1970-01-01. */
export interface Closing {
  closed: NonNullable<ClosedDay>;
  days: number[];
}

export interface ChartPageData {
  product: Product;
  today: Day;
  /** Days since 1970-01-01, ascending; figures in cents. */
  days: number[];
  minCents: number[];
  maxCents: number[];
  /** Why days within the history have no price, so that a gap explains itself: each reason with its days, ascending. */
  closings: Closing[];
}

/** Which page an address means. Office pages are one shell for all; the browser does the rest. */
export type SiteMatch =
  | { kind: 'public'; page: PageName; language: Language; params: Record<string, string> }
  | { kind: 'office' };

/** What every public page is told besides its own data. */
export interface PageFrame {
  language: Language;
  /** The address without its language, with its query string: the language switch goes to the same place. */
  path: string;
  /** The services are left out: one page alone shows them, in one language. */
  centre: Omit<Centre, 'services'>;
  /** The address people use, without a slash at its end; null where the market does not know it. */
  publicUrl: string | null;
  /** Weekdays on which the market is open, Sunday 0. */
  openWeekdays: number[];
}

/** What the share picture of a day says, in the reader's language. */
export interface ShareCard {
  market: string;
  place: string;
  title: string;
  prices: { name: string; currency: string; figure: string; unit: string }[];
  /** How long the whole list is. */
  count: string;
}

/** Addresses of built files, as the browser asks for them. */
export interface SiteAssets {
  /** The script that brings pages to life. */
  script: string;
  /** Files worth fetching early, by the name of the page or of its texts: `daily-prices`, `si/prices`. */
  preloads: Record<string, string[]>;
  /** In development: markup that brings the tools into the page. */
  devHead: string;
}

export interface RenderedPage {
  status: number;
  html: string;
  /** The SHA-256 sources of inline styles, for the content policy: `'sha256-...'`. */
  styleHashes: string[];
}

/** The public site as the server sees it: build/server/render.js gives one. */
export interface SiteRenderer {
  match(path: string): SiteMatch;
  render<Name extends PageName>(
    page: Name,
    data: PageDataByName[Name],
    frame: PageFrame,
    assets: SiteAssets,
  ): RenderedPage;
  shareCard(list: DayList, frame: PageFrame): ShareCard;
  /** Patterns of the addresses of public pages, without their language: `/product/:id/chart`. */
  publicPaths: Record<string, PageName>;
  /** The same of the pages that need a login. */
  officePaths: readonly string[];
}
