import type { Day } from '#billing/calendar.ts';
import type { Centre } from './centre.ts';
import type { ListedPrice } from './prices.ts';
import type { Product } from './products.ts';

/** Languages of the public site; English stands at the root, the others below /si and /ta. */
export const languages = ['en', 'si', 'ta'] as const;
export type Language = (typeof languages)[number];

/** A line of a day's list as a page shows it. */
export type ShownPrice = Omit<ListedPrice, 'createdAt' | 'updatedAt'>;

/** What the server loads for each public page; the page is a function of it, and of the language. */
export interface PageDataByName {
  home: { latest: DayList | null };
  'daily-prices': PricesPageData;
  'product-chart': ChartPageData;
  contact: Record<never, never>;
  'print-prices': { date: Day; rows: ShownPrice[] };
  'not-found': Record<never, never>;
}
export type PageName = keyof PageDataByName;

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
  /** The filter of the address, for readers without scripts: a product type, and a text to search. */
  type: string;
  search: string;
}

export interface ChartPageData {
  product: Product;
  today: Day;
  /** Days since 1970-01-01, ascending; figures in cents. */
  days: number[];
  minCents: number[];
  maxCents: number[];
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
  centre: Centre;
}

/** Addresses of built files, as the browser asks for them. */
export interface SiteAssets {
  /** The script that brings pages to life. */
  script: string;
  /** Files worth fetching early, by the name of the page or `language:si`. */
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
}
