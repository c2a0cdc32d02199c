import type { Day, Instant } from '#billing/calendar.ts';
import type { CentreContact, MarketFigure } from './centre.ts';
import type { Language } from './languages.ts';
import type { ClosedDay } from './market-days.ts';
import type { Horizon, RangeScore, SilentReason } from './outlook.ts';
import type { ListedPrice } from './prices.ts';
import type { Product } from './products.ts';
import type { PublicationType } from './publications.ts';
import type { ServiceIcon } from './services.ts';

/** As many as the carousel of the home page shows. */
export const NEWS_OF_EACH_TYPE = 7;

export type ShownPrice = Omit<ListedPrice, 'createdAt' | 'updatedAt'>;

export interface PageDataByName {
  home: HomePageData;
  news: NewsPageData;
  'news-item': { publication: NewsItem };
  'open-data': OpenDataPageData;
  'how-right': HowRightPageData;
  'daily-prices': PricesPageData;
  'product-chart': ChartPageData;
  contact: ContactPageData;
  'print-prices': { date: Day; rows: ShownPrice[] };
  offline: Record<never, never>;
  'not-found': Record<never, never>;
  broken: Record<never, never>;
}
export type PageName = keyof PageDataByName;

export interface TranslatedText {
  text: string;
  language: Language;
}

/** A text that is not translated is in the language it was first written in. */
export interface NewsItem {
  id: number;
  type: PublicationType;
  topic: TranslatedText;
  description: TranslatedText;
  image: string | null;
  createdAt: Instant;
}

export interface ShownService {
  icon: ServiceIcon;
  title: string;
  description: string;
}

export interface HomePageData {
  latest: (DayList & { count: number }) | null;
  /** Newest first: of each type as many as the page may show at once, so that each filter finds its newest. */
  publications: NewsItem[];
  /** The type chosen in the address, for readers without scripts; all by default. */
  newsType: NewsType;
  services: ShownService[];
  own: OwnTexts;
  slides: ShownPicture[];
  marketSlides: ShownPicture[];
}

export interface OwnTexts extends Record<MarketFigure, string> {
  home: string;
  market: string;
  vision: string;
  mission: string[];
  services: string;
}

export interface ShownPicture {
  file: string;
  alt: string;
}

export interface NewsPageData {
  publications: NewsItem[];
  newsType: NewsType;
  page: number;
  pages: number;
}

/** Examples on the open data page: a day, a product and a year with figures; null in an empty market. */
export interface OpenDataPageData {
  latest: Day | null;
  productCode: string | null;
  years: number[];
}

export type NewsType = PublicationType | 'all';

export interface DayList {
  date: Day;
  rows: ShownPrice[];
}

export interface PricesPageData {
  /** The day in the address, else the latest with a list; null when no list exists. */
  date: Day | null;
  /** The address names the day; then it is shown even without a list. */
  isAsked: boolean;
  today: Day;
  latest: Day | null;
  previous: Day | null;
  next: Day | null;
  rows: ShownPrice[];
  closed: ClosedDay;
  /** The same for today, when the latest list is older. */
  closedToday: ClosedDay;
  /** Other names of products by id, for every day's list; products without any are absent. */
  aliases: Record<number, string[]>;
  /** The filter in the address, for readers without scripts: a product type and a search. */
  type: string;
  search: string;
}

export interface ContactPageData {
  mapAddress: string;
}

/** The days are since 1970-01-01. */
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
  closings: Closing[];
  outlook: Record<Horizon, ShownOutlook>;
}

export interface ShownOutlook {
  range: { from: number; to: number } | null;
  silent: SilentReason | null;
  lastYear: RangeScore;
}

export interface HowRightPageData {
  /** Oldest first. */
  years: number[];
  year: number | null;
  product: NamedInList | null;
  total: Record<Horizon, RangeScore>;
  rows: { product: NamedInList; year: number; scores: Record<Horizon, RangeScore> }[];
}

export type NamedInList = Pick<Product, 'id' | 'code' | 'name' | 'name_si' | 'name_ta'>;

/** All office pages have the same HTML. */
export type SiteMatch =
  | { kind: 'public'; page: PageName; language: Language; params: Record<string, string> }
  | { kind: 'office' };

export interface PageFrame {
  language: Language;
  /** The address without its language, with its query string: the language switch keeps it. */
  path: string;
  /** Without what only the home page shows, in one language. */
  centre: CentreContact;
  /** The public address, without a slash at its end; null when it is not configured. */
  publicUrl: string | null;
  /** Weekdays on which the market is open, Sunday 0. */
  openWeekdays: number[];
}

export interface ShareCard {
  market: string;
  place: string;
  title: string;
  prices: { name: string; currency: string; figure: string; unit: string }[];
  count: string;
}

export interface SiteAssets {
  script: string;
  /** Files to preload, by the name of the page or of its texts: `daily-prices`, `si/prices`. */
  preloads: Record<string, string[]>;
  devHead: string;
}

export interface RenderedPage {
  status: number;
  html: string;
  /** The SHA-256 sources of inline styles, for the content policy: `'sha256-...'`. */
  styleHashes: string[];
}

export interface SiteRenderer {
  match(path: string): SiteMatch;
  render<Name extends PageName>(
    page: Name,
    data: PageDataByName[Name],
    around: { frame: PageFrame; assets: SiteAssets },
  ): RenderedPage;
  shareCard(list: DayList, frame: PageFrame): ShareCard;
  /** Patterns of the addresses of public pages, without their language: `/product/:id/chart`. */
  publicPaths: Record<string, PageName>;
  officePaths: readonly string[];
}
