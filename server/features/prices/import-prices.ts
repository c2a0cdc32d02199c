import { distance } from 'fastest-levenshtein';
import { type Day, dayOf } from '#billing/calendar.ts';
import { foldText } from '#contract/fold-text.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { findSlip } from '#contract/price-slip.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { loadRarePart } from '../../load-part.ts';
import { mapInTurns, takeTurns } from '../../turns.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Answers } from '../imports/read-table.ts';
import { refuseOpen } from '../imports/read-table.ts';
import { listClosedDays } from '../market-days/find-closed-days.ts';
import { listProducts, type ProductRow } from '../products/queries.ts';
import { type CheckedLines, checkPriceLines, type PriceOfLine } from './check-price-lines.ts';
import { filtersOf, hasColumn } from './choose-columns.ts';
import { describeCounts, describeDays, describePriceChanges, distinctDaysOf } from './describe-prices.ts';
import { matchItems } from './match-items.ts';
import { type HistoryRow, listLastBefore, listPairs, lockPublishing } from './queries.ts';
import type { PriceFile } from './read-price-file.ts';
import {
  type ComparedPriceRange,
  chunksOf,
  comparePriceRanges,
  daysAndProductsOf,
  PRODUCTS_READ,
  type PriceRange,
  savePriceRanges,
} from './save-price-ranges.ts';

export type ImportedPrice = PriceOfLine & ComparedPriceRange & ComparedWithLast & { product: string };

export interface ImportOutcome extends Omit<CheckedLines, 'pairs' | 'unmatched'> {
  written: boolean;
  lines: number;
  compared: ImportedPrice[];
  closedDays: Awaited<ReturnType<typeof listClosedDays>>;
  unmatched: (CheckedLines['unmatched'][number] & { suggestions: Suggestion[] })[];
}

export interface ImportInput {
  file: PriceFile;
  /** Product ids by item, which take precedence over names. */
  mapping?: Record<string, number> | undefined;
  answers?: Answers | undefined;
  date?: Day | undefined;
  write?: boolean | undefined;
}

const ITEMS_SUGGESTED = 200;

/**
 * Good lines are written in one transaction, even if other lines are faulty. Refuses to write while a question about
 * the file is unanswered.
 */
export async function importPrices(tx: Writer, context: ActionContext, input: ImportInput): Promise<ImportOutcome> {
  if (input.write) await lockPublishing(tx);
  const { outcome, products } = await judgeLines(tx, context, input);
  const { compared, faults } = outcome;
  if (!input.write) return outcome;
  refuseOpen(outcome.questions);
  if (compared.length === 0) return outcome;
  await savePriceRanges(tx, context, compared);
  await takeTurns();
  await writeAudit(tx, context, {
    type: 'Prices Imported',
    description: apiMessage('prices.audit.imported', {
      days: describeDays(compared),
      counts: describeCounts(compared),
      rejected: faults.length,
    }),
    ...describePriceChanges(compared, new Map(products.map((product) => [product.id, product.name]))),
  });
  return { ...outcome, written: true };
}

async function judgeLines(
  db: Reader,
  context: ActionContext,
  { file, date, ...input }: ImportInput,
): Promise<{ outcome: ImportOutcome; products: ProductRow[] }> {
  const products = await listProducts(db);
  const mapping = new Map(Object.entries(input.mapping ?? {}));
  const answers = input.answers ?? {};
  refuseUnknown(products, mapping);
  refuseUnknownQuestions(file, answers);
  const units = new Map(products.map(({ id, unit }) => [id, unit]));
  const { pairs, unmatched, ...checked } = await checkPriceLines(file, {
    findItem: matchItems(products, { mapping, isStarterAlias: await starterAliases() }),
    unitOf: (id) => units.get(id) ?? 'kg',
    today: dayOf(context.now),
    answers,
    date,
  });
  const names = new Map(products.map(({ id, name }) => [id, name]));
  const withLast = await compareWithLast(db, pairs);
  await takeTurns();
  const compared = await mapInTurns(await comparePriceRanges(db, pairs), (one, at) => ({
    ...one,
    last: withLast[at]?.last ?? null,
    slips: one.status === 'unchanged' ? [] : (withLast[at]?.slips ?? []),
    product: names.get(one.product_id) ?? '',
  }));
  const outcome = {
    ...checked,
    compared,
    closedDays: await listClosedOf(db, pairs),
    unmatched: await suggestAll(unmatched, products),
    lines: file.lines.length,
    written: false,
  };
  return { outcome, products };
}

/** The catalogue is read on first use, because reading it earlier would slow down startup. */
async function starterAliases(): Promise<(product: ProductRow, alias: string) => boolean> {
  const { starterProducts } = await loadRarePart(
    'starter catalogue',
    () => import('../products/starter-catalogue/products.ts'),
  );
  const known = new Set(
    starterProducts.flatMap(({ code, aliases }) => aliases.map((one) => `${code} ${foldText(one)}`)),
  );
  return ({ code }, alias) => known.has(`${code} ${foldText(alias)}`);
}

async function suggestAll(
  unmatched: CheckedLines['unmatched'],
  products: readonly ProductRow[],
): Promise<ImportOutcome['unmatched']> {
  if (unmatched.length === 0) return [];
  const suggest = suggestProducts(products);
  const suggested: ImportOutcome['unmatched'] = [];
  for (const [at, one] of unmatched.entries()) {
    suggested.push({ ...one, suggestions: at < ITEMS_SUGGESTED ? suggest(one.item) : [] });
    if (at < ITEMS_SUGGESTED) await takeTurns();
  }
  return suggested;
}

const KNOWN_QUESTION = /^(?:order|prices|unit:.*|column:.*|item:.*)$/s;

function refuseUnknownQuestions({ lines }: PriceFile, answers: Answers): void {
  const unknown = [
    ...Object.keys(answers).filter((id) => !KNOWN_QUESTION.test(id)),
    ...filtersOf(answers).flatMap(({ title }) => (hasColumn(lines, title) ? [] : [`column:${title}`])),
  ];
  if (unknown.length === 0) return;
  const message = apiMessage('prices.fault.no_question');
  throw badInput(unknown.map((id) => ({ field: `answers.${id}`, message })));
}

async function listClosedOf(db: Reader, pairs: readonly PriceOfLine[]): Promise<ImportOutcome['closedDays']> {
  const days = distinctDaysOf(pairs);
  const first = days[0];
  const last = days.at(-1);
  if (first === undefined || last === undefined) return [];
  const own = new Set(days);
  return (await listClosedDays(db, first, last)).filter(({ date }) => own.has(date));
}

function refuseUnknown(products: readonly ProductRow[], mapping: ReadonlyMap<string, number>): void {
  const ids = new Set(products.map(({ id }) => id));
  const unknown = [...mapping].filter(([, id]) => !ids.has(id));
  if (unknown.length === 0) return;
  const fault = apiMessage('prices.fault.no_product');
  throw badInput(unknown.map(([item]) => ({ field: `mapping.${item}`, message: fault })));
}

type SlipSide = 'min' | 'max';

/**
 * The previous price of a product, which may be in the same file. `slips` lists the bounds of the new price that are
 * more than twice, or less than half, the bounds of the previous price.
 */
interface ComparedWithLast {
  last: (PriceRange & { date: Day }) | null;
  slips: { side: SlipSide; kind: 'double' | 'half' }[];
}

async function compareWithLast(db: Reader, prices: readonly PriceOfLine[]): Promise<ComparedWithLast[]> {
  const lastOf = new Map<PriceOfLine, ComparedWithLast['last']>();
  const byProduct = Map.groupBy(prices, ({ product_id }) => product_id);
  const span = daysAndProductsOf(prices);
  for (const ids of chunksOf(span.productIds, PRODUCTS_READ)) {
    const stored = [...(await listLastBefore(db, ids, span.first)), ...(await listPairs(db, ids, span))];
    const storedOf = Map.groupBy(stored, ({ product_id }) => product_id);
    for (const id of ids) {
      noteLast(lastOf, byProduct.get(id) ?? [], storedOf.get(id) ?? []);
      await takeTurns();
    }
  }
  return mapInTurns(prices, (price) => {
    const last = lastOf.get(price) ?? null;
    return { last, slips: slipsOf(price.pair, last) };
  });
}

function noteLast(
  lastOf: Map<PriceOfLine, ComparedWithLast['last']>,
  wanted: readonly PriceOfLine[],
  stored: readonly HistoryRow[],
): void {
  const days = new Map<Day, PriceRange & { of?: PriceOfLine }>();
  for (const row of stored) days.set(row.date, row);
  for (const one of wanted) days.set(one.date, { ...one.pair, of: one });
  let last: ComparedWithLast['last'] = null;
  for (const [date, { min_cents, max_cents, of }] of [...days].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (of) lastOf.set(of, last);
    last = { date, min_cents, max_cents };
  }
}

function slipsOf(pair: PriceRange, last: PriceRange | null): ComparedWithLast['slips'] {
  const sides = [
    ['min', findSlip(pair.min_cents, last?.min_cents)],
    ['max', findSlip(pair.max_cents, last?.max_cents)],
  ] as const;
  return sides.flatMap(([side, kind]) => (kind ? [{ side, kind }] : []));
}

interface Suggestion {
  product_id: number;
  name: string;
}

const MOST = 3;
const LONGEST_ITEM = 60;
/** A word may have one wrong letter for every four of its letters. */
const LETTERS_PER_SLIP = 4;
const MOST_WORDS = 8;

type Compare = (one: string, other: string) => number;
type NamedRow = Pick<ProductRow, 'id' | 'name' | 'name_si' | 'name_ta' | 'code' | 'aliases'>;

interface Name {
  product: NamedRow;
  text: string;
  words: readonly string[];
}

export function suggestProducts(
  products: readonly NamedRow[],
  compare: Compare = distance,
): (item: string) => Suggestion[] {
  const names: Name[] = products.flatMap((product) =>
    [product.name, product.name_si, product.name_ta, product.code, ...(JSON.parse(product.aliases) as string[])]
      .map(foldText)
      .filter(Boolean)
      .map((text) => ({ product, text, words: wordsOf(text) })),
  );
  const wordsByLength = Map.groupBy(new Set(names.flatMap(({ words }) => words)), ({ length }) => length);
  const near = (one: string, other: string) => distanceOf(one, other, compare);
  const nearWords = new Map<string, Map<string, number>>();
  const findNear = (word: string): Map<string, number> => {
    const known = nearWords.get(word) ?? nearOf(word, wordsByLength, near);
    nearWords.set(word, known);
    return known;
  };
  return (item) => {
    const sought = foldText(item);
    if (sought.length > LONGEST_ITEM) return [];
    const soughtWords = wordsOf(sought).slice(0, MOST_WORDS).map(findNear);
    const farOf = new Map<NamedRow, number>();
    for (const { product, text, words } of names) {
      const far = Math.min(near(sought, text), byWords(soughtWords, words));
      if (far < (farOf.get(product) ?? Number.POSITIVE_INFINITY)) farOf.set(product, far);
    }
    return [...farOf]
      .toSorted(([, one], [, other]) => one - other)
      .slice(0, MOST)
      .map(([product]) => ({ product_id: product.id, name: product.name }));
  };
}

/**
 * Returns how different an item and a name are: the sum of the distances of the item's words to the nearest words of
 * the name, plus a tenth for each further word of the name. So `Carot` is near `Carrot - Nuwara Eliya`.
 */
function byWords(near: readonly ReadonlyMap<string, number>[], words: readonly string[]): number {
  if (near.length === 0) return Number.POSITIVE_INFINITY;
  let sum = Math.max(0, words.length - near.length) / 10;
  for (const distances of near) {
    let least = Number.POSITIVE_INFINITY;
    for (const word of words) least = Math.min(least, distances.get(word) ?? Number.POSITIVE_INFINITY);
    sum += least;
    if (sum === Number.POSITIVE_INFINITY) return sum;
  }
  return sum;
}

function nearOf(
  word: string,
  wordsByLength: ReadonlyMap<number, readonly string[]>,
  near: Compare,
): Map<string, number> {
  const found = new Map<string, number>();
  const reach = Math.ceil(word.length / (LETTERS_PER_SLIP - 1));
  for (let length = word.length - reach; length <= word.length + reach; length += 1) {
    for (const one of wordsByLength.get(length) ?? []) {
      const far = near(word, one);
      if (far < Number.POSITIVE_INFINITY) found.set(one, far);
    }
  }
  return found;
}

function distanceOf(one: string, other: string, compare: Compare): number {
  const most = Math.floor(Math.max(one.length, other.length) / LETTERS_PER_SLIP);
  if (Math.abs(one.length - other.length) > most) return Number.POSITIVE_INFINITY;
  const far = compare(one, other);
  return far <= most ? far : Number.POSITIVE_INFINITY;
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
}
