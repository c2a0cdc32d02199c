import type { Day, Instant } from '#billing/calendar.ts';
import type { Language } from './languages.ts';
import type { Product } from './products.ts';

/** A reason in the languages in which the centre wrote it; null where it wrote none. */
export type ClosedThere = Record<Language, string> | null;

/** The newest price of a product at one centre, beside that of this market. */
export interface CentrePrice {
  /** 0 is this market. */
  centreId: number;
  name: Record<Language, string>;
  date: Day;
  /** Days since the list of this price: 0 is today's. */
  age: number;
  /** For the unit of this market, where both units are of weight. */
  minCents: number;
  maxCents: number;
  /** The unit in the words of the centre. */
  unit: string;
  /** False if the units of both markets cannot be compared. */
  isComparable: boolean;
  /** The middle of the range less that of this market; null where either is unknown. */
  differenceCents: number | null;
  distanceKm: number | null;
  /** What the load brings, less the way; null where the way is unknown or the units cannot be compared. */
  leftCents: number | null;
  /** The address from which the figure was read. */
  source: string;
  licence: string | null;
  /** When the centre last answered; null for this market. */
  answeredAt: Instant | null;
  isAnswering: boolean;
  closedToday: ClosedThere;
}

export type ComparedProduct = Pick<Product, 'id' | 'code' | 'name' | 'name_si' | 'name_ta' | 'unit'>;

/** A series of prices, oldest first: days counted from 1970-01-01, cents. */
export interface CentreSeries {
  days: number[];
  minCents: number[];
  maxCents: number[];
}

/** What a reader entered, as it was entered; empty fields mean what the market has set. */
export interface AskedWay {
  km: string;
  rate: string;
  load: string;
  /** The centre whose way and prices are shown beside this market's; null for none. */
  centreId: number | null;
  /** Fields that could not be read. */
  unread: ('km' | 'rate' | 'load')[];
}

export interface WhereToSellPageData {
  today: Day;
  products: ComparedProduct[];
  product: ComparedProduct | null;
  /** By what is left after the way, most first; without it by age and price. */
  rows: CentrePrice[];
  /** The centre where most is left, among lists of `bestDay`; null if no two lists of a day can be compared. */
  best: { centreId: number; day: Day } | null;
  asked: AskedWay;
  /** What was computed with. */
  centsPerKm: number;
  load: number;
  chart: { centreId: number; here: CentreSeries; there: CentreSeries } | null;
}

/** A product at all centres together, on a day. */
export interface UnionPrice {
  product: ComparedProduct;
  centres: number;
  lowest: UnionEnd;
  highest: UnionEnd;
}

interface UnionEnd {
  name: Record<Language, string>;
  minCents: number;
  maxCents: number;
  source: string;
  licence: string | null;
}

/** What the home page of a national page shows; null on that of a market. */
export type NationalPrices = { date: Day; centres: number; rows: UnionPrice[] } | null;
