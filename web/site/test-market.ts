import { day, instantOf } from '#billing/calendar.ts';
import { centreSchema } from '#contract/centre.ts';
import type { Product } from '#contract/products.ts';
import type { ChartPageData, Language, PageFrame, PricesPageData, ShownPrice, SiteAssets } from '#contract/site.ts';
import en from '#web/i18n/en.json';
import si from '#web/i18n/si.json';
import ta from '#web/i18n/ta.json';
import { type Speech, translator } from '#web/i18n/translate.ts';

/** A small market for the tests of the public site: four products on the list of Friday, 20 November 2026. */
export const friday = day('2026-11-20');
const saturday = day('2026-11-21');

const catalogues = { en, si, ta };
const at = instantOf(0);

export function speechIn(language: Language): Speech {
  return { language, t: translator(catalogues[language], language) };
}

export function frameIn(language: Language, path: string): PageFrame {
  return { language, path, centre: centreSchema.parse({}) };
}

export const assets: SiteAssets = {
  script: '/assets/site.js',
  preloads: { 'daily-prices': ['/assets/prices.js'], 'language:si': ['/assets/si.js'] },
  devHead: '',
};

export function product(id: number, fields: Partial<Product> = {}): Product {
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

export function price(of: Product, min: number, max: number, date = friday): ShownPrice {
  return {
    id: of.id,
    product_id: of.id,
    date,
    min_price: min,
    max_price: max,
    product: of,
  };
}

export const carrot = product(1, {
  code: 'CARROT',
  name: 'Carrot',
  name_si: 'කැරට්',
  name_ta: 'கரட்',
  image: '/images/carrot.webp',
});
export const beans = product(2, { code: 'BEANS', name: 'Beans', name_si: 'බෝංචි', name_ta: 'போஞ்சி' });
export const mango = product(3, {
  code: 'MANGO-TJC',
  name: 'Mango',
  name_si: '',
  name_ta: '',
  type: 'fruit',
  unit: 'fruit',
});
export const samba = product(4, { code: 'SAMBA', name: 'Samba', name_si: 'සම්බා', name_ta: 'சம்பா', type: 'rice' });

export const fridaysList = [
  price(carrot, 360, 460),
  price(beans, 900, 1000),
  price(mango, 80, 80),
  price(samba, 220.5, 240),
];

/** The price page of that Friday, asked for on the Saturday after it, which has no list yet. */
export function pricesData(fields: Partial<PricesPageData> = {}): PricesPageData {
  return {
    date: friday,
    isAsked: false,
    today: saturday,
    latest: friday,
    previous: day('2026-11-18'),
    next: null,
    rows: fridaysList,
    type: '',
    search: '',
    ...fields,
  };
}

/** A page on which the day was asked for and has no list. */
export function emptyDay(date: string, fields: Partial<PricesPageData> = {}): PricesPageData {
  return pricesData({ date: day(date), isAsked: true, rows: [], ...fields });
}

/** Carrots from the 1st to the 20th of November, but for the Poya day of the 5th; closing in by the day. */
export function chartData(fields: Partial<ChartPageData> = {}): ChartPageData {
  const first = 20_758;
  const days = Array.from({ length: 20 }, (_, index) => first + index).filter((number) => number !== first + 4);
  return {
    product: carrot,
    today: saturday,
    days,
    minCents: days.map((number) => 30_000 + (number - first) * 1000),
    maxCents: days.map((number) => 60_000 - (number - first) * 500),
    ...fields,
  };
}
