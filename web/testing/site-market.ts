import { day, instantOf, monthOf } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { centreSchema, contactOf } from '#contract/centre.ts';
import exampleCentre from '#contract/example-centre.json' with { type: 'json' };
import { centsOf } from '#contract/figures.ts';
import type { Language } from '#contract/languages.ts';
import { poyaReason } from '#contract/market-days.ts';
import type { Product } from '#contract/products.ts';
import type {
  AlertPageData,
  AlertsPageData,
  BoardPageData,
  CalendarPageData,
  ChartPageData,
  HomePageData,
  HowRightPageData,
  NewsItem,
  OpenDataPageData,
  OwnTexts,
  PageFrame,
  PricesPageData,
  RenderedPage,
  ShownComparisons,
  ShownOutlook,
  ShownPrice,
  SiteAssets,
  StallsPageData,
} from '#contract/site.ts';
import type { TenantPageData } from '#contract/tenant-pages.ts';
import type { CentrePrice, WhereToSellPageData } from '#contract/where-to-sell.ts';
import { translators } from '#web/i18n/catalogues.ts';
import type { Translator } from '#web/i18n/translate.ts';

export const friday = day('2026-11-20');
export const saturday = day('2026-11-21');

const at = instantOf(0);

export function translatorIn(language: Language): Translator {
  return translators[language];
}

export function frameIn(language: Language, path: string): PageFrame {
  return {
    language,
    path,
    centre: contactOf(centreSchema.parse(exampleCentre)),
    publicUrl: 'https://pola.example',
    hasAlerts: true,
    hasCentres: false,
    openWeekdays: [0, 1, 2, 3, 4, 5, 6],
    unusualDays: [],
  };
}

export function shown({ content, ...rendered }: RenderedPage) {
  return { ...rendered, html: content.toString() };
}

export const assets: SiteAssets = {
  script: '/assets/site.js',
  preloads: { 'daily-prices': ['/assets/prices.js'], 'si/prices': ['/assets/si.js'] },
  devHead: '',
};

export function siteProduct(id: number, fields: Partial<Product> = {}): Product {
  return {
    id,
    code: `P-${id}`,
    name: `Product ${id}`,
    name_si: `භාණ්ඩය ${id}`,
    name_ta: `பொருள் ${id}`,
    type: 'vegetable',
    unit: 'kg',
    description: '',
    aliases: [],
    list_order: id,
    image: null,
    createdAt: at,
    updatedAt: at,
    ...fields,
  };
}

/** Returns a price whose minimum and maximum are given in rupees. */
export function testPrice(of: Product, min: number, max: number, date = friday): ShownPrice {
  return {
    product_id: of.id,
    date,
    minCents: centsOf(min),
    maxCents: centsOf(max),
    product: of,
  };
}

export const carrot = siteProduct(1, {
  code: 'CARROT',
  name: 'Carrot',
  name_si: 'කැරට්',
  name_ta: 'கரட்',
  image: '/images/carrot.webp',
});
export const beans = siteProduct(2, { code: 'BEANS', name: 'Beans', name_si: 'බෝංචි', name_ta: 'போஞ்சி' });
export const mango = siteProduct(3, {
  code: 'MANGO-TJC',
  name: 'Mango',
  name_si: '',
  name_ta: '',
  type: 'fruit',
  unit: 'fruit',
});
export const samba = siteProduct(4, { code: 'SAMBA', name: 'Samba', name_si: 'සම්බා', name_ta: 'சம்பா', type: 'rice' });

export const fridaysList = [
  testPrice(carrot, 360, 460),
  testPrice(beans, 900, 1000),
  testPrice(mango, 80, 80),
  testPrice(samba, 220.5, 240),
];

const wednesday = day('2026-11-18');
const fridaysComparisons: ShownComparisons = {
  1: {
    trend: 'up',
    change: { cents: cents(2000), since: wednesday },
    standing: 'dear',
    shape: 'm1 15 58-14',
    isCheap: false,
  },
  2: {
    trend: 'down',
    change: { cents: cents(-1250), since: day('2026-11-12') },
    standing: null,
    shape: 'm1 1 58 14',
    isCheap: true,
  },
  3: { trend: 'same', change: { cents: cents(0), since: wednesday }, standing: null, shape: '', isCheap: false },
};
export function alertsData(fields: Partial<AlertsPageData> = {}): AlertsPageData {
  return {
    products: [beans, mango],
    email: null,
    sms: 'off',
    pushKey: 'a key',
    kind: 'above',
    chosen: [],
    limit: '',
    address: '',
    notice: null,
    key: null,
    ...fields,
  };
}

export function alertData(fields: Partial<AlertPageData> = {}): AlertPageData {
  const subscription: AlertPageData['subscription'] = {
    channel: 'email',
    address: 'good@example.com',
    kind: 'above',
    products: [mango],
    limit: 200,
    language: 'en',
    is_confirmed: true,
    createdAt: instantOf(0),
    messages: [],
  };
  return { key: 'a-key', subscription, products: [beans, mango], notice: null, ...fields };
}

export function tenantData(fields: Partial<TenantPageData> = {}): TenantPageData {
  const names = { name: '', name_si: '', name_ta: '' };
  return {
    link: '12-abc',
    shop_id: 'A-12',
    shop_name: 'Nimal Stores',
    tenant_name: 'Nimal Perera',
    today: friday,
    due: 11_800,
    overdue: 0,
    credit: 0,
    debt_without_bill: 0,
    next_due_day: day('2026-11-30'),
    bills: [
      {
        invoice_id: 'INV-A-12-202611',
        month: monthOf(friday),
        due_day: day('2026-11-30'),
        charges: [
          { kind: 'Rent', ...names, amount: 8000 },
          { kind: 'Other', ...names, name: 'Water', amount: 3800 },
        ],
        amount: 11_800,
        unpaid: 11_800,
      },
    ],
    payments: [
      { payment_id: 3, day: friday, amount: 500, method: 'Cheque', state: 'cheque', state_day: day('2026-12-01') },
      { payment_id: 2, day: friday, amount: 700, method: 'Bank Transfer', state: 'to_confirm', state_day: null },
    ],
    claims: [{ claim_id: 1, amount: 900, day: friday, state: 'open', sentence: null }],
    form: { amount: '', day: '', bank: '' },
    notice: null,
    messages: 'on',
    how_to_pay: { reference: 'A12-202611-60', code: { text: 'code', amount: 11_800, day: friday } },
    bank: 'People’s Bank 123',
    ...fields,
  };
}

const punctuality = {
  days: 30,
  lists: 27,
  closed: 2,
  missing: 1,
  usual_time: '05:10',
  share_percent: 96,
  corrections: 4,
};

export function openDataData(fields: Partial<OpenDataPageData> = {}): OpenDataPageData {
  return { latest: friday, productCode: 'CARROT', years: [2025, 2026], punctuality, ...fields };
}

export function shownOutlook(fields: Partial<ShownOutlook> = {}): ShownOutlook {
  const lastYear = { held: 241, missed: 59 };
  return { range: { from: 46_000, to: 53_000 }, silent: null, lastYear, ...fields };
}

export function howRightData(fields: Partial<HowRightPageData> = {}): HowRightPageData {
  const plain = { held: 210, missed: 90, mean_width: 0.312, mean_score: 0.655 };
  const scores = {
    next_list: { ranges: 301, held: 241, missed: 59, mean_width: 0.284, mean_score: 0.497, plain },
    seven_days: { ranges: 300, held: 228, missed: 62, mean_width: 0.79, mean_score: 1.14, plain },
  };
  const rows = [carrot, mango].map((product) => ({ product, year: 2026, scores }));
  return { years: [2025, 2026], year: 2026, product: null, total: scores, rows, ...fields };
}

export function pricesData(fields: Partial<PricesPageData> = {}): PricesPageData {
  return {
    date: friday,
    isAsked: false,
    today: saturday,
    latest: friday,
    previous: day('2026-11-18'),
    next: null,
    rows: fridaysList,
    comparisons: fridaysComparisons,
    closed: null,
    closedToday: null,
    aliases: {},
    type: '',
    search: '',
    view: '',
    ...fields,
  };
}

export const poya = { kind: 'poya', ...poyaReason } as const;
export const strike = { kind: 'closed', reason: 'Lorry strike', reason_si: '', reason_ta: '' } as const;

export function calendarData(fields: Partial<CalendarPageData> = {}): CalendarPageData {
  return {
    today: saturday,
    months: ['2026-11-01', '2026-12-01', '2027-01-01'].map(day),
    until: day('2027-10-31'),
    days: [
      { date: day('2026-11-24'), ...poya },
      { date: day('2027-04-14'), ...strike },
    ],
    ...fields,
  };
}

export function emptyDay(date: string, fields: Partial<PricesPageData> = {}): PricesPageData {
  return pricesData({ date: day(date), isAsked: true, rows: [], ...fields });
}

export const contactData = { mapAddress: 'https://map.example/embed?bbox=1,2,3,4' };

export function testChartData(fields: Partial<ChartPageData> = {}): ChartPageData {
  const first = 20_758;
  const days = Array.from({ length: 20 }, (_, index) => first + index).filter((number) => number !== first + 4);
  return {
    product: carrot,
    today: saturday,
    days,
    minCents: days.map((number) => 30_000 + (number - first) * 1000),
    maxCents: days.map((number) => 60_000 - (number - first) * 500),
    closings: [],
    lorries: { firstDay: first, counts: [] },
    elsewhere: [],
    sellers: 0,
    outlook: { next_list: shownOutlook(), seven_days: shownOutlook({ range: { from: 40_000, to: 62_000 } }) },
    ...fields,
  };
}

export function newsItem(id: number, fields: Partial<NewsItem> = {}): NewsItem {
  return {
    id,
    type: 'news',
    topic: { text: `Topic ${id}`, language: 'en' },
    description: { text: `What happened, number ${id}.`, language: 'en' },
    image: null,
    createdAt: instantOf(Date.UTC(2026, 10, 20, 3)),
    ...fields,
  };
}

export const noOwnTexts: OwnTexts = {
  home: '',
  market: '',
  vision: '',
  mission: [],
  services: '',
  traders: '',
  vehicles: '',
  vegetables: '',
  share: '',
  opening: '',
};

export function homeData(fields: Partial<HomePageData> = {}): HomePageData {
  return {
    national: null,
    latest: { date: friday, rows: fridaysList, comparisons: fridaysComparisons, count: fridaysList.length },
    publications: [newsItem(2, { type: 'notice', image: '/images/gate.webp' }), newsItem(1)],
    newsType: 'all',
    lorries: null,
    opensNext: null,
    services: [{ icon: 'scales', title: 'Scales', description: 'Weighing is free.' }],
    own: noOwnTexts,
    slides: [],
    marketSlides: [],
    ...fields,
  };
}

export function boardData(fields: Partial<BoardPageData> = {}): BoardPageData {
  return {
    date: friday,
    today: friday,
    rows: fridaysList,
    comparisons: fridaysComparisons,
    closedToday: null,
    closings: [{ date: day('2026-11-24'), closed: poya }],
    notice: { en: 'Road closed', si: 'පාර වසා ඇත', ta: '' },
    ...fields,
  };
}

const centreNames = (en: string, si: string, ta: string) => ({ en, si, ta });

function centrePrice(fields: Partial<CentrePrice>): CentrePrice {
  return {
    centreId: 0,
    name: centreNames('Pola', 'පොළ', 'பொல'),
    date: saturday,
    age: 0,
    minCents: 10_000,
    maxCents: 12_000,
    unit: 'kg',
    isComparable: true,
    differenceCents: null,
    distanceKm: 0,
    leftCents: 11_000_000,
    source: 'https://pola.example',
    licence: 'https://creativecommons.org/licenses/by/4.0/',
    answeredAt: null,
    isAnswering: true,
    closedToday: null,
    ...fields,
  };
}

/** The carrot here and at two other centres; the second is closed and has not answered for some time. */
export function stallsData(): StallsPageData {
  const { id, name, name_si, name_ta } = carrot;
  const product = { id, name, name_si, name_ta };
  return {
    plan: {
      parts: [{ kind: 'entrance', shop_id: null, text: 'Main gate', x: 20, y: 2, width: 14, height: 4 }],
      shop_ids: ['A-1', 'A-2'],
      picture: null,
    },
    stalls: [{ shopId: 'A-2', tradeName: 'Green Hills', goods: [product] }],
    listed: 1,
    sold: [product],
    product,
    search: '',
  };
}

export function whereToSellData(fields: Partial<WhereToSellPageData> = {}): WhereToSellPageData {
  const { id, code, name, name_si, name_ta, unit } = carrot;
  const product = { id, code, name, name_si, name_ta, unit };
  const upcountry = centrePrice({
    centreId: 7,
    name: centreNames('Keppetipola', 'කැප්පෙටිපොල', 'கெப்பெட்டிபொல'),
    minCents: 14_000,
    maxCents: 15_000,
    differenceCents: 3500,
    distanceKm: 100,
    leftCents: 13_000_000,
    source: 'https://centre.example',
    licence: null,
    answeredAt: at,
  });
  const closed = centrePrice({
    centreId: 8,
    name: centreNames('Meegoda', 'මීගොඩ', 'மீகொட'),
    date: friday,
    age: 1,
    minCents: 9000,
    maxCents: 9000,
    differenceCents: -2000,
    distanceKm: null,
    leftCents: null,
    source: 'https://other.example',
    answeredAt: at,
    isAnswering: false,
    closedToday: centreNames('Poya day', 'පෝය දිනය', 'போயா தினம்'),
  });
  return {
    today: saturday,
    products: [product],
    product,
    rows: [upcountry, centrePrice({}), closed],
    best: { centreId: 7, day: saturday },
    asked: { km: '', rate: '', load: '', centreId: null, unread: [] },
    centsPerKm: 15_000,
    load: 1000,
    chart: null,
    ...fields,
  };
}
