import { foldForSearch, foldId, foldWords, isFound } from '#contract/fold-text.ts';
import type { Language } from '#contract/languages.ts';
import { currentLanguage } from '#web/i18n/t.ts';
import type { Sort } from '../address/use-view-address.ts';
import { type Column, cellText } from './table-column.ts';

const collators = new Map<Language, Intl.Collator>();

/** An empty list has one page. */
export function pageCount(rows: number, pageSize: number): number {
  return Math.max(1, Math.ceil(rows / pageSize));
}

/**
 * Returns the rows that contain every word of the search, in a searched column or in `furtherText`. If several words
 * form a whole line of `furtherText`, such as a day, only the rows with that line are returned. If they form the value
 * of a cell, as `B 2` forms B2, these rows come first.
 */
export function searchRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { search, furtherText = () => '' }: { search: string; furtherText?: ((row: Row) => string) | undefined },
): readonly Row[] {
  const words = foldWords(search);
  if (words.length === 0) return rows;
  const line = `\n${words.join(' ')}\n`;
  const whole = words.length > 1 ? rows.filter((row) => `\n${furtherText(row).toLowerCase()}\n`.includes(line)) : [];
  if (whole.length > 0) return whole;
  const searched = columns.filter(({ kind = 'text', isSearched = kind === 'text' }) => isSearched);
  const id = words.length > 1 ? foldId(search) : '';
  const named = id === '' ? [] : rows.filter((row) => searched.some((column) => foldId(cellText(column, row)) === id));
  const others = named.length === 0 ? rows : rows.filter((row) => !named.includes(row));
  const found = others.filter((row) => {
    const text = foldForSearch([...searched.map((column) => cellText(column, row)), furtherText(row)].join('\n'));
    return isFound(words, text);
  });
  return [...named, ...found];
}

/** Sorts rows. Those without a value are last in either direction. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
): readonly Row[] {
  const column = columns.find(({ key }) => key === sort?.key);
  if (!sort || !column) return rows;
  const turn = sort.isDescending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const first = column.value(a);
    const second = column.value(b);
    if (isNothing(first) || isNothing(second)) return Number(isNothing(first)) - Number(isNothing(second));
    return turn * compare(first, second);
  });
}

function isNothing(value: string | number | null): value is null | '' {
  return value === null || value === '';
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator().compare(String(a), String(b));
}

function collator(): Intl.Collator {
  const language = currentLanguage();
  const found = collators.get(language) ?? new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  collators.set(language, found);
  return found;
}
