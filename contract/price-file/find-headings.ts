import { type Headings, type PriceColumn, readHeadings } from './headings.ts';
import { readWideTable, type WideTable } from './wide-table.ts';
import { isUnitWord, tokensOf } from './written-unit.ts';

/** The number of rows in which the headings are searched for, because a title may precede them. */
export const HEADING_WITHIN = 10;

export interface FoundHeadings {
  headings: Headings;
  rows: 1 | 2;
  titles: readonly string[];
}

/** Headings of a table without columns for the minimum and the maximum, and the place of their last row. */
type OtherHeadings = { at: number; rows: 1 | 2; titles: readonly string[] } & (
  | { headings: Headings }
  | { wide: WideTable }
);

/**
 * Finds the headings of a table with one price for a line, or with a column for each product or day. A table with
 * columns for the minimum and the maximum is found by HeadingFinder, which comes first.
 */
export function findOtherHeadings(rows: readonly (readonly string[])[]): OtherHeadings | undefined {
  const tried = rows.flatMap((row, at) => {
    const before = rows[at - 1] ?? [];
    const isGroup = before.slice(1).some((cell) => cell.trim() !== '');
    const single = { at, rows: 1, titles: row } as const;
    return isGroup ? [{ at, rows: 2, titles: joinRows(before, row) } as const, single] : [single];
  });
  const read = tried.map((one) => ({ one, headings: readHeadings(one.titles, { mayHaveOnePrice: true }) }));
  const hasDays = read.some(({ headings }) => 'wrong' in headings && headings.areDays);
  for (const { one, headings } of hasDays ? [] : read) if (!('wrong' in headings)) return { ...one, headings };
  for (const one of tried) {
    const wide = readWideTable(one.titles, rows.slice(one.at + 1));
    if (wide) return { ...one, wide };
  }
  return undefined;
}

export class HeadingFinder {
  #before: readonly string[] = [];

  add(row: readonly string[]): FoundHeadings | undefined {
    const before = this.#before;
    this.#before = row;
    const isGroup = before.slice(1).some((cell) => cell.trim() !== '');
    const joined = joinRows(before, row);
    const both = isGroup ? readHeadings(joined) : undefined;
    if (both && !('wrong' in both)) return { headings: both, rows: 2, titles: joined };
    const single = readHeadings(row);
    if (both?.areDays) return undefined;
    return 'wrong' in single ? undefined : { headings: single, rows: 1, titles: row };
  }
}

/** Adds a row of units below the headings to their titles; undefined if the row is not one of units. */
export function withUnitRow(
  { headings, titles, rows }: FoundHeadings,
  row: readonly string[],
): FoundHeadings | undefined {
  const filled = row.filter((cell) => cell.trim() !== '');
  const areUnits = filled.length > 0 && filled.every((cell) => tokensOf(cell).some(isUnitWord));
  if (!areUnits || (row[headings.item] ?? '').trim() !== '') return undefined;
  const joined = titles.map((title, at) => `${title} ${row[at] ?? ''}`.trim());
  const read = readHeadings(joined, { mayHaveOnePrice: headings.pairs.some(({ min, max }) => min === max) });
  return 'wrong' in read ? undefined : { headings: read, rows, titles: joined };
}

/**
 * Joins two rows of headings. A heading for several columns is written above the first of them and applies to all of
 * them.
 */
function joinRows(above: readonly string[], row: readonly string[]): string[] {
  let group = '';
  return Array.from({ length: Math.max(above.length, row.length) }, (_, at) => {
    const top = above[at]?.trim() ?? '';
    const own = row[at]?.trim() ?? '';
    if (top !== '') group = top;
    return own === '' ? top : `${top === '' ? group : top} ${own}`.trim();
  });
}

/** Returns the columns that the row most like headings lacks. */
export function missingColumns(rows: readonly (readonly string[])[]): PriceColumn[] {
  const wrong = rows.map((row) => readHeadings(row)).map((found) => ('wrong' in found ? found.wrong : []));
  return wrong.toSorted((one, other) => one.length - other.length)[0] ?? [];
}
