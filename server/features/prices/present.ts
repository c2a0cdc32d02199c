import { cents, toRupees } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import { MOST_FAULTS_SHOWN, MOST_IMPORTED_SHOWN } from '#contract/imports.ts';
import type { prices } from '#contract/prices.ts';
import type { ShownPrice } from '#contract/site.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { nextTurn } from '../../turns.ts';
import type { ProductRow } from '../products/queries.ts';
import { countStatuses, distinctDaysOf } from './describe-prices.ts';
import type { ImportedPrice, ImportOutcome } from './import-prices.ts';
import type { ListedProduct, ListedProducts } from './list-products.ts';
import type { PriceBook, PriceHistory } from './price-book.ts';
import type { PriceChangeRow, StoredPriceRow } from './queries.ts';
import type { ComparedPriceRange, PriceRange } from './save-price-ranges.ts';

export function presentDay(rows: readonly StoredPriceRow[], listed: ListedProducts): ShownPrice[] {
  return inListOrder(rows, listed).map(({ row, product }) => ({
    product_id: row.product_id,
    date: row.date,
    minCents: row.min_cents,
    maxCents: row.max_cents,
    product: product.fields,
  }));
}

/** More characters than the end of a line and of the list take. */
const LINE_BYTES = 320;
/** A buffer that is reused, because allocating one takes longer than writing to it. */
let scratch = Buffer.alloc(64 * 1024);

interface DayLine {
  row: StoredPriceRow;
  product: ListedProduct;
}

/** How a day's prices are written as JSON. A line is text, stored bytes of its product, and text; texts are ASCII. */
interface DayForm {
  head: string;
  before(row: StoredPriceRow): string;
  bytes(product: ListedProduct): Buffer;
  after(row: StoredPriceRow): string;
  tail: string;
}

const DAY_FORM: DayForm = {
  head: '[',
  before: (row) =>
    `{"id":${row.id},"product_id":${row.product_id},"date":"${row.date}","min_price":${toRupees(row.min_cents)},"max_price":${toRupees(row.max_cents)},"createdAt":"${row.created_at}","updatedAt":"${row.updated_at}","product":`,
  bytes: (product) => product.bytes,
  after: () => '}',
  tail: ']',
};

export function presentDayBytes(rows: readonly StoredPriceRow[], listed: ListedProducts, form = DAY_FORM): Buffer {
  const rowOf = new Map(rows.map((row) => [row.product_id, row]));
  let at = 0;
  let text = form.head;
  let comma = '';
  for (const product of listed.values()) {
    const row = rowOf.get(product.fields.id);
    if (!row) continue;
    const bytes = form.bytes(product);
    const before = `${text}${comma}${form.before(row)}`;
    if (scratch.length < at + before.length + bytes.length + LINE_BYTES)
      scratch = Buffer.concat([scratch], scratch.length * 2 + bytes.length);
    at += scratch.write(before, at, 'latin1');
    scratch.set(bytes, at);
    at += bytes.length;
    text = form.after(row);
    comma = ',';
  }
  at += scratch.write(text + form.tail, at, 'latin1');
  return Buffer.from(scratch.subarray(0, at));
}

export function inListOrder(rows: readonly StoredPriceRow[], listed: ListedProducts): DayLine[] {
  const rowOf = new Map(rows.map((row) => [row.product_id, row]));
  const lines: DayLine[] = [];
  for (const product of listed.values()) {
    const row = rowOf.get(product.fields.id);
    if (row) lines.push({ row, product });
  }
  return lines;
}

export function presentPrice(row: StoredPriceRow): Answer<typeof prices.one> {
  return {
    id: row.id,
    product_id: row.product_id,
    date: row.date,
    ...presentPair(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function presentChartText(
  { id, name, dayOf }: { id: number; name: string; dayOf: PriceBook['dayOf'] },
  { days, minCents, maxCents }: PriceHistory,
  ids: ArrayLike<number>,
): string {
  const product = JSON.stringify({ name });
  let points = '';
  for (const [at, day] of days.entries()) {
    const comma = at === 0 ? '' : ',';
    const min = cents(minCents[at] ?? 0);
    const max = cents(maxCents[at] ?? 0);
    points += `${comma}{"id":${ids[at]},"product_id":${id},"date":"${dayOf(day)}","min_price":${toRupees(min)},"max_price":${toRupees(max)},"Product":${product}}`;
  }
  return `[${points}]`;
}

export function presentSeriesText(productId: number, { days, minCents, maxCents }: PriceHistory): string {
  return `{"product_id":${productId},"days":[${days}],"min_cents":[${minCents}],"max_cents":[${maxCents}]}`;
}

export function presentChange(row: PriceChangeRow): Answer<typeof prices.changes>[number] {
  return {
    id: row.id,
    changed_at: row.changed_at,
    changed_by: row.changed_by,
    old: presentPairOrNone({ min_cents: row.old_min_cents, max_cents: row.old_max_cents }),
    new: presentPairOrNone({ min_cents: row.new_min_cents, max_cents: row.new_max_cents }),
  };
}

export function presentSheetLine(
  product: ProductRow,
  { current, last }: Record<'current' | 'last', StoredPriceRow | undefined>,
): Answer<typeof prices.sheet>[number] {
  return {
    product_id: product.id,
    code: product.code,
    name: product.name,
    name_si: product.name_si,
    name_ta: product.name_ta,
    aliases: JSON.parse(product.aliases),
    type: product.type,
    unit: product.unit,
    current: current ? presentPair(current) : null,
    last: last ? { date: last.date, ...presentPair(last) } : null,
  };
}

export function presentReplacedRow({ product_id, date, old }: ComparedPriceRange) {
  return { product_id, date, ...(old ? presentPair(old) : { min_price: null, max_price: null }) };
}

export function presentPublishResult(
  compared: ComparedPriceRange,
): Answer<typeof prices.updateMultiple>['results'][number] {
  const { product_id, date, status, pair } = compared;
  const figures = pair ? presentPair(pair) : { min_price: null, max_price: null };
  return { product_id, date, status, ...figures };
}

/** Presents an import of any length in several turns of the event loop. */
export async function presentImport(outcome: ImportOutcome): Promise<Unworded<Answer<typeof prices.importCsv>>> {
  const { written, lines, compared, closedDays, faults, unmatched, questions, skipped, waiting, notes, warnings } =
    outcome;
  const days = distinctDaysOf(compared);
  await nextTurn();
  const counts = countStatuses(compared);
  await nextTurn();
  const unusual = compared.filter(({ slips }) => slips.length > 0);
  const usual = compared.values().filter(({ slips }) => slips.length === 0);
  return {
    written,
    lines,
    accepted: compared.length,
    added: counts.added,
    updated: counts.updated,
    unchanged: counts.unchanged,
    unusual: unusual.length,
    first_day: days[0] ?? null,
    last_day: days.at(-1) ?? null,
    closed_days: closedDays,
    prices: [...unusual, ...usual.take(MOST_IMPORTED_SHOWN)].slice(0, MOST_IMPORTED_SHOWN).map(presentImported),
    skipped,
    waiting,
    questions,
    notes,
    warnings,
    unmatched,
    faulty: faults.length,
    faults: faults.slice(0, MOST_FAULTS_SHOWN),
  };
}

function presentImported(one: ImportedPrice): Answer<typeof prices.importCsv>['prices'][number] {
  const { line, date, product_id, product, status, pair, old, last, slips } = one;
  return {
    line,
    date,
    product_id,
    product,
    status: status === 'cleared' ? 'unchanged' : status,
    ...presentPair(pair),
    old: old ? presentPair(old) : null,
    last: last && { date: last.date, ...presentPair(last) },
    slips,
  };
}

function presentPair(pair: PriceRange): { min_price: number; max_price: number } {
  return { min_price: toRupees(pair.min_cents), max_price: toRupees(pair.max_cents) };
}

function presentPairOrNone(pair: { [Side in keyof PriceRange]: PriceRange[Side] | null }) {
  const { min_cents, max_cents } = pair;
  return min_cents === null || max_cents === null ? null : presentPair({ min_cents, max_cents });
}
