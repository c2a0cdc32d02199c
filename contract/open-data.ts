import { z } from 'zod';
import { type Instant, isDay, startOfDay } from '#billing/calendar.ts';
import { ARRIVALS_EXPIRE_SECONDS } from './arrivals.ts';
import { call } from './call.ts';
import { inputMessage } from './messages/input-message.ts';
import { product } from './products.ts';
import { dayText, instant, instantIn, rupeesOut, yearInPath } from './scalars.ts';

/** The default number of corrections on a page of the feed. */
const USUAL_CORRECTIONS = 100;
const MOST_CORRECTIONS = 1000;

/** A product with its code, which does not change when its names do. */
export const namedProduct = product.pick({
  code: true,
  name: true,
  name_si: true,
  name_ta: true,
  type: true,
  unit: true,
});

const pair = z.object({ min_price: rupeesOut, max_price: rupeesOut });
const pairOrNone = pair.nullable();

export const codeInPath = z
  .string()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9-]{0,19}$/, inputMessage('input.code'))
  .meta({ description: 'The code of a product, from GET /api/v1/products', examples: ['CARROT-NE'] });

/** The instant from which changes are listed; a day means its start in Colombo. */
const sinceIn = z
  .string()
  .transform((text, context): Instant => {
    if (isDay(text)) return startOfDay(text);
    const { data } = instantIn.safeParse(text);
    if (data !== undefined) return data;
    context.issues.push({ code: 'custom', input: text, message: inputMessage('input.date-or-instant') });
    return z.NEVER;
  })
  .meta({ description: 'A day, YYYY-MM-DD in Colombo, or an instant, ISO 8601: nothing older is given' });

const wholeNumber = (usual: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, inputMessage('input.whole-number'))
    .transform(Number)
    .pipe(z.int().min(1).max(most))
    .default(usual);

const aYear = z.object({
  year: z.int(),
  days: z.int().meta({ description: 'Days of the year that have a list' }),
  rows: z.int().meta({ description: 'Prices in its files' }),
  first_day: dayText,
  last_day: dayText,
  csv: z.string().meta({ description: "Address of the year's prices as CSV" }),
  json: z.string().meta({ description: "Address of the year's prices as JSON" }),
  arrivals_csv: z
    .string()
    .nullable()
    .meta({ description: 'Address of the vehicles counted in the year as CSV; null without any' }),
});

const byYear = z.object({ year: yearInPath });

export const dayStates = ['list', 'closed', 'none'] as const;

const aDay = z.object({
  date: dayText,
  state: z.enum(dayStates).meta({ description: 'Whether the day has a list, the market was closed, or neither' }),
  prices: z.int().meta({ description: 'Prices of its list' }),
  reason: z.string().nullable().meta({ description: 'Why it is closed, in English; null when it is not' }),
  reason_si: z.string().nullable().meta({ description: 'The reason in Sinhala; may be empty' }),
  reason_ta: z.string().nullable().meta({ description: 'The reason in Tamil; may be empty' }),
});
export type OpenDay = z.output<typeof aDay>;

const resource = z.looseObject({ name: z.string(), path: z.string(), format: z.string(), title: z.string() });

export const MCP_PATH = '/mcp';

/** The open data: prices in a stable form, without internal ids. */
export const openData = {
  prices: call({
    method: 'GET',
    path: '/api/v1/prices',
    permission: 'public',
    summary: 'List the prices of a day in the order of the price list. The default is the latest day with a list.',
    query: z.object({ date: dayText.optional() }),
    answer: z.object({
      date: dayText.nullable().meta({ description: 'The day of the prices; null when none was ever published' }),
      currency: z.literal('LKR'),
      items: z.array(namedProduct.extend(pair.shape)),
    }),
    refusals: [],
    cached: true,
  }),
  products: call({
    method: 'GET',
    path: '/api/v1/products',
    permission: 'public',
    summary:
      'List all products that are on the list or have prices, with code, names in three languages, type, unit and other names.',
    answer: z.array(
      namedProduct.extend({
        aliases: z.array(z.string()).meta({ description: 'Other names, also in other spellings' }),
        is_listed: z.boolean().meta({ description: 'False when the market no longer quotes it; its history stays' }),
        cpc: z.string().nullable().meta({ description: "FAO's code, CPC 2.1 expanded; null where none is certain" }),
        hs: z
          .string()
          .nullable()
          .meta({ description: 'Harmonized System 2022, six digits; null where none is certain' }),
      }),
    ),
    refusals: [],
    cached: true,
  }),
  productPrices: call({
    method: 'GET',
    path: '/api/v1/products/:code/prices',
    permission: 'public',
    summary: 'List the prices of a product, oldest first: all, or those of a period.',
    params: z.object({ code: codeInPath }),
    query: z.object({ from: dayText.optional(), to: dayText.optional() }),
    answer: z.object({ product: namedProduct, prices: z.array(pair.extend({ date: dayText })) }),
    refusals: ['product_not_found'],
    cached: true,
  }),
  years: call({
    method: 'GET',
    path: '/api/v1/years',
    permission: 'public',
    summary: 'List the years with price lists, oldest first, with the URLs of their files.',
    answer: z.array(aYear),
    refusals: [],
    cached: true,
    expiresSeconds: ARRIVALS_EXPIRE_SECONDS,
  }),
  yearCsv: call({
    method: 'GET',
    path: '/api/v1/years/:year/prices.csv',
    permission: 'public',
    summary: 'Get all prices of a year as CSV (RFC 4180, UTF-8): date,code,name,type,unit,min_price,max_price.',
    params: byYear,
    answer: z.string().meta({
      description:
        "A header row, then a row for each product and day, by day in list order; prices in rupees with 2 decimals. A name that a spreadsheet would take for a formula has a ' before it.",
    }),
    file: ['csv'],
    refusals: ['year_not_found'],
    cached: true,
  }),
  yearJson: call({
    method: 'GET',
    path: '/api/v1/years/:year/prices.json',
    permission: 'public',
    summary: 'Get all prices of a year as JSON: the products, and the prices with their product codes.',
    params: byYear,
    answer: z.object({
      year: z.int(),
      currency: z.literal('LKR'),
      products: z.array(namedProduct),
      prices: z.array(pair.extend({ date: dayText, code: z.string() })),
    }),
    refusals: ['year_not_found'],
    cached: true,
  }),
  days: call({
    method: 'GET',
    path: '/api/v1/days',
    permission: 'public',
    summary: 'List every day of a year up to today: with a list, closed with the reason, or without a list.',
    query: z.object({
      year: yearInPath.optional().meta({ description: 'The default is this year in Colombo', examples: ['2026'] }),
    }),
    answer: z.array(aDay),
    refusals: [],
    cached: true,
  }),
  allCsv: call({
    method: 'GET',
    path: '/api/v1/prices.csv.gz',
    permission: 'public',
    summary: 'Get all prices ever published as one CSV file, compressed with gzip: by product, oldest first.',
    answer: z.string().meta({ description: "The columns of a year's file; by product in list order, then by day" }),
    file: ['csv.gz'],
    refusals: [],
    cached: true,
  }),
  allParquet: call({
    method: 'GET',
    path: '/api/v1/prices.parquet',
    permission: 'public',
    summary: 'Get all prices ever published as one Apache Parquet file: the rows of prices.csv.gz.',
    answer: z.string().meta({ description: 'date is DATE, prices are DECIMAL(9,2) in rupees, the rest are strings' }),
    file: ['parquet'],
    refusals: [],
    cached: true,
  }),
  datapackage: call({
    method: 'GET',
    path: '/api/v1/datapackage.json',
    permission: 'public',
    summary: 'Describe all files and fields as a Data Package (version 2 of the standard).',
    answer: z.looseObject({ $schema: z.string(), name: z.string(), resources: z.array(resource) }),
    refusals: [],
    cached: true,
  }),
  dcat: call({
    method: 'GET',
    path: '/api/v1/dcat.jsonld',
    permission: 'public',
    summary: 'Describe the data for catalogues: DCAT 3 as JSON-LD, in three languages.',
    answer: z.string().meta({ description: 'A catalog with one dataset and a distribution for each file' }),
    file: ['jsonld'],
    refusals: [],
    cached: true,
  }),
  croissant: call({
    method: 'GET',
    path: '/api/v1/croissant.json',
    permission: 'public',
    summary: 'Describe the data for machine learning: Croissant 1.0.',
    answer: z.looseObject({ '@type': z.string(), name: z.string(), conformsTo: z.string() }),
    refusals: [],
    cached: true,
  }),
  corrections: call({
    method: 'GET',
    path: '/api/v1/corrections',
    permission: 'public',
    summary: 'List prices changed after publication, newest change first, in pages.',
    query: z.object({
      since: sinceIn.optional(),
      page: wholeNumber(1, 999_999),
      limit: wholeNumber(USUAL_CORRECTIONS, MOST_CORRECTIONS),
    }),
    answer: z.array(
      namedProduct.pick({ code: true, name: true, name_si: true, name_ta: true }).extend({
        id: z.int().meta({ description: 'Rises with every change' }),
        changed_at: instant,
        date: dayText.meta({ description: 'The day whose price was changed' }),
        old: pairOrNone.meta({ description: 'The price before the change; null when it had been removed' }),
        new: pairOrNone.meta({ description: 'The price after the change; null when it was removed' }),
      }),
    ),
    refusals: [],
    cached: true,
    paged: true,
  }),
};
