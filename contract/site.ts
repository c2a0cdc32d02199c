import type { Day, Instant } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { AlertObstacle, AlertSubscription } from './alerts.ts';

import type { CentreContact, MarketFigure } from './centre.ts';
import type { Comparison } from './comparisons.ts';
import type { PosterPaper } from './documents/poster-paper.ts';
import type { PricePaper } from './documents/price-paper.ts';
import type { Language } from './languages.ts';
import type { CalendarDay, ClosedDay } from './market-days.ts';
import type { RangeScore } from './outlook.ts';
import type { PlanOut } from './plan.ts';
import type { ListedPrice } from './prices.ts';
import type { Product } from './products.ts';
import type { Punctuality } from './punctuality.ts';
import type { ServiceIcon } from './services.ts';
import type { TenantPageData } from './tenant-pages.ts';
import type { CentrePrice, NationalPrices, WhereToSellPageData } from './where-to-sell.ts';
import type { AlertKind, Horizon, PublicationType, SilentReason } from './words.ts';

export const NEWS_OF_EACH_TYPE = 7;

/** `standing` is set only for the 10% of prices that are farthest from their usual level. */
export interface ShownComparison extends Pick<Comparison, 'trend' | 'standing' | 'shape'> {
  /** The change of the midpoint of the price range, and the day of the earlier price; or the sentence that says both. */
  change: { cents: Cents; since: Day } | string;
  isCheap: boolean;
}
/** Comparisons by product id. A product without an earlier price is absent. */
export type ShownComparisons = Partial<Record<number, ShownComparison>>;
export type PricesView = 'compact' | 'cards';
export interface ShownPrice extends Pick<ListedPrice, 'product_id' | 'date'> {
  /** `type` may be one that this release does not know. */
  product: Omit<ListedPrice['product'], 'type'> & { type: string };
  minCents: Cents;
  maxCents: Cents;
}

export interface PageDataByName {
  home: HomePageData;
  news: NewsPageData;
  'news-item': { publication: NewsItem };
  'open-data': OpenDataPageData;
  calendar: CalendarPageData;
  'how-right': HowRightPageData;
  'where-to-sell': WhereToSellPageData;
  'daily-prices': PricesPageData;
  'product-chart': ChartPageData;
  stalls: StallsPageData;
  contact: ContactPageData;
  alerts: AlertsPageData;
  alert: AlertPageData;
  tenant: TenantPageData;
  'print-prices': { date: Day; rows: ShownPrice[] };
  'print-poster': Record<never, never>;
  board: BoardPageData;
  offline: Record<never, never>;
  'not-found': Record<never, never>;
  broken: Record<never, never>;
}
export type PageName = keyof PageDataByName;

export interface TranslatedText {
  text: string;
  language: Language;
}

/** A news item. A text without a translation is in the language in which it was written. */
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

export type AlertProduct = Pick<Product, 'id' | 'name' | 'name_si' | 'name_ta' | 'unit'>;

export type AlertNotice = { text: string; isFault: boolean } | null;

export interface AlertsPageData {
  products: AlertProduct[];
  email: AlertObstacle | null;
  sms: AlertObstacle | null;
  pushKey: string | null;
  kind: AlertKind;
  chosen: number[];
  limit: string;
  address: string;
  notice: AlertNotice;
  key: string | null;
}

export interface AlertPageData {
  key: string;
  subscription: AlertSubscription | null;
  products: AlertProduct[];
  notice: AlertNotice;
}

export interface HomePageData {
  national: NationalPrices;
  lorries: { count: number; asOf: Instant } | null;
  /** The first open day from today on; null if there is none within two weeks. */
  opensNext: { date: Day; when: 'today' | 'tomorrow' | 'later' } | null;
  latest: (DayList & { count: number; comparisons: ShownComparisons }) | null;
  /**
   * The publications on the page, newest first. They include as many of each type as the page shows, so that the page
   * can filter them by type without a request.
   */
  publications: NewsItem[];
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

export interface OpenDataPageData {
  latest: Day | null;
  productCode: string | null;
  years: number[];
  punctuality: Punctuality;
}

export type NewsType = PublicationType | 'all';

export interface DayList {
  date: Day;
  rows: ShownPrice[];
}

export interface PricesPageData {
  /** The day in the URL, otherwise the latest day with a list; null when no list exists. */
  date: Day | null;
  isAsked: boolean;
  unread?: string;
  today: Day;
  latest: Day | null;
  previous: Day | null;
  next: Day | null;
  rows: ShownPrice[];
  comparisons: ShownComparisons;
  closed: ClosedDay;
  closedToday: ClosedDay;
  /**
   * Other names of products by product id, the same for the lists of all days. Products without other names are absent.
   */
  aliases: Record<number, string[]>;
  /**
   * Set where `rows`, `comparisons` and `aliases` are empty because the cards of the page show them
   * (web/site/daily-prices/drawn-cards.ts): the checksum of the cards, so that a page with other prices has other data.
   */
  drawn?: number;
  /** The filter in the URL, which also works without scripts: a product type and a search text. */
  type: string;
  search: string;
  view: PricesView | '';
}

/** The newest list, for the screen in the market hall. */
export interface BoardPageData extends Pick<PricesPageData, 'date' | 'today' | 'rows' | 'comparisons' | 'closedToday'> {
  /** Closings of the next days, without the weekdays on which the market is always closed. */
  closings: { date: Day; closed: NonNullable<ClosedDay> }[];
  /** The title of the newest publication; English where a language is missing. */
  notice: Record<Language, string> | null;
}

export interface CalendarPageData {
  today: Day;
  /**
   * The first day of each month that the calendar shows in full. After these months, up to `until`, only closed days
   * are listed.
   */
  months: Day[];
  until: Day;
  days: CalendarDay[];
}

export interface ContactPageData {
  mapAddress: string;
}

/** A closed period; its days are counted from 1970-01-01. */
export interface Closing {
  closed: NonNullable<ClosedDay>;
  days: number[];
}

export type StallProduct = Pick<Product, 'id' | 'name' | 'name_si' | 'name_ta'>;

/** A stall whose tenant agreed to be named. */
export interface ListedStall {
  shopId: string;
  tradeName: string;
  goods: StallProduct[];
}

export interface StallsPageData {
  plan: PlanOut;
  /** The stalls that were asked for: all, those that sell a product, or those that a search found. */
  stalls: ListedStall[];
  /** The number of all stalls with a name. */
  listed: number;
  /** What is sold, in the order of the price list. */
  sold: StallProduct[];
  product: StallProduct | null;
  search: string;
}

export interface ChartPageData {
  product: Product;
  today: Day;
  /** Days with a price, counted from 1970-01-01, ascending. `minCents` and `maxCents` have a figure for each day. */
  days: number[];
  minCents: number[];
  maxCents: number[];
  closings: Closing[];
  lorries: DailyLorries;
  outlook: Record<Horizon, ShownOutlook>;
  /** The newest prices at other centres and here; empty if no other centre is read. */
  elsewhere: CentrePrice[];
  /** How many stalls sell the product, of those that are named. */
  sellers: number;
}

/**
 * The number of lorries on each day from `firstDay` (counted from 1970-01-01) to yesterday; 0 where none are published.
 */
export interface DailyLorries {
  firstDay: number;
  counts: number[];
}

/** The expected range in cents, or null and the reason why there is none. */
export interface ShownOutlook {
  range: { from: number; to: number } | null;
  silent: SilentReason | null;
  lastYear: Pick<RangeScore, 'held' | 'missed'>;
}

export interface HowRightPageData {
  /** The years, oldest first. */
  years: number[];
  year: number | null;
  product: NamedInList | null;
  total: Record<Horizon, RangeScore>;
  rows: { product: NamedInList; year: number; scores: Record<Horizon, RangeScore> }[];
}

export type NamedInList = Pick<Product, 'id' | 'code' | 'name' | 'name_si' | 'name_ta'>;

/**
 * How the sitemap lists a page: `page` once, `newest-list` once with the time of the latest price change, the others
 * once for each day, product or publication.
 */
export type IndexedAs = 'page' | 'newest-list' | 'each-day' | 'each-product' | 'each-publication';

export interface PageServing {
  /** The keys of the page's query; other keys are ignored. */
  query?: readonly string[];
  hasArrivals?: true;
  /** True when the page shows what only one reader may see. Such a page is not cached. */
  isUnstored?: true;
}

export type SiteMatch =
  | { kind: 'public'; page: PageName; language: Language; params: Record<string, string>; serving: PageServing }
  /** `isUnknown` is true for an address below one of the office that has no page: the office says so in its frame. */
  | { kind: 'office'; isSignIn: boolean; isUnknown?: true };

export interface PageFrame {
  language: Language;
  /** The path without the language prefix. It includes the query string, so that the language switch preserves it. */
  path: string;
  /** The centre in one language, without the texts that only the home page shows. */
  centre: CentreContact;
  /** The public address, without a slash at its end; null when it is not configured. */
  publicUrl: string | null;
  /** True if at least one way of sending alerts is configured. */
  hasAlerts: boolean;
  /** True if the prices of other centres are read. */
  hasCentres: boolean;
  /** Weekdays on which the market is open, from 0 (Sunday) to 6. */
  openWeekdays: number[];
  /** The days, from today to three days from now, that differ from the usual week. */
  unusualDays: CalendarDay[];
}

/** The hydrated pages that read little of the frame in the browser; the rest of it is only in their markup. */
const SHORT_FRAMED = ['daily-prices', 'product-chart', 'alerts', 'board', 'print-prices'] as const satisfies PageName[];
export interface ShortFrame extends Pick<PageFrame, 'language' | 'path' | 'publicUrl' | 'hasAlerts'> {
  centre: Pick<CentreContact, 'name'>;
}
export type FrameOf<Name extends PageName> = Name extends (typeof SHORT_FRAMED)[number] ? ShortFrame : PageFrame;

/** Returns the part of the frame that the page reads in the browser. */
export function frameInBrowser(page: PageName, frame: PageFrame): PageFrame | ShortFrame {
  if (!SHORT_FRAMED.some((name) => name === page)) return frame;
  const { language, path, publicUrl, hasAlerts, centre } = frame;
  return { language, path, centre: { name: centre.name }, publicUrl, hasAlerts };
}

export interface ShareCard {
  market: string;
  place: string;
  title: string;
  prices: { name: string; currency: string; figure: string; unit: string }[];
  count: string;
}

export interface ProductShareCard {
  market: string;
  place: string;
  name: string;
  currency: string;
  figure: string;
  unit: string;
  date: string;
  changes: { text: string; direction: 'up' | 'down' | 'same' }[];
  since: string;
  /** The prices, oldest first; `day` is counted from 1970-01-01. */
  points: { day: number; minCents: number; maxCents: number }[];
  from: string;
  to: string;
}

export interface ListShareCard {
  market: string;
  place: string;
  title: string;
  unit: string;
  /** The number of the page, as `1 / 3`. */
  page: string;
  rows: { name: string; figure: string; unit: string }[];
}

export interface SiteAssets {
  script: string;
  /** Files to preload, by the name of the page or of its texts: `daily-prices`, `si/prices`. */
  preloads: Record<string, string[]>;
  devHead: string;
}

export interface RenderedPage {
  status: number;
  content: Buffer;
  /** Hashes of the inline styles, for the content security policy: `'sha256-...'`. */
  styleHashes: string[];
  scriptHashes: string[];
  showsMap: boolean;
}

export interface SiteRenderer {
  match(path: string): SiteMatch;
  render<Name extends PageName>(
    page: Name,
    data: PageDataByName[Name],
    around: { frame: PageFrame; assets: SiteAssets },
  ): RenderedPage;
  shareCard(list: DayList, frame: PageFrame): ShareCard;
  /** Returns the share card of a product; undefined without a price. */
  productShareCard(data: ChartPageData, frame: PageFrame): ProductShareCard | undefined;
  listShareCards(list: DayList, frame: PageFrame): ListShareCard[];
  pricePapers(list: DayList, frame: PageFrame): PricePaper[];
  posterPaper(frame: PageFrame & { publicUrl: string }): PosterPaper;
  /** The public pages. Paths have no language prefix: `/product/:id/chart`. */
  publicPages: readonly { path: string; indexed?: IndexedAs }[];
  officePaths: readonly string[];
}
