import { rangeOfCell } from '#contract/amount-text.ts';
import { isEmptyMark } from '#contract/empty-marks.ts';
import { foldText } from '#contract/fold-text.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { RETAIL_WORDS, WHOLESALE_WORDS } from '#contract/price-file/heading-words-data.ts';
import type { Headings, PriceColumnPair } from '#contract/price-file/headings.ts';
import { takeTurns } from '../../turns.ts';
import type { Answers, ImportQuestion } from '../imports/read-table.ts';
import type { PriceLine } from './price-line.ts';
import { BOTH } from './read-wide-lines.ts';

function choosePair({ pairs, isDoubtful }: Headings, answers: Answers): PriceColumnPair | undefined {
  if (!isDoubtful) return pairs[0];
  return pairs.find((pair, at) => nameOf(pair, at, pairs) === answers.prices);
}

/** Returns the columns of a line's prices; undefined if a question about them has no answer. */
export function pairOfLine(line: PriceLine, answers: Answers): PriceColumnPair | undefined {
  return hasOwnRange(line) ? line.headings.pairs[0] : choosePair(line.headings, answers);
}

function isOnePrice({ min, max }: PriceColumnPair): boolean {
  return min === max;
}

/** True if the only price of a line has a minimum and a maximum in its cell, such as `240 - 270`, or is empty. */
function hasOwnRange({ headings: { pairs }, cells }: PriceLine): boolean {
  const [only, ...others] = pairs;
  if (only === undefined || others.length > 0 || !isOnePrice(only)) return false;
  const cell = cells[only.min] ?? '';
  return isEmptyMark(cell) || rangeOfCell(cell) !== undefined;
}

export function askPrices(lines: readonly PriceLine[], answers: Answers): ImportQuestion[] {
  const doubtful = lines.filter((line) => line.headings.isDoubtful && !hasOwnRange(line));
  const [first] = doubtful;
  if (!first) return [];
  const { pairs } = first.headings;
  return [
    {
      id: 'prices',
      kind: 'prices',
      takes_number: false,
      lines: doubtful.length,
      question: apiMessage(pairs.every(isOnePrice) ? 'prices.ask.one_price' : 'prices.ask.prices'),
      choices: pairs.map((pair, at) => {
        const value = nameOf(pair, at, pairs);
        if (!isOnePrice(pair)) return { value, label: value };
        const label =
          value === BOTH ? apiMessage('prices.ask.both') : apiMessage('prices.ask.both_of', { title: value });
        return { value, label };
      }),
      answer: choosePair(first.headings, answers) ? (answers.prices ?? null) : null,
    },
  ];
}

function nameOf({ title, min }: PriceColumnPair, at: number, pairs: readonly PriceColumnPair[]): string {
  const isRepeated = pairs.some((other, place) => place !== at && other.title === title);
  return isRepeated ? `${title} (${min + 1})` : title;
}

export interface ColumnFilter {
  title: string;
  value: string;
}

const PREFIX = 'column:';
const MOST_CHOICES = 100;
const MOST_VALUES = 500;

export function filtersOf(answers: Answers): ColumnFilter[] {
  return Object.entries(answers).flatMap(([id, value]) =>
    id.startsWith(PREFIX) ? [{ title: id.slice(PREFIX.length), value }] : [],
  );
}

export function hasColumn(lines: readonly PriceLine[], title: string): boolean {
  return [...new Set(lines.map(({ headings }) => headings))].some((headings) => placeOf(headings, title) !== undefined);
}

export function fitsFilters({ headings, cells }: PriceLine, filters: readonly ColumnFilter[]): boolean {
  return filters.every(({ title, value }) => {
    const at = placeOf(headings, title);
    return at === undefined || cells[at] === value || foldText(cells[at] ?? '') === foldText(value);
  });
}

export function askColumn(
  title: string,
  { lines, answers }: { lines: readonly PriceLine[]; answers: Answers },
): ImportQuestion {
  const counts = valuesOf(lines, title);
  const id = `${PREFIX}${title}`;
  const answer = Object.entries(answers).find(([asked]) => isSame(asked, id))?.[1];
  return {
    id,
    kind: 'column',
    takes_number: false,
    lines: lines.length,
    question: apiMessage('prices.ask.column', { column: title }),
    choices: [...counts].slice(0, MOST_CHOICES).map(([value, count]) => ({
      value,
      label:
        value === '' ? apiMessage('prices.ask.blank', { count }) : apiMessage('prices.ask.value', { value, count }),
    })),
    answer: answer ?? null,
  };
}

/**
 * Returns the title of a column that separates different prices of a product, such as markets, or wholesale and retail.
 * If there are several, returns the one with the most values.
 */
export async function findMixedColumn(lines: readonly PriceLine[]): Promise<string | undefined> {
  const columns = new Map<string, boolean>();
  for (const headings of new Set(lines.map((line) => line.headings)))
    for (const { title, isMarket } of headings.others) columns.set(title, isMarket);
  const mixed: { title: string; count: number }[] = [];
  for (const [title, isMarket] of columns) {
    const values = [...valuesOf(lines, title).keys()].filter(Boolean);
    if (values.length > 1 && canBeAnswered(title, values) && (isMarket || hasBothLevels(values)))
      mixed.push({ title, count: values.length });
    await takeTurns();
  }
  return mixed.toSorted((one, other) => other.count - one.count)[0]?.title;
}

const LONGEST_NAME = 150;

function canBeAnswered(title: string, values: readonly string[]): boolean {
  return [title, ...values].every(({ length }) => length <= LONGEST_NAME);
}

const FIGURE = /^[\d.,\s]*$/;

export function findSeparatingColumn(groups: readonly (readonly PriceLine[])[]): string | undefined {
  const columns = new Map<string, { score: number; values: Set<string> }>();
  for (const group of groups) {
    for (const { title } of group[0]?.headings.others ?? []) {
      const values = [...valuesOf(group, title).keys()];
      if (values.length < 2 || values.every((value) => FIGURE.test(value)) || !canBeAnswered(title, values)) continue;
      const column = columns.get(title) ?? { score: 0, values: new Set() };
      column.score += values.length === group.length ? 1000 : 1;
      for (const value of values) column.values.add(value);
      columns.set(title, column);
    }
  }
  const usable = [...columns].filter(([, { values }]) => values.size <= MOST_CHOICES);
  return usable.toSorted(
    ([, one], [, other]) => other.score - one.score || one.values.size - other.values.size,
  )[0]?.[0];
}

function valuesOf(lines: readonly PriceLine[], title: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { cells, headings } of lines) {
    const at = placeOf(headings, title);
    if (at === undefined) continue;
    const value = cells[at] ?? '';
    counts.set(value, (counts.get(value) ?? 0) + 1);
    if (counts.size > MOST_VALUES) break;
  }
  const folded = Map.groupBy(counts, ([value]) => foldText(value));
  return new Map(
    [...folded.values()].map((same) => [same[0]?.[0] ?? '', same.reduce((sum, [, count]) => sum + count, 0)]),
  );
}

const places = new WeakMap<Headings, Map<string, number | undefined>>();

function placeOf(headings: Headings, title: string): number | undefined {
  const known = places.get(headings) ?? new Map<string, number | undefined>();
  places.set(headings, known);
  if (!known.has(title)) known.set(title, headings.others.find((other) => isSame(other.title, title))?.at);
  return known.get(title);
}

function hasBothLevels(values: readonly string[]): boolean {
  const has = (words: readonly string[]) =>
    values.some((value) =>
      words.some((word) =>
        foldText(value)
          .split(/[^\p{L}\p{M}]+/u)
          .includes(foldText(word)),
      ),
    );
  return has(RETAIL_WORDS) && has(WHOLESALE_WORDS);
}

function isSame(one: string, other: string): boolean {
  return foldText(one) === foldText(other);
}
