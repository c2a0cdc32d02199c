import type { Headings } from '#contract/price-file/headings.ts';
import type { WideColumn, WideTable } from '#contract/price-file/wide-table.ts';
import { isTotal } from '#contract/total-words.ts';
import { LONGEST_TEXT } from '../imports/read-table.ts';
import type { PriceLine } from './price-line.ts';

/** The places of the cells that the lines of a wide table have; those of its other columns follow. */
const CELL = { date: 0, item: 1, unit: 2, min: 3, max: 4 } as const;
const FIRST_OTHER = 5;

/** The value of the only choice, because the columns of a wide table have the names of products or days. */
export const BOTH = 'both';

interface WideRow {
  line: number;
  text: string;
  cells: readonly string[];
}

/** Makes lines of the rows of a wide table: one for each filled cell of a product or a day. */
export class WideLines {
  readonly #table: WideTable;
  readonly #ofPairs: Headings;
  readonly #ofSingles: Headings;

  constructor(table: WideTable) {
    this.#table = table;
    const hasUnits = table.unitAt !== undefined || table.columns.some(({ unit }) => unit !== '');
    const shared = {
      date: CELL.date,
      item: CELL.item,
      unit: hasUnits ? CELL.unit : undefined,
      others: table.others.map((other, at) => ({ ...other, at: FIRST_OTHER + at })),
      width: FIRST_OTHER + table.others.length,
    };
    const pair = { title: BOTH, unit: undefined, min: CELL.min };
    this.#ofPairs = { ...shared, pairs: [{ ...pair, max: CELL.max }], isDoubtful: false };
    this.#ofSingles = { ...shared, pairs: [{ ...pair, max: CELL.min }], isDoubtful: true };
  }

  /** The column of the products; undefined if they are in the headings. */
  get itemsAt(): number | undefined {
    return this.#table.columnsAre === 'days' ? this.#table.rowsAt : undefined;
  }

  linesOf({ line, text, cells }: WideRow): PriceLine[] {
    const { columns, columnsAre, rowsAt, width } = this.#table;
    const date = columnsAre === 'days' ? (columns[0]?.of ?? '') : (cells[rowsAt] ?? '');
    const whole = { line, text, headings: this.#ofSingles, lone: undefined };
    if (cells.length < width || cells.findLastIndex((cell) => cell !== '') >= width)
      return [{ ...whole, cells: [date], hasWrongWidth: true }];
    const first = cells.find((cell) => cell !== '') ?? '';
    if (isTotal(first)) return [{ ...whole, cells: [date, first], hasWrongWidth: false }];
    const filled = columns.filter(({ min, max }) => cells[min] !== '' || cells[max] !== '');
    return filled.map((column) => ({
      line,
      text: textOf(column, { of: cells[rowsAt] ?? '', cells }),
      cells: this.#cellsOf(cells[rowsAt] ?? '', cells, column),
      headings: column.min === column.max ? this.#ofSingles : this.#ofPairs,
      hasWrongWidth: false,
      lone: undefined,
    }));
  }

  #cellsOf(of: string, cells: readonly string[], column: WideColumn): string[] {
    const { columnsAre, unitAt, others } = this.#table;
    const named = columnsAre === 'days' ? [column.of, of] : [of, column.of];
    const cellAt = (at: number | undefined) => (at === undefined ? '' : (cells[at] ?? ''));
    const unit = unitAt === undefined ? column.unit : cellAt(unitAt);
    return [...named, unit, cellAt(column.min), cellAt(column.max), ...others.map(({ at }) => cellAt(at))];
  }
}

function textOf({ of, min, max }: WideColumn, row: { of: string; cells: readonly string[] }): string {
  const prices = min === max ? [row.cells[min]] : [row.cells[min], row.cells[max]];
  return `${row.of}, ${of}: ${prices.join(' – ')}`.slice(0, LONGEST_TEXT);
}
