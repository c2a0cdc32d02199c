import { plainAmountOfCell, rangeOfCell } from '../amount-text.ts';
import { isEmptyMark } from '../empty-marks.ts';
import { isTotal } from '../total-words.ts';
import { westernDigits } from '../western-text.ts';
import { isDayTitle } from './day-title.ts';
import { type OtherColumn, readTitles, type TitleFacts } from './headings.ts';

/** A column of a wide table with the prices of one product, or of one day. */
export interface WideColumn {
  /** The name of the product, or the day as it is written. */
  of: string;
  min: number;
  /** Equal to `min` if the table has one price instead of a minimum and a maximum. */
  max: number;
  unit: string;
}

/** A table with a column for each product and days in rows, or with a column for each day and products in rows. */
export interface WideTable {
  columnsAre: 'products' | 'days';
  /** The column of the days, or of the products. */
  rowsAt: number;
  columns: WideColumn[];
  unitAt: number | undefined;
  others: OtherColumn[];
  width: number;
}

const HAS_DIGIT = /\d/;
const PRICE = /^\d+(?:\.\d+)?$/;
/** A table with fewer columns of products is another one, such as a bill with days and amounts. */
const FEWEST_PRODUCTS = 2;

function isPrice(cell: string): boolean {
  return PRICE.test(plainAmountOfCell(cell)) || rangeOfCell(cell) !== undefined;
}

/** Reads a row of headings together with the first rows below it; undefined if the table is not wide. */
export function readWideTable(titles: readonly string[], below: readonly (readonly string[])[]): WideTable | undefined {
  const read = readTitles(titles);
  // The row of `Min` and `Max` below the products is a second row of headings.
  if (readTitles(below[0] ?? []).titles.some(({ side }) => side !== undefined)) return undefined;
  return readDays(read, below) ?? readProducts(read, below);
}

function readDays(read: TitleFacts, below: readonly (readonly string[])[]): WideTable | undefined {
  const days = columnsOf(read.titles.filter(({ at, item }) => isDayTitle(item) && hasPrices(below, at)));
  const rowsAt = read.item ?? 0;
  const hasItems = below.some((cells) => /\p{L}/u.test(cells[rowsAt] ?? ''));
  if (!hasItems || !isFilled(days, below) || days.some(({ min }) => min === rowsAt)) return undefined;
  return wide(read, { columnsAre: 'days', rowsAt, columns: days, unitAt: read.unit });
}

function readProducts(read: TitleFacts, below: readonly (readonly string[])[]): WideTable | undefined {
  const rowsAt = typeof read.date === 'number' ? read.date : 0;
  const hasDays = read.date === rowsAt || below.some((cells) => isDayTitle(cells[rowsAt] ?? ''));
  const columns = columnsOf(
    read.titles.filter(({ at, kind, item }) => at !== rowsAt && kind !== '' && !isTotal(item) && hasPrices(below, at)),
  );
  if (!hasDays || !isFilled(columns, below) || columns.length < FEWEST_PRODUCTS) return undefined;
  return wide(read, { columnsAre: 'products', rowsAt, columns, unitAt: undefined });
}

/** Returns a column for each title without a bound, and for each pair of titles that differ only in the bound. */
function columnsOf(titles: TitleFacts['titles']): WideColumn[] {
  const columns = titles.flatMap(({ at, side, kind, item, unit }) => {
    if (side === undefined) return [{ of: item, min: at, max: at, unit: unit?.text ?? '' }];
    const [max, ...others] = titles.filter((one) => one.side === 'max' && one.kind === kind);
    if (side === 'max' || max === undefined || others.length > 0) return [];
    return [{ of: item, min: at, max: max.at, unit: unit?.text ?? max.unit?.text ?? '' }];
  });
  return columns.toSorted((one, other) => one.min - other.min);
}

/** True unless more than half of the filled cells have no figure: a wrong price, such as `9O`, is still a price. */
function hasPrices(below: readonly (readonly string[])[], at: number): boolean {
  const filled = below.map((cells) => cells[at] ?? '').filter((cell) => !isEmptyMark(cell));
  const figures = filled.filter((cell) => HAS_DIGIT.test(westernDigits(cell)) && !isDayTitle(cell));
  return figures.length * 2 >= filled.length;
}

function isFilled(columns: readonly WideColumn[], below: readonly (readonly string[])[]): boolean {
  return below.some((cells) => columns.some(({ min }) => isPrice(cells[min] ?? '')));
}

function wide(read: TitleFacts, table: Omit<WideTable, 'others' | 'width'>): WideTable {
  const used = new Set([table.rowsAt, table.unitAt, ...table.columns.flatMap(({ min, max }) => [min, max])]);
  return {
    ...table,
    others: read.others.filter(({ at }) => !used.has(at)),
    width: read.shown.findLastIndex((title) => title !== '') + 1,
  };
}
