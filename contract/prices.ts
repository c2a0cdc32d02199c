import { z } from 'zod';
import type { Cents } from '#billing/money.ts';
import { call } from './call.ts';
import { importAnswers, importFile, MOST_IMPORT_BYTES } from './imports.ts';
import { closedDay } from './market-days.ts';
import { inputMessage } from './messages/input-message.ts';
import { dryRunQuery } from './money-effects.ts';
import { importReport, lastPair, pairOrNone } from './price-file/import-report.ts';
import { productTypes, units } from './product-words.ts';
import { product } from './products.ts';
import { dayText, idInBody, idInPath, instant, priceIn, reasonIn, rupeesOut, timestamps } from './scalars.ts';
import { priceOutcomes } from './words.ts';

const BOTH = inputMessage('input.prices.both');
const faultOf = (given: unknown) => priceIn.safeParse(given).error?.issues[0]?.message;
const writtenPrice = z.union([z.number(), z.string()], {
  error: ({ input }) => (input === undefined || input === null ? BOTH : faultOf(input)),
});

function readPrice<Empty>(given: number | string, context: z.core.$RefinementCtx, empty: Empty): Cents | Empty {
  if (given === '') return empty;
  const read = priceIn.safeParse(given);
  if (read.success) return read.data;
  context.issues.push({ code: 'custom', input: given, message: faultOf(given) ?? BOTH });
  return z.NEVER;
}

/** A price; undefined for an empty text, null for a price to be removed. */
const priceOrNone = writtenPrice
  .nullable()
  .transform((given, context) => (given === null ? null : readPrice(given, context, undefined)));

const bothPrices = writtenPrice.transform((given, context): Cents => {
  const read = readPrice(given, context, undefined);
  if (read !== undefined) return read;
  context.issues.push({ code: 'custom', input: given, message: BOTH });
  return z.NEVER;
});

const message = z.string();

const price = z.object({
  id: z.int(),
  product_id: z.int(),
  date: dayText,
  min_price: rupeesOut,
  max_price: rupeesOut,
  ...timestamps,
});

const listedProduct = product.pick({
  id: true,
  name: true,
  name_si: true,
  name_ta: true,
  type: true,
  unit: true,
  image: true,
  code: true,
});

export const listedPrice = price.extend({ product: listedProduct });
export type ListedPrice = z.output<typeof listedPrice>;

const priceRow = z.object({
  product_id: idInBody,
  date: dayText,
  min_price: priceOrNone,
  max_price: priceOrNone,
});
export type PriceRow = z.output<typeof priceRow>;

/**
 * The digest of a preview. `dry_run=true` returns it. A request may send it as `preview_digest`. If the prices would
 * now differ from that preview, the request is refused as `preview_changed`.
 */
const digest = z.string();
const previewQuery = dryRunQuery.extend({ preview_digest: digest.max(64).optional() });

const byDay = z.object({ date: dayText });
const byProduct = z.object({ id: idInPath });
const byProductAndDay = z.object({ id: idInPath, date: dayText });

export const prices = {
  byDate: call({
    method: 'GET',
    path: '/api/prices/by-date/:date',
    permission: 'public',
    summary: 'Get the price list of a day in list order. A day without prices is an empty list.',
    params: byDay,
    answer: z.array(listedPrice),
    refusals: [],
    cached: true,
  }),
  days: call({
    method: 'GET',
    path: '/api/prices/days/:date',
    permission: 'public',
    summary: 'Get whether a day has a price list, why the market is closed on it, and the nearest days with a list.',
    params: byDay,
    answer: z.object({
      date: dayText,
      has_list: z.boolean(),
      closed: closedDay,
      previous: dayText.nullable(),
      next: dayText.nullable(),
      latest: dayText.nullable(),
    }),
    refusals: [],
    cached: true,
  }),
  names: call({
    method: 'GET',
    path: '/api/prices/names',
    permission: 'public',
    summary: 'List all names by which a product can be searched: in three languages, its code and other names.',
    answer: z.array(z.object({ product_id: z.int(), names: z.array(z.string()) })),
    refusals: [],
    cached: true,
  }),
  chart: call({
    method: 'GET',
    path: '/api/prices/product/:id/chart',
    permission: 'public',
    summary: 'Get the price history of a product, oldest first.',
    params: byProduct,
    answer: z.array(
      z.object({
        id: z.int(),
        product_id: z.int(),
        date: dayText,
        min_price: rupeesOut,
        max_price: rupeesOut,
        Product: z.object({ name: z.string() }),
      }),
    ),
    refusals: ['product_not_found'],
    cached: true,
  }),
  series: call({
    method: 'GET',
    path: '/api/prices/product/:id/series',
    permission: 'public',
    summary: 'Get the price history in three columns for charts: days since 1970-01-01, and cents.',
    params: byProduct,
    answer: z.object({
      product_id: z.int(),
      days: z.array(z.int()).meta({ description: 'Days since 1970-01-01, ascending' }),
      min_cents: z.array(z.int()),
      max_cents: z.array(z.int()),
    }),
    refusals: ['product_not_found'],
    cached: true,
  }),
  one: call({
    method: 'GET',
    path: '/api/prices/product/:id/date/:date',
    permission: 'public',
    summary: 'Get the price of a product on a day.',
    params: byProductAndDay,
    answer: price,
    refusals: ['price_not_found'],
    cached: true,
  }),
  edit: call({
    method: 'PUT',
    path: '/api/prices/product/:id/date/:date',
    permission: 'prices.write',
    writes: 'versioned',
    summary: 'Change the price of a product on a day. The previous prices stay on record.',
    params: byProductAndDay,
    body: z.object({ min_price: bothPrices, max_price: bothPrices }),
    answer: z.object({ message, data: price }),
    refusals: ['price_not_found', 'bad_price_rows'],
  }),
  changes: call({
    method: 'GET',
    path: '/api/prices/product/:id/date/:date/changes',
    permission: 'prices.write',
    scope: 'prices',
    summary: 'List earlier prices of a product on a day, newest change first.',
    params: byProductAndDay,
    answer: z.array(
      z.object({ id: z.int(), changed_at: instant, changed_by: z.string(), old: pairOrNone, new: pairOrNone }),
    ),
    refusals: [],
  }),
  updateMultiple: call({
    method: 'POST',
    path: '/api/prices/update-multiple',
    permission: 'prices.write',
    writes: 'versioned',
    summary: 'Publish several prices, all or none. A row with both prices null removes the price.',
    body: z
      .array(priceRow)
      .min(1, inputMessage('input.prices.none'))
      .max(1000, inputMessage('input.prices.too-many', { max: 1000 })),
    /** The version is made from the stored prices of the rows that were sent, in the order of those rows. */
    versionFields: ['rows'],
    answer: z.object({
      message,
      results: z.array(
        z.object({
          product_id: z.int(),
          date: dayText,
          status: z.enum(priceOutcomes),
          min_price: rupeesOut.nullable(),
          max_price: rupeesOut.nullable(),
        }),
      ),
    }),
    refusals: ['bad_price_rows'],
  }),
  withdraw: call({
    method: 'POST',
    path: '/api/prices/days/:date/withdraw',
    permission: 'prices.write',
    writes: 'once',
    summary: 'Withdraw the price list of a day. Its prices stay on record as corrections.',
    params: byDay,
    query: previewQuery,
    body: z.object({ reason: reasonIn }),
    answer: z.object({ message, digest, withdrawn: z.int() }),
    refusals: ['price_list_not_found', 'preview_changed'],
  }),
  move: call({
    method: 'POST',
    path: '/api/prices/days/:date/move',
    permission: 'prices.write',
    writes: 'once',
    summary: 'Move the price list of a day to another day. Its prices stay on record as corrections of the first day.',
    params: byDay,
    query: previewQuery,
    body: z.object({
      to: dayText,
      reason: reasonIn,
      replace: z.boolean().optional().meta({ description: 'Replace the whole list of the other day, if it has one' }),
    }),
    answer: z.object({
      message,
      digest,
      moved: z.int(),
      replaced: z.int().meta({ description: 'Prices that the other day had' }),
      closed: closedDay,
    }),
    refusals: ['price_list_not_found', 'day_has_prices', 'preview_changed'],
  }),
  sheet: call({
    method: 'GET',
    path: '/api/prices/sheet/:date',
    permission: 'prices.write',
    scope: 'prices',
    summary: 'Get the price sheet of a day: all products with the prices of the day and the last prices before it.',
    params: byDay,
    answer: z.array(
      z.object({
        product_id: z.int(),
        code: z.string(),
        name: z.string(),
        name_si: z.string(),
        name_ta: z.string(),
        aliases: z.array(z.string()),
        type: z.enum(productTypes),
        unit: z.enum(units),
        current: pairOrNone,
        last: lastPair,
      }),
    ),
    refusals: [],
  }),
  importCsv: call({
    method: 'POST',
    path: '/api/prices/import',
    permission: 'prices.write',
    writes: 'once',
    summary:
      'Import prices from CSV with the columns date, item, min_price and max_price, or what they are called in a file of the market. Nothing is saved unless write is true, and nothing while a question is open.',
    maxBodyBytes: MOST_IMPORT_BYTES,
    body: z.object({
      csv: importFile,
      mapping: z
        .record(z.string().max(200), idInBody)
        .optional()
        .meta({ description: 'Item as written in the file -> product id' }),
      date: dayText.optional().meta({ description: 'The day of all lines, for a file that names no day' }),
      answers: importAnswers,
      write: z.boolean().optional(),
    }),
    answer: importReport,
    refusals: ['bad_csv', 'import_unanswered'],
  }),
};
