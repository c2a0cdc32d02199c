import { type Day, dayNumber, fromDayNumber } from '#billing/calendar.ts';
import { spreadsheetCell } from '#billing/csv-cell.ts';
import { type Cents, cents, toRupees, writeDecimal } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { openData } from '#contract/open-data.ts';
import { nextTurn, takeTurns } from '../../turns.ts';
import { type ListedProducts, presentNames } from '../prices/list-products.ts';
import { inListOrder, presentDayBytes } from '../prices/present.ts';
import type { ListCount, PriceBook, PriceColumns } from '../prices/price-book.ts';
import type { StoredPriceRow } from '../prices/queries.ts';
import type { ProductRow } from '../products/queries.ts';
import { findProductCodes } from './product-codes-data.ts';
import type { CorrectionRow } from './queries.ts';

const CURRENCY = 'LKR';

/** The price lists of a year, of which there is at least one. */
type ListsOfYear = [ListCount, ...ListCount[]];
type NamedProduct = Answer<typeof openData.productPrices>['product'];
type Pair = Pick<StoredPriceRow, 'min_cents' | 'max_cents'>;

export function presentItems(
  rows: readonly StoredPriceRow[],
  listed: ListedProducts,
): Answer<typeof openData.prices>['items'] {
  return inListOrder(rows, listed).map(({ row, product }) => ({
    ...presentNames(product.fields),
    ...presentPair(row),
  }));
}

/** Returns the answer of a day as JSON, with the items of `presentItems`. */
export function presentPrices(date: Day | null, rows: readonly StoredPriceRow[], listed: ListedProducts): Buffer {
  return presentDayBytes(rows, listed, {
    head: `{"date":${JSON.stringify(date)},"currency":"${CURRENCY}","items":[`,
    before: () => '',
    bytes: (product) => product.openBytes,
    after: (row) => `,"min_price":${toRupees(row.min_cents)},"max_price":${toRupees(row.max_cents)}}`,
    tail: ']}',
  });
}

export function presentOpenProduct(row: ProductRow): Answer<typeof openData.products>[number] {
  return {
    ...presentNames(row),
    aliases: JSON.parse(row.aliases),
    is_listed: row.archived_at === null,
    ...findProductCodes(row.code),
  };
}

export function listProductPrices(
  book: PriceBook,
  productId: number,
  { from, to }: { from: Day | undefined; to: Day | undefined },
): (Pair & { date: Day })[] {
  const { days, minCents, maxCents } = book.history(productId);
  const first = from ? dayNumber(from) : -Infinity;
  const last = to ? dayNumber(to) : Infinity;
  return [...days].flatMap((day, at) => {
    if (day < first || day > last) return [];
    const pair = { min_cents: cents(minCents[at] ?? 0), max_cents: cents(maxCents[at] ?? 0) };
    return { date: fromDayNumber(day), ...pair };
  });
}

export function presentProductPrices(
  product: ProductRow,
  rows: readonly (Pair & { date: Day })[],
): Answer<typeof openData.productPrices> {
  return { product: presentNames(product), prices: rows.map((row) => ({ date: row.date, ...presentPair(row) })) };
}

export function presentYearFiles(
  year: number,
  lists: ListsOfYear,
  { publicUrl, hasArrivals }: { publicUrl: string | undefined; hasArrivals: boolean },
): Answer<typeof openData.years>[number] {
  const [first] = lists;
  const last = lists.at(-1) ?? first;
  const folder = `${publicUrl ?? ''}/api/v1/years/${year}`;
  return {
    year,
    days: lists.length,
    rows: lists.reduce((sum, { prices }) => sum + prices, 0),
    first_day: first.date,
    last_day: last.date,
    csv: `${folder}/prices.csv`,
    json: `${folder}/prices.json`,
    arrivals_csv: hasArrivals ? `${folder}/arrivals.csv` : null,
  };
}

export function presentCorrection(row: CorrectionRow): Answer<typeof openData.corrections>[number] {
  return {
    id: row.id,
    changed_at: row.changed_at,
    date: row.date,
    code: row.code,
    name: row.name,
    name_si: row.name_si,
    name_ta: row.name_ta,
    old: presentPairOrNone(row.old_min_cents, row.old_max_cents),
    new: presentPairOrNone(row.new_min_cents, row.new_max_cents),
  };
}

export const csvHeader = 'date,code,name,type,unit,min_price,max_price\r\n';

export function namesInCsv({ code, name, type, unit }: Pick<NamedProduct, 'code' | 'name' | 'type' | 'unit'>): string {
  return `,${spreadsheetCell(code)},${spreadsheetCell(name)},${spreadsheetCell(type)},${unit},`;
}

export async function presentYearCsv(columns: PriceColumns, listed: ListedProducts): Promise<Buffer | undefined> {
  const between = [...listed.values()].map(({ fields }) => namesInCsv(fields));
  const lines = await writeByDay(
    columns,
    listed,
    (place, date, { min, max }) => `${date}${between[place]}${writeDecimal(min)},${writeDecimal(max)}\r\n`,
  );
  return lines && Buffer.concat([Buffer.from(csvHeader), ...lines]);
}

export async function presentYearJson(
  year: number,
  columns: PriceColumns,
  listed: ListedProducts,
): Promise<Buffer | undefined> {
  const codes = [...listed.values()].map(({ fields }) => fields.code);
  const seen = new Set<number>();
  let comma = '';
  const lines = await writeByDay(columns, listed, (place, date, { min, max }) => {
    seen.add(place);
    const line = `${comma}{"date":"${date}","code":"${codes[place]}","min_price":${toRupees(min)},"max_price":${toRupees(max)}}`;
    comma = ',';
    return line;
  });
  if (!lines) return undefined;
  const products = [...listed.values()].filter((_, place) => seen.has(place)).map(({ fields }) => presentNames(fields));
  const head = `{"year":${year},"currency":"${CURRENCY}","products":${JSON.stringify(products)},"prices":[`;
  return Buffer.concat([Buffer.from(head), ...lines, Buffer.from(']}')]);
}

type WriteLine = (place: number, date: Day, range: { min: Cents; max: Cents }) => string;

/**
 * The number of characters after which text is stored as bytes. A whole year in one string, joined from 35,000 parts,
 * would take ten times its size in memory.
 */
const PIECE_LENGTH = 64 * 1024;

async function writeByDay(
  columns: PriceColumns,
  listed: ListedProducts,
  write: WriteLine,
): Promise<Buffer[] | undefined> {
  const { productIds, days, minCents, maxCents } = columns;
  const pieces: Buffer[] = [];
  let text = '';
  let today = { number: 0, date: fromDayNumber(0) };
  for (const { at, place } of inDayOrder(days, productIds, listed)) {
    const number = days[at] ?? 0;
    if (number !== today.number) today = { number, date: fromDayNumber(number) };
    text += write(place, today.date, { min: cents(minCents[at] ?? 0), max: cents(maxCents[at] ?? 0) });
    if (text.length < PIECE_LENGTH) continue;
    pieces.push(Buffer.from(text));
    text = '';
    await takeTurns();
  }
  if (text !== '') pieces.push(Buffer.from(text));
  // Joining the pieces is a turn of its own.
  await nextTurn();
  return pieces.length === 0 ? undefined : pieces;
}

function presentPair({ min_cents, max_cents }: Pair): { min_price: number; max_price: number } {
  return { min_price: toRupees(min_cents), max_price: toRupees(max_cents) };
}

function presentPairOrNone(min: Cents | null, max: Cents | null) {
  return min === null || max === null ? null : presentPair({ min_cents: min, max_cents: max });
}

/**
 * Yields the prices in the order of days, then of products. The day, the position of the product and the index of each
 * price are combined into one number, because numbers sort ten times as fast as objects.
 */
function* inDayOrder(
  days: readonly number[],
  productIds: readonly number[],
  listed: ListedProducts,
): Generator<{ at: number; place: number }> {
  const places = new Map([...listed.keys()].map((id, place) => [id, place]));
  const count = days.length;
  const keys = new Float64Array(count);
  let known = 0;
  for (let at = 0; at < count; at += 1) {
    const place = places.get(productIds[at] ?? 0);
    // A product that was added after the catalogue was cached is omitted until the next cache version.
    if (place === undefined) continue;
    keys[known] = ((days[at] ?? 0) * listed.size + place) * count + at;
    known += 1;
  }
  for (const key of keys.subarray(0, known).sort()) {
    const at = key % count;
    yield { at, place: ((key - at) / count) % listed.size };
  }
}
