import { addDays, type Day } from '#billing/calendar.ts';
import { type Cents, parseRupees } from '#billing/money.ts';
import { plainAmountOfCell, rangeOfCell } from '#contract/amount-text.ts';
import { isEmptyMark } from '#contract/empty-marks.ts';
import { foldText } from '#contract/fold-text.ts';
import { type ApiMessage, type ApiMessageKey, apiMessage, Sentences, type Words } from '#contract/messages/message.ts';
import { FACTOR_SCALE, type Factor } from '#contract/price-file/written-unit.ts';
import type { Unit } from '#contract/product-words.ts';
import { Refusal } from '#contract/refusals.ts';
import { isTotal } from '#contract/total-words.ts';
import { nextTurn, takeTurns } from '../../turns.ts';
import { type Answers, describeTotals, type ImportQuestion } from '../imports/read-table.ts';
import { ItemQuestions } from './ask-items.ts';
import {
  askColumn,
  askPrices,
  filtersOf,
  findMixedColumn,
  findSeparatingColumn,
  fitsFilters,
  pairOfLine,
} from './choose-columns.ts';
import { explainUnknown, type FoundItem } from './match-items.ts';
import type { PriceLine } from './price-line.ts';
import { type LineDays, readLineDays } from './read-line-days.ts';
import { divide, LineUnits } from './read-line-units.ts';
import { type PriceFile, refuseColumns } from './read-price-file.ts';
import { daysAndProductsOf, type PriceRange, type PriceRangeInput } from './save-price-ranges.ts';

type Fault = { reason: ApiMessage };

const PLAIN_RUPEES = /^\d+(\.\d{1,2})?$/;
const UNSEEN = /[\u200b-\u200f\u2060-\u2064\ufeff]|^'/g;
const DECIMAL_COMMA = /^\d+(\.\d{3})*,\d{1,2}$/;

interface PriceTexts {
  min: string;
  max: string;
}

/** Returns both prices of a line that has them in one cell, such as `240 - 270`, and its other cell empty or equal. */
function splitRange({ min, max }: PriceTexts): PriceTexts | undefined {
  const filled = new Set([min, max].filter((text) => !isEmptyMark(text)));
  const [only, ...others] = filled;
  return only === undefined || others.length > 0 ? undefined : rangeOfCell(only.replaceAll(UNSEEN, ''));
}

function readLinePrices(written: PriceTexts): Fault | { inUnit: (factor: Factor) => Fault | PriceRange } {
  const texts = splitRange(written) ?? written;
  if (isEmptyMark(texts.min) || isEmptyMark(texts.max)) return { reason: apiMessage('input.prices.both') };
  const min = readCents(texts.min);
  const max = readCents(texts.max);
  if (typeof min !== 'number') return min;
  if (typeof max !== 'number') return max;
  if (min <= 0 || max <= 0) return { reason: apiMessage('prices.fault.not_positive') };
  if (min > max) return { reason: apiMessage('prices.fault.min_above_max') };
  return { inUnit: (factor) => inUnit({ min_cents: min, max_cents: max }, factor) };
}

function inUnit(pair: PriceRange, factor: Factor): Fault | PriceRange {
  if (factor === FACTOR_SCALE) return pair;
  const min_cents = divide(pair.min_cents, factor);
  const max_cents = divide(pair.max_cents, factor);
  const isPrice = min_cents !== undefined && max_cents !== undefined && min_cents > 0;
  return isPrice ? { min_cents, max_cents } : { reason: apiMessage('prices.fault.factor') };
}

function readCents(text: string): Cents | Fault {
  const written = text.replaceAll(UNSEEN, '');
  const figure = plainAmountOfCell(written);
  const cents = PLAIN_RUPEES.test(figure) ? parseRupees(figure) : undefined;
  return cents ?? { reason: describeFault(written.trim(), figure) };
}

function describeFault(text: string, figure: string): ApiMessage {
  if (text.startsWith('=')) return apiMessage('prices.fault.formula', { text });
  if (DECIMAL_COMMA.test(figure)) return apiMessage('prices.fault.decimal_comma', { text });
  if (/^\d+\.\d{3,}$/.test(figure)) return apiMessage('prices.fault.decimals', { text });
  return apiMessage('prices.fault.price', { text });
}

const MOST_NAMED = 12;

function listNotes(
  { lines, above, repeatedHeadings }: PriceFile,
  { hasDate, columns }: { hasDate: boolean; columns: readonly string[] },
): ApiMessage[] {
  const asked = new Set(columns.map(foldText));
  const unused = new Set(
    [...new Set(lines.map(({ headings }) => headings))].flatMap(({ others }) =>
      others.map(({ title }) => title).filter((title) => !asked.has(foldText(title))),
    ),
  );
  return [
    ...(above.length > 0 ? [apiMessage('prices.note.above', { text: above.map(({ text }) => text).join(' · ') })] : []),
    ...(unused.size > 0
      ? [apiMessage('prices.note.unused', { columns: [...unused].slice(0, MOST_NAMED).join(', ') })]
      : []),
    ...describeTotals(lines.filter((line) => isTotal(itemOf(line))).map(({ line }) => line)),
    ...repeatedHeadings.slice(0, 1).map((line) => apiMessage('prices.note.headings_again', { line })),
    ...(hasDate ? [apiMessage('prices.note.own_days')] : []),
  ];
}

export type PriceOfLine = PriceRangeInput & { line: number; pair: PriceRange };

export interface CheckedLines {
  pairs: PriceOfLine[];
  faults: { line: number; reason: Words; text: string }[];
  unmatched: { item: string; lines: number }[];
  questions: ImportQuestion[];
  skipped: number;
  waiting: number;
  notes: ApiMessage[];
  warnings: ApiMessage[];
}

export interface CheckOptions {
  findItem: (item: string) => FoundItem;
  unitOf: (productId: number) => Unit;
  today: Day;
  answers: Answers;
  date: Day | undefined;
}

const LINES_A_SLICE = 250;
const DAYS_UNTIL_FAR = 7;
/** The maximum number of groups of contradictory lines that are examined to find a column that separates them. */
const MOST_COMPARED = 2000;

type Outcome = 'nothing' | 'skipped' | 'waiting' | { reasons: ApiMessage[] } | { pair: Omit<PriceOfLine, 'line'> };

/**
 * A line without prices is neither good nor faulty. If lines for one product and day have different prices, all of them
 * are doubtful.
 */
export async function checkPriceLines(file: PriceFile, options: CheckOptions): Promise<CheckedLines> {
  const { answers } = options;
  const filters = filtersOf(answers);
  await nextTurn();
  const chosen = filters.length === 0 ? file.lines : file.lines.filter((line) => fitsFilters(line, filters));
  const mixed = await findMixedColumn(chosen.filter(({ hasWrongWidth }) => !hasWrongWidth));
  await nextTurn();
  const read = await readLineDays(file, { order: answers.order, date: options.date });
  await nextTurn();
  const checker = new LineChecker(file, options, { days: read, isMixed: mixed !== undefined });
  for (const [index, line] of chosen.entries()) {
    if (index % LINES_A_SLICE === 0) await takeTurns();
    checker.add(line);
  }
  const separating = await checker.decide();
  await takeTurns();
  const columns = [...filters.map(({ title }) => title), ...((mixed ?? separating) ? [mixed ?? separating ?? ''] : [])];
  const { days, units, items: ofItems, pairs, faults, unmatched } = checker;
  const questions = [
    ...askPrices(file.lines, answers),
    ...columns.map((title) => askColumn(title, { lines: file.lines, answers })),
    ...(days.question ? [days.question] : []),
    ...ofItems.questions(),
    ...units.questions(),
  ];
  return {
    pairs,
    faults,
    questions,
    waiting: checker.waiting,
    unmatched: [...unmatched.values()],
    skipped: checker.skipped + file.lines.length - chosen.length,
    notes: [...days.notes, ...listNotes(file, { hasDate: options.date !== undefined && days.hasDays, columns })],
    warnings: warnOfFarDays(pairs, options.today),
  };
}

class LineChecker {
  readonly days: LineDays;
  readonly units: LineUnits;
  readonly items: ItemQuestions;
  readonly faults: CheckedLines['faults'] = [];
  readonly unmatched = new Map<string, { item: string; lines: number }>();
  pairs: PriceOfLine[] = [];
  waiting = 0;
  skipped = 0;
  readonly #options: CheckOptions;
  readonly #isMixed: boolean;
  readonly #explain: (item: string) => ApiMessageKey;
  readonly #candidates = new Map<string, { line: PriceLine; pair: PriceOfLine }[]>();

  constructor(file: PriceFile, options: CheckOptions, { days, isMixed }: { days: LineDays; isMixed: boolean }) {
    this.#options = options;
    this.#isMixed = isMixed;
    this.days = days;
    this.items = new ItemQuestions(options.answers);
    this.units = new LineUnits(file, options.answers);
    const items = new Set(file.lines.map(itemOf));
    if (file.isWide && [...items].every((item) => 'reason' in options.findItem(item))) throw refuseColumns([]);
    this.#explain = explainUnknown([...items].filter((item) => 'reason' in options.findItem(item)));
    const isWithoutDay = options.date === undefined && !this.days.hasDays && file.lines.length > 0;
    if (isWithoutDay) throw refuseWithoutDay();
  }

  add(line: PriceLine): void {
    const outcome = this.#judge(line);
    if (outcome === 'waiting') this.waiting += 1;
    else if (outcome === 'skipped') this.skipped += 1;
    else if (outcome !== 'nothing' && 'reasons' in outcome) this.#fault(line, outcome.reasons);
    else if (outcome !== 'nothing') {
      const pair = { ...outcome.pair, line: line.line };
      const key = `${pair.product_id} ${pair.date}`;
      const same = this.#candidates.get(key) ?? [];
      same.push({ line, pair });
      this.#candidates.set(key, same);
    }
  }

  async decide(): Promise<string | undefined> {
    await nextTurn();
    const groups = [...this.#candidates.values()];
    const contradicting = new Set(groups.filter(isContradicting));
    const lines = [...contradicting].map((group) => group.map(({ line }) => line));
    const column = findSeparatingColumn(lines.slice(0, MOST_COMPARED));
    for (const [index, group] of groups.entries()) {
      if (index % LINES_A_SLICE === 0) await takeTurns();
      const [first, ...others] = group;
      if (!first) continue;
      if (!contradicting.has(group)) this.#acceptFirst(first.pair, others);
      else if (column !== undefined) this.waiting += group.length;
      else for (const [at, { line }] of group.entries()) this.#contradict(line, group[at === 0 ? 1 : 0]?.line);
    }
    await takeTurns();
    this.pairs.sort((one, other) => one.line - other.line);
    this.faults.sort((one, other) => one.line - other.line);
    return column;
  }

  #acceptFirst(pair: PriceOfLine, others: readonly { line: PriceLine }[]): void {
    this.pairs.push(pair);
    for (const { line } of others) this.#fault(line, [apiMessage('prices.fault.same_line', { line: pair.line })]);
  }

  #contradict(line: PriceLine, other: PriceLine | undefined): void {
    this.#fault(line, [apiMessage('prices.fault.contradicts', { line: other?.line ?? 0 })]);
  }

  #fault({ line, text }: PriceLine, reasons: ApiMessage[]): void {
    this.faults.push({ line, reason: new Sentences(reasons), text });
  }

  #judge(line: PriceLine): Outcome {
    const { findItem, today, answers, unitOf } = this.#options;
    if (this.days.isDayLine(line) || this.units.isUnitLine(line)) return 'nothing';
    if (line.hasWrongWidth) return { reasons: [apiMessage('refusals.bad_csv.width')] };
    const columns = pairOfLine(line, answers);
    const texts = columns && { min: line.cells[columns.min] ?? '', max: line.cells[columns.max] ?? '' };
    if (texts && isEmptyMark(texts.min) && isEmptyMark(texts.max)) return 'nothing';
    if (isTotal(itemOf(line))) return 'nothing';
    if (this.#isMixed) return 'waiting';
    const item = itemOf(line);
    const found = this.items.settle(item, findItem(item));
    if ('isSkipped' in found) return 'skipped';
    if (!texts) return 'waiting';
    if ('reason' in found && item !== '') this.#countUnmatched(item);
    const ofDay = this.days.of(line);
    const reasons = 'reason' in ofDay ? [ofDay.reason] : [];
    const date = 'date' in ofDay ? ofDay.date : undefined;
    if (date !== undefined && date > today) reasons.push(apiMessage('prices.fault.future'));
    if ('reason' in found) reasons.push(apiMessage(this.#nameFault(item, found.reason)));
    const read = readLinePrices(texts);
    if ('reason' in read) reasons.push(read.reason);
    if (reasons.length > 0 || 'reason' in found || 'reason' in read) return { reasons };
    if ('question' in found) return 'waiting';
    const unit = this.units.of(line, {
      unit: unitOf(found.productId),
      heading: columns?.unit,
      item: found.isMapped ? item : '',
    });
    if ('reason' in unit) return { reasons: [unit.reason] };
    if ('isSkipped' in unit) return 'skipped';
    if ('question' in unit || date === undefined) return 'waiting';
    const pair = read.inUnit(unit.factor);
    if ('reason' in pair) return { reasons: [pair.reason] };
    return { pair: { product_id: found.productId, date, pair } };
  }

  #nameFault(item: string, reason: ApiMessageKey): ApiMessageKey {
    if (item === '') return 'prices.fault.no_item';
    return reason === 'prices.fault.unknown_item' ? this.#explain(item) : reason;
  }

  #countUnmatched(item: string): void {
    const counted = this.unmatched.get(foldText(item)) ?? { item, lines: 0 };
    counted.lines += 1;
    this.unmatched.set(foldText(item), counted);
  }
}

function isContradicting(group: readonly { pair: PriceOfLine }[]): boolean {
  return group.length > 1 && group.some(({ pair }) => !isSamePair(pair, group[0]?.pair));
}

function itemOf({ cells, headings }: PriceLine): string {
  return cells[headings.item] ?? '';
}

function refuseWithoutDay(): Refusal {
  const message = apiMessage('refusals.bad_csv.no_day');
  return new Refusal('bad_csv', { message, details: [{ field: 'date', message }] });
}

function isSamePair(one: PriceOfLine, other: PriceOfLine | undefined): boolean {
  return one.pair.min_cents === other?.pair.min_cents && one.pair.max_cents === other.pair.max_cents;
}

function warnOfFarDays(pairs: readonly PriceOfLine[], today: Day): ApiMessage[] {
  const limit = addDays(today, -DAYS_UNTIL_FAR);
  const far = pairs.filter(({ date }) => date < limit);
  if (far.length === 0) return [];
  const { first, last } = daysAndProductsOf(far);
  if (first === last) return [apiMessage('prices.warning.far_day', { date: { day: first } })];
  return [apiMessage('prices.warning.far_days', { first: { day: first }, last: { day: last } })];
}
