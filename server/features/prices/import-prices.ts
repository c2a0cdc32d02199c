import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Day, dayOf } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { listClosedDays } from '../market-days/find-closed-days.ts';
import { listProducts, type ProductRow } from '../products/queries.ts';
import type { Answers, ImportQuestion } from './ask-questions.ts';
import { type CheckedLines, checkPriceLines, type PriceOfLine } from './check-price-lines.ts';
import { filtersOf, hasColumn } from './choose-columns.ts';
import { describeCounts, describeDays, describePriceChanges, distinctDaysOf } from './describe-prices.ts';
import { type ComparedWithLast, compareWithLast } from './find-slips.ts';
import { matchItems } from './match-items.ts';
import { lockPublishing } from './queries.ts';
import type { PriceFile } from './read-price-file.ts';
import { type ComparedPriceRange, comparePriceRanges, savePriceRanges } from './save-price-ranges.ts';
import { type Suggestion, suggestProducts } from './suggest-products.ts';

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
  /** Item to product id; used before names. */
  mapping?: Record<string, number> | undefined;
  answers?: Answers | undefined;
  date?: Day | undefined;
  write?: boolean | undefined;
}

const ITEMS_SUGGESTED = 200;

/** Good lines are written in one transaction, also when others are faulty, but not while a question is open. */
export async function importPrices(tx: Writer, context: ActionContext, input: ImportInput): Promise<ImportOutcome> {
  if (input.write) await lockPublishing(tx);
  const { outcome, products } = await judgeLines(tx, context, input);
  const { compared, faults } = outcome;
  if (!input.write) return outcome;
  refuseOpen(outcome.questions);
  if (compared.length === 0) return outcome;
  await savePriceRanges(tx, context, compared);
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
  const [mapping, answers] = [new Map(Object.entries(input.mapping ?? {})), input.answers ?? {}];
  refuseUnknown(products, mapping);
  refuseUnknownQuestions(file, answers);
  const units = new Map(products.map(({ id, unit }) => [id, unit]));
  const { pairs, unmatched, ...checked } = await checkPriceLines(file, {
    findItem: matchItems(products, mapping),
    unitOf: (id) => units.get(id) ?? 'kg',
    today: dayOf(context.now),
    answers,
    date,
  });
  const names = new Map(products.map(({ id, name }) => [id, name]));
  const withLast = await compareWithLast(db, pairs);
  const compared = (await comparePriceRanges(db, pairs)).map((one, at) => ({
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

async function suggestAll(
  unmatched: CheckedLines['unmatched'],
  products: readonly ProductRow[],
): Promise<ImportOutcome['unmatched']> {
  const suggest = suggestProducts(products);
  const suggested: ImportOutcome['unmatched'] = [];
  for (const [at, one] of unmatched.entries()) {
    suggested.push({ ...one, suggestions: at < ITEMS_SUGGESTED ? suggest(one.item) : [] });
    if (at < ITEMS_SUGGESTED) await yieldToEventLoop();
  }
  return suggested;
}

function refuseOpen(questions: readonly ImportQuestion[]): void {
  const open = questions.filter(({ answer }) => answer === null);
  if (open.length === 0) return;
  const details = open.map(({ id, question }) => ({ field: `answers.${id}`, message: question }));
  throw new Refusal('import_unanswered', { details });
}

const KNOWN_QUESTION = /^(?:order|prices|unit:.*|column:.*)$/s;

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
  const [first, last] = [days[0], days.at(-1)];
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
