import { addDays, addMonths, type Day, firstDayOf, isDay, monthOf } from '#billing/calendar.ts';
import type { Centre, CentrePicture } from '#contract/centre.ts';
import type { Language } from '#contract/languages.ts';
import type { Publication } from '#contract/publications.ts';
import { idInPath } from '#contract/scalars.ts';
import {
  type BoardPageData,
  type CalendarPageData,
  type HomePageData,
  type HowRightPageData,
  NEWS_OF_EACH_TYPE,
  type NewsItem,
  type NewsPageData,
  type NewsType,
  type OpenDataPageData,
  type PageDataByName,
  type PageName,
  type PricesPageData,
  type ShownComparisons,
  type ShownPicture,
  type ShownPrice,
  type TranslatedText,
} from '#contract/site.ts';
import { type Horizon, publicationTypes } from '#contract/words.ts';
import { today } from '../../clock.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { loadLorriesToday } from '../arrivals/load-lorries.ts';
import { comparisonLoader } from '../comparisons/load-comparisons.ts';
import { presentShownComparisons } from '../comparisons/present.ts';
import { imagePath } from '../images/locate-image.ts';
import { findClosedDay, findNextOpenDay, listClosedDays } from '../market-days/find-closed-days.ts';
import { presentCalendarDay } from '../market-days/present.ts';
import { listDays } from '../market-days/queries.ts';
import { loadPunctuality } from '../open-data/load-punctuality.ts';
import { sideBySide } from '../other-centres/load-side-by-side.ts';
import { type MarketOutlook, marketOutlook } from '../outlook/load-outlook.ts';
import { addTallies, presentTally, type RangeTally } from '../outlook/tally-ranges.ts';
import { type ListedProducts, listedProducts } from '../prices/list-products.ts';
import { priceBook } from '../prices/load-price-book.ts';
import { presentDay } from '../prices/present.ts';
import type { PriceBook } from '../prices/price-book.ts';
import { presentPublication } from '../publications/present.ts';
import { findPublication, listPage, listPublications } from '../publications/queries.ts';
import { loadAlert, loadAlerts } from './load-alerts.ts';
import { chartLoader } from './load-chart.ts';
import { loadStalls } from './load-stalls.ts';
import { openTenantPage } from './load-tenant.ts';

export type LoadedPage = { [Name in PageName]: { page: Name; data: PageDataByName[Name] } }[PageName];

interface PageRequest {
  language: Language;
  params: Record<string, string>;
  query: URLSearchParams;
}

/** A loader returns undefined if the page does not exist. */
type PageLoaders = { [Name in PageName]: (request: PageRequest) => Promise<PageDataByName[Name] | undefined> };

export interface PageQuestion extends PageRequest {
  page: PageName;
}

export function pageLoader(app: AppContext): (question: PageQuestion) => Promise<LoadedPage> {
  const loaders = pageLoaders(app);
  return async ({ page, ...request }) => {
    const data = await loaders[page](request);
    return data === undefined ? { page: 'not-found', data: {} } : ({ page, data } as LoadedPage);
  };
}

function pageLoaders(app: AppContext): PageLoaders {
  const products = listedProducts(app);
  const loadComparisons = comparisonLoader(app);
  const loadChart = chartLoader(app);
  const loadMarket = marketOutlook(app);
  const readBook = priceBook(app);
  const days: DayReaders = {
    readBook,
    rowsOf: async (date) => presentDay((await readBook()).listDay(date), await products()),
    comparisonsOf: async (date) => presentShownComparisons(await loadComparisons(date)),
  };
  const centres = sideBySide(app);
  const loadNothing = async () => ({});
  return {
    home: ({ query, language }) => loadHome(app, query, { language, ...days, national: centres.loadNational }),
    'where-to-sell': ({ query }) => centres.loadPage(query),
    stalls: async ({ query }) => loadStalls(app, query, await products()),
    'daily-prices': ({ query }) => loadPrices(app, query, { ...days, products }),
    'product-chart': ({ params }) => loadChart(params.id ?? ''),
    news: ({ query, language }) => loadNews(app, query, language),
    'news-item': async ({ params, language }) => {
      const publication = await loadNewsItem(app, params.id ?? '', language);
      return publication && { publication };
    },
    contact: async () => ({ mapAddress: locateMap(app) }),
    alerts: ({ query }) => loadAlerts(app, query),
    alert: ({ query }) => loadAlert(app, query.get('key') ?? ''),
    tenant: ({ params }) => openTenantPage(app, params.link ?? ''),
    calendar: () => loadCalendar(app),
    'open-data': () => loadOpenData(app, days),
    'how-right': async ({ query }) => chooseScores(listScores(await loadMarket()), query),
    'print-prices': async ({ params: { date = '' } }) =>
      isDay(date) ? { date, rows: await days.rowsOf(date) } : undefined,
    'print-poster': loadNothing,
    board: () => loadBoard(app, days),
    offline: loadNothing,
    'not-found': loadNothing,
    broken: loadNothing,
  };
}

const SHORT_LIST = 10;

type HomeContext = Pick<AppContext, 'clock' | 'config' | 'database' | 'centre'>;

export async function loadHome(
  app: HomeContext,
  query: URLSearchParams,
  { language, national, ...readers }: { language: Language } & HomeReaders,
): Promise<HomePageData> {
  return {
    national: await national(),
    lorries: await loadLorriesToday(app.database.reader, app.clock.now()),
    opensNext: await loadNextOpenDay(app),
    latest: await loadLatest(app, readers),
    publications: await loadNewest(app, language),
    newsType: newsTypeOf(query.get('news')),
    ...presentHome(app.centre.facts, language),
  };
}

async function loadNextOpenDay({ database, clock }: HomeContext): Promise<HomePageData['opensNext']> {
  const now = today(clock);
  const date = await findNextOpenDay(database.reader, now);
  if (date === undefined) return null;
  return { date, when: date === now ? 'today' : date === addDays(now, 1) ? 'tomorrow' : 'later' };
}

async function loadLatest(
  { clock }: HomeContext,
  { readBook, rowsOf, comparisonsOf }: DayReaders,
): Promise<HomePageData['latest']> {
  const latest = (await readBook()).findLatest(today(clock));
  if (latest === null) return null;
  const rows = await rowsOf(latest);
  const shown = rows.slice(0, SHORT_LIST);
  const all = await comparisonsOf(latest);
  const comparisons = Object.fromEntries(shown.map(({ product_id }) => [product_id, all[product_id]]));
  return { date: latest, rows: shown, comparisons, count: rows.length };
}

async function loadNewest(app: HomeContext, language: Language): Promise<HomePageData['publications']> {
  const { database, config } = app;
  const pages = await Promise.all(
    publicationTypes.map((type) => listPage(database.reader, { type, page: 1, size: NEWS_OF_EACH_TYPE })),
  );
  return pages
    .flatMap(({ rows }) => rows)
    .toSorted((one, other) => other.created_at.localeCompare(one.created_at) || other.id - one.id)
    .map((row) => presentNewsItem(presentPublication(row, config.publicUrl), language));
}

/** The map extends this many degrees from the market in each direction: it shows about 1.5 km by 2.2 km. */
const REACH = { latitude: 0.007, longitude: 0.01 };

function locateMap({ config, centre }: AppContext): string {
  const { latitude, longitude } = centre.facts;
  const frame = [
    longitude - REACH.longitude,
    latitude - REACH.latitude,
    longitude + REACH.longitude,
    latitude + REACH.latitude,
  ];
  const address = new URL(config.mapUrl);
  address.searchParams.set('bbox', frame.map((degrees) => degrees.toFixed(5)).join(','));
  address.searchParams.set('layer', 'mapnik');
  address.searchParams.set('marker', `${latitude},${longitude}`);
  return address.href;
}

const MONTHS = [0, 1, 2];
const MONTHS_LISTED = 12;

export async function loadCalendar({
  clock,
  database,
}: Pick<AppContext, 'clock' | 'database'>): Promise<CalendarPageData> {
  const now = today(clock);
  const first = firstDayOf(monthOf(now));
  const until = addDays(addMonths(first, MONTHS_LISTED), -1);
  const days = await listDays(database.reader, first, until);
  return {
    today: now,
    months: MONTHS.map((months) => addMonths(first, months)),
    until,
    days: days.map(presentCalendarDay),
  };
}

async function loadOpenData(
  { clock, database }: AppContext,
  { readBook, rowsOf }: DayReaders,
): Promise<OpenDataPageData> {
  const book = await readBook();
  const punctuality = await loadPunctuality(database.reader, book, today(clock));
  const latest = book.findLatest(today(clock));
  const rows = latest === null ? [] : await rowsOf(latest);
  return { latest, productCode: rows[0]?.product.code ?? null, years: book.listYears(), punctuality };
}

interface ScoreRow extends Omit<HowRightPageData['rows'][number], 'scores'> {
  scores: Record<Horizon, RangeTally>;
}

function listScores({ products }: MarketOutlook): ScoreRow[] {
  return products.flatMap(({ product: { id, code, name, name_si, name_ta }, outlook }) =>
    outlook.years.map((one) => ({ product: { id, code, name, name_si, name_ta }, ...one })),
  );
}

function chooseScores(all: readonly ScoreRow[], query: URLSearchParams): HowRightPageData {
  const years = [...new Set(all.map(({ year }) => year))].sort((one, other) => one - other);
  const product = all.find((row) => String(row.product.id) === query.get('product'))?.product ?? null;
  const asked = years.find((one) => String(one) === query.get('year'));
  const year = product === null ? (asked ?? years.at(-1) ?? null) : null;
  const rows = all.filter((row) => (product === null ? row.year === year : row.product.id === product.id));
  const totalOf = (horizon: Horizon) => presentTally(addTallies(rows.map(({ scores }) => scores[horizon])));
  return {
    years,
    year,
    product,
    total: { next_list: totalOf('next_list'), seven_days: totalOf('seven_days') },
    rows: rows.map(({ scores: { next_list, seven_days }, ...row }) => ({
      ...row,
      scores: { next_list: presentTally(next_list), seven_days: presentTally(seven_days) },
    })),
  };
}

const DAYS_AHEAD = 21;

async function loadBoard(
  { clock, database: { reader } }: Pick<AppContext, 'clock' | 'database'>,
  { readBook, rowsOf, comparisonsOf }: DayReaders,
): Promise<BoardPageData> {
  const now = today(clock);
  const latest = (await readBook()).findLatest(now);
  const closings = await listClosedDays(reader, addDays(now, 1), addDays(now, DAYS_AHEAD));
  const [newest] = await listPublications(reader, 1);
  return {
    date: latest,
    today: now,
    rows: latest === null ? [] : await rowsOf(latest),
    comparisons: latest === null ? {} : await comparisonsOf(latest),
    closedToday: latest === now ? null : await findClosedDay(reader, now),
    closings: closings.filter(({ closed }) => closed.kind !== 'weekday'),
    notice: newest ? { en: newest.topic, si: newest.topic_si, ta: newest.topic_ta } : null,
  };
}

const PAGE_SIZE = 20;
const PAGE_NUMBER = /^[1-9]\d{0,5}$/;

type NewsContext = Pick<AppContext, 'config' | 'database'>;

function newsTypeOf(word: string | null): NewsType {
  return publicationTypes.find((type) => type === word) ?? 'all';
}

export async function loadNews(app: NewsContext, query: URLSearchParams, language: Language): Promise<NewsPageData> {
  const newsType = newsTypeOf(query.get('type'));
  const asked = query.get('page') ?? '';
  const read = (page: number) =>
    listPage(app.database.reader, { type: newsType === 'all' ? undefined : newsType, page, size: PAGE_SIZE });
  const page = PAGE_NUMBER.test(asked) ? Number(asked) : 1;
  const first = await read(page);
  const pages = Math.max(1, Math.ceil(first.total / PAGE_SIZE));
  const { rows } = page > pages ? await read(pages) : first;
  return {
    publications: rows.map((row) => presentNewsItem(presentPublication(row, app.config.publicUrl), language)),
    newsType,
    page: Math.min(page, pages),
    pages,
  };
}

export async function loadNewsItem(app: NewsContext, id: string, language: Language): Promise<NewsItem | undefined> {
  const read = idInPath.safeParse(id);
  const row = read.success ? await findPublication(app.database.reader, read.data) : undefined;
  return row && presentNewsItem(presentPublication(row, app.config.publicUrl), language);
}

interface HomeReaders extends DayReaders {
  national: () => Promise<HomePageData['national']>;
}

interface DayReaders {
  readBook: () => Promise<PriceBook>;
  rowsOf: (date: Day) => Promise<ShownPrice[]>;
  comparisonsOf: (date: Day) => Promise<ShownComparisons>;
}

export async function loadPrices(
  { clock, database: { reader } }: Pick<AppContext, 'clock' | 'database'>,
  query: URLSearchParams,
  { readBook, rowsOf, comparisonsOf, products }: DayReaders & { products: () => Promise<ListedProducts> },
): Promise<PricesPageData> {
  const now = today(clock);
  const asked = query.get('date') ?? '';
  const isAsked = isDay(asked);
  const book = await readBook();
  const latest = book.findLatest(now);
  const date = isAsked ? asked : latest;
  const { previous, next } = book.findDays(date ?? now, now);
  const rows = date === null ? [] : await rowsOf(date);
  return {
    date,
    isAsked,
    ...(!isAsked && asked !== '' && { unread: asked.slice(0, 40) }),
    today: now,
    latest,
    previous,
    next,
    rows,
    comparisons: date === null || rows.length === 0 ? {} : await comparisonsOf(date),
    closed: date !== null && rows.length === 0 ? await findClosedDay(reader, date) : null,
    closedToday: !isAsked && date !== now ? await findClosedDay(reader, now) : null,
    type: (query.get('type') ?? '').slice(0, 40),
    search: (query.get('q') ?? '').slice(0, 80),
    view: viewOf(query.get('view')),
    aliases: aliasesOf(await products()),
  };
}

function viewOf(asked: string | null): PricesPageData['view'] {
  return asked === 'compact' || asked === 'cards' ? asked : '';
}

const aliases = new WeakMap<ListedProducts, PricesPageData['aliases']>();

function aliasesOf(products: ListedProducts): PricesPageData['aliases'] {
  const known = aliases.get(products) ?? listAliases(products);
  aliases.set(products, known);
  return known;
}

function listAliases(products: ListedProducts): PricesPageData['aliases'] {
  return Object.fromEntries([...products].flatMap(([id, { aliases }]) => (aliases.length > 0 ? [[id, aliases]] : [])));
}

function presentNewsItem(publication: Publication, language: Language): NewsItem {
  const { id, type, image, createdAt, topic, topic_si, topic_ta, description, description_si, description_ta } =
    publication;
  return {
    id,
    type,
    topic: translate(language, { en: topic, si: topic_si, ta: topic_ta }),
    description: translate(language, { en: description, si: description_si, ta: description_ta }),
    image,
    createdAt: createdAt as NewsItem['createdAt'],
  };
}

function presentHome(
  facts: Centre,
  language: Language,
): Pick<HomePageData, 'services' | 'own' | 'slides' | 'marketSlides'> {
  const { traders, vehicles, vegetables, share, opening } = facts.figures;
  return {
    services: facts.services.map(({ icon, title, description }) => ({
      icon,
      title: title[language],
      description: description[language],
    })),
    own: {
      home: facts.homeText[language],
      market: facts.marketText[language],
      vision: facts.vision[language],
      mission: facts.mission.map((statement) => statement[language]),
      services: facts.servicesText[language],
      traders: traders[language],
      vehicles: vehicles[language],
      vegetables: vegetables[language],
      share: share[language],
      opening: opening[language],
    },
    slides: facts.slides.map((picture) => presentPicture(picture, language)),
    marketSlides: facts.marketSlides.map((picture) => presentPicture(picture, language)),
  };
}

function presentPicture({ image, alt }: CentrePicture, language: Language): ShownPicture {
  return { file: imagePath(image), alt: alt[language] };
}

const SINHALA = /[\u0d80-\u0dff]/;
const TAMIL = /[\u0b80-\u0bff]/;

function translate(language: Language, texts: Record<Language, string>): TranslatedText {
  const own = texts[language];
  if (own !== '' && language !== 'en') return { text: own, language };
  return { text: texts.en, language: scriptOf(texts.en) };
}

function scriptOf(text: string): Language {
  if (SINHALA.test(text)) return 'si';
  return TAMIL.test(text) ? 'ta' : 'en';
}
