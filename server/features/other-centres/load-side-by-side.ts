import { addDays, type Day, dayNumber } from '#billing/calendar.ts';
import { type Cents, parseRupees } from '#billing/money.ts';
import { plainAmount } from '#contract/amount-text.ts';
import type {
  AskedWay,
  CentrePrice,
  CentreSeries,
  ClosedThere,
  ComparedProduct,
  NationalPrices,
  WhereToSellPageData,
} from '#contract/where-to-sell.ts';
import { today } from '../../clock.ts';
import type { Reader } from '../../db/connect.ts';
import { memoizePerVersion } from '../../http/cache/memoize-per-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { findClosedDay } from '../market-days/find-closed-days.ts';
import { type ListedProducts, listedProducts } from '../prices/list-products.ts';
import { priceBook } from '../prices/load-price-book.ts';
import type { PriceBook } from '../prices/price-book.ts';
import { compareWithHere, type FoundPrice, findBest } from './compare-centres.ts';
import { compareSetting } from './compare-settings.ts';
import { convertPrice } from './convert-price.ts';
import { namesOf } from './names-of.ts';
import { presentNational } from './national-prices.ts';
import { centreSource, ownSource } from './present.ts';
import {
  findNewestPrice,
  listCentres,
  listComparedProducts,
  listDaysOn,
  listOtherHistory,
  listSameProducts,
  listUnion,
  type OtherDay,
} from './queries.ts';

const MOST_KM = 2000;
const MOST_LOAD = 100_000;
const MOST_RATE_CENTS = 1_000_000;
/** The days of the chart. */
const CHART_DAYS = 90;
const MOST_TYPED = 20;
/** The other centres on the page of a product. */
const SHORT_LIST = 5;

export interface SideBySide {
  /** True if the prices of at least one other centre are read. */
  hasCentres(): Promise<boolean>;
  loadPage(query: URLSearchParams): Promise<WhereToSellPageData>;
  /** Returns the newest prices of a product at the other centres and here; empty without another centre. */
  listShort(productId: number): Promise<CentrePrice[]>;
  listAll(productId: number): Promise<CentrePrice[]>;
  loadNational(): Promise<NationalPrices>;
}

interface Market {
  db: Reader;
  today: Day;
  book: PriceBook;
  listed: ListedProducts;
  here: Pick<FoundPrice, 'name' | 'source' | 'licence'>;
  isNational: boolean;
}

export function sideBySide(app: AppContext): SideBySide {
  const db = app.database.reader;
  const products = listedProducts(app);
  const readBook = priceBook(app);
  const readCentres = memoizePerVersion(app.responseCache, () => listCentres(db));
  const readSetting = memoizePerVersion(app.responseCache, () => compareSetting.read(db));
  const openMarket = async (): Promise<Market> => ({
    db,
    today: today(app.clock),
    book: await readBook(),
    listed: await products(),
    here: { name: app.centre.facts.name, ...ownSource(app) },
    isNational: (await readSetting()).is_national,
  });
  const listAll = async (productId: number) => {
    const { cents_per_km, load_kg } = await readSetting();
    const market = await openMarket();
    const product = productOf(market.listed, productId);
    if (!product || (await readCentres()).length === 0) return [];
    const way = { today: market.today, centsPerKm: cents_per_km, load: load_kg };
    return compareWithHere(await findPrices(market, product), way);
  };
  return {
    hasCentres: async () => (await readCentres()).length > 0,
    listAll,
    listShort: async (productId) => (await listAll(productId)).slice(0, SHORT_LIST),
    async loadPage(query) {
      const setting = await readSetting();
      const market = await openMarket();
      return loadPage(market, { query, centsPerKm: setting.cents_per_km, load: setting.load_kg });
    },
    async loadNational() {
      const market = await openMarket();
      if (!market.isNational) return null;
      const rows = await listUnion(db, market.today);
      const date = rows.length > 0 ? market.today : addDays(market.today, -1);
      const found = rows.length > 0 ? rows : await listUnion(db, date);
      const named = (id: number) => productOf(market.listed, id);
      return presentNational(found, { date, centres: await readCentres(), order: [...market.listed.keys()], named });
    },
  };
}

function productOf(listed: ListedProducts, id: number): ComparedProduct | undefined {
  const fields = listed.get(id)?.fields;
  if (!fields) return undefined;
  const { code, name, name_si, name_ta, unit } = fields;
  return { id, code, name, name_si, name_ta, unit };
}

async function loadPage(
  market: Market,
  { query, centsPerKm, load }: { query: URLSearchParams; centsPerKm: number; load: number },
): Promise<WhereToSellPageData> {
  const { db, listed } = market;
  const compared = new Set(await listComparedProducts(db));
  const products = [...listed.keys()].flatMap((id) => (compared.has(id) ? (productOf(listed, id) ?? []) : []));
  const product = products.find(({ id }) => String(id) === query.get('product')) ?? null;
  const { asked, km, rate, mass } = readWay(query);
  const found = product ? await findPrices(market, product) : [];
  const centreId = found.some((one) => one.centreId !== 0 && one.centreId === asked.centreId) ? asked.centreId : null;
  const withWay = found.map((one) =>
    one.centreId === centreId && km !== undefined ? { ...one, distanceKm: km } : one,
  );
  const way = { today: market.today, centsPerKm: rate ?? centsPerKm, load: mass ?? load };
  const rows = compareWithHere(withWay, way);
  return {
    today: market.today,
    products,
    product,
    rows,
    best: findBest(rows),
    asked: { ...asked, centreId },
    centsPerKm: way.centsPerKm,
    load: way.load,
    chart: product && centreId !== null ? await loadChart(market, product, centreId) : null,
  };
}

/** Reads what a reader entered. What cannot be read stays in its field and is named. */
function readWay(query: URLSearchParams) {
  const typed = (name: string) => (query.get(name) ?? '').trim().slice(0, MOST_TYPED);
  const asked: AskedWay = {
    km: typed('km'),
    rate: typed('rate'),
    load: typed('load'),
    centreId: /^\d{1,9}$/.test(typed('with')) ? Number(typed('with')) : null,
    unread: [],
  };
  const read = (field: 'km' | 'rate' | 'load', parse: (text: string) => number | undefined) => {
    if (asked[field] === '') return undefined;
    const value = parse(plainAmount(asked[field].replace(/\s*(km|kg|කි\.?මී\.?|கி\.?மீ\.?)$/i, '')));
    if (value === undefined) asked.unread.push(field);
    return value;
  };
  return {
    asked,
    km: read('km', (text) => within(text, { least: 0, most: MOST_KM })),
    rate: read('rate', readRate),
    mass: read('load', (text) => within(text, { least: 1, most: MOST_LOAD })),
  };
}

function within(text: string, { least, most }: { least: number; most: number }): number | undefined {
  const value = /^\d{1,7}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text)) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}

function readRate(text: string): Cents | undefined {
  const amount = parseRupees(text);
  return amount !== undefined && amount >= 0 && amount <= MOST_RATE_CENTS ? amount : undefined;
}

/** Finds the newest price of a product at each centre and here. */
async function findPrices(market: Market, product: ComparedProduct): Promise<FoundPrice[]> {
  const { db, today: now } = market;
  const centres = new Map((await listCentres(db)).map((row) => [row.id, row]));
  const days = new Map((await listDaysOn(db, now)).map((one) => [one.centre_id, one]));
  const found: FoundPrice[] = [];
  const own = await findOwn(market, product);
  if (own) found.push(own);
  const newest = new Map<number, FoundPrice>();
  for (const same of await listSameProducts(db, product.id)) {
    const centre = centres.get(same.centre_id);
    const price = await findNewestPrice(db, same.id);
    if (!centre || !price || price.date > now) continue;
    const min = convertPrice(price.min_cents, same.unit, product.unit);
    const max = convertPrice(price.max_cents, same.unit, product.unit);
    const before = newest.get(centre.id);
    if (before && before.date >= price.date) continue;
    newest.set(centre.id, {
      centreId: centre.id,
      name: namesOf(centre),
      date: price.date,
      minCents: min ?? price.min_cents,
      maxCents: max ?? price.max_cents,
      unit: min === undefined ? same.unit : product.unit,
      isComparable: min !== undefined,
      distanceKm: centre.distance_km,
      ...centreSource(centre),
      answeredAt: centre.answered_at,
      isAnswering: centre.fault === null,
      closedToday: closedThere(days.get(centre.id)),
    });
  }
  return [...found, ...newest.values()];
}

async function findOwn(market: Market, product: ComparedProduct): Promise<FoundPrice | undefined> {
  const { db, book, here, today: now, isNational } = market;
  const { days, minCents, maxCents } = book.history(product.id);
  const at = days.findLastIndex((one) => one <= dayNumber(now));
  const day = days[at];
  if (day === undefined || isNational) return undefined;
  const closed = day === dayNumber(now) ? null : await findClosedDay(db, now);
  return {
    centreId: 0,
    ...here,
    date: book.dayOf(day),
    minCents: minCents[at] ?? 0,
    maxCents: maxCents[at] ?? 0,
    unit: product.unit,
    isComparable: true,
    distanceKm: 0,
    answeredAt: null,
    isAnswering: true,
    closedToday:
      closed === null || closed.kind === 'weekday'
        ? null
        : { en: closed.reason, si: closed.reason_si || closed.reason, ta: closed.reason_ta || closed.reason },
  };
}

function closedThere(day: OtherDay | undefined): ClosedThere {
  if (day?.state !== 'closed') return null;
  const reason = day.reason ?? '';
  return { en: reason, si: day.reason_si || reason, ta: day.reason_ta || reason };
}

async function loadChart(
  { db, book, today: now }: Market,
  product: ComparedProduct,
  centreId: number,
): Promise<WhereToSellPageData['chart']> {
  const from = addDays(now, -CHART_DAYS);
  const there: CentreSeries = { days: [], minCents: [], maxCents: [] };
  const same = (await listSameProducts(db, product.id)).find((one) => one.centre_id === centreId);
  for (const price of same ? await listOtherHistory(db, same.id, from) : []) {
    const min = convertPrice(price.min_cents, same?.unit ?? '', product.unit);
    const max = convertPrice(price.max_cents, same?.unit ?? '', product.unit);
    if (min === undefined || max === undefined) return null;
    there.days.push(dayNumber(price.date));
    there.minCents.push(min);
    there.maxCents.push(max);
  }
  const own = book.history(product.id);
  const first = own.days.findIndex((one) => one >= dayNumber(from));
  const here: CentreSeries = { days: [], minCents: [], maxCents: [] };
  for (let at = first; at >= 0 && at < own.days.length; at += 1) {
    here.days.push(own.days[at] ?? 0);
    here.minCents.push(own.minCents[at] ?? 0);
    here.maxCents.push(own.maxCents[at] ?? 0);
  }
  return { centreId, here, there };
}
