import { csvCell } from '#billing/csv-cell.ts';
import { type SheetNote, UnreadableTable } from './unreadable-table.ts';

export interface Span {
  first: number;
  last: number;
}

/** The ditto mark put into the cells of a merged range below its first cell. */
const DITTO = '〃';
const MAX_TEXT = 11 * 1024 * 1024;
const MAX_COLUMN = 1000;
/** The number of empty rows or columns that ends the table. A cell behind them is a stray one. */
const EMPTY_ROWS = 1000;
const EMPTY_COLUMNS = 50;
const ROWS_FOR_HEADINGS = 20;

/** Collects the cells of a sheet, in the order of its rows, and writes them as CSV. */
export class SheetText {
  readonly #merges: ReadonlyMap<number, Span[]>;
  /** The filled rows. */
  readonly #rows: { row: number; cells: string[] }[] = [];
  readonly #hiddenRows = new Set<number>();
  readonly #hiddenColumns: Span[] = [];
  readonly #far: string[] = [];
  #cells: string[] = [];
  #row = 1;
  #size = 0;

  constructor(merges: ReadonlyMap<number, Span[]>) {
    this.#merges = merges;
  }

  hideRow(row: number): void {
    this.#hiddenRows.add(row);
  }

  hideColumns(span: Span): void {
    this.#hiddenColumns.push(span);
  }

  add(row: number, column: number, text: string): void {
    if (text === '') return;
    if (row < this.#row) throw new UnreadableTable('too-large');
    if (row > this.#row) this.#endRow(row);
    const last = this.#rows.at(-1)?.row ?? row;
    if (column > MAX_COLUMN || row - last > EMPTY_ROWS) this.#far.push(placeName(column, row));
    else this.#cells[column - 1] = text;
  }

  end(): { text: string; rows: string[][]; notes: SheetNote[] } {
    this.#endRow(this.#row + 1);
    const width = this.#widthOfTable();
    if (this.#size + this.#rows.length * width > MAX_TEXT) throw new UnreadableTable('too-large');
    const lines: string[] = [];
    for (const { row, cells } of this.#rows) {
      for (let at = width; at < cells.length; at += 1)
        if ((cells[at] ?? '') !== '') this.#far.push(placeName(at + 1, row));
      while (lines.length < row - 1) lines.push('');
      lines.push(Array.from({ length: width }, (_, at) => csvCell(cells[at] ?? '')).join(','));
    }
    const rows = this.#rows.slice(0, ROWS_FOR_HEADINGS).map(({ cells }) => cells.slice(0, width));
    return { text: lines.join('\n'), rows, notes: this.#notes(width) };
  }

  /** Returns the number of columns up to the first wide gap. */
  #widthOfTable(): number {
    const used = new Set(this.#rows.flatMap(({ cells }) => [...cells.keys()].filter((at) => cells[at])));
    let width = 0;
    for (const at of [...used].toSorted((one, other) => one - other)) {
      if (width > 0 && at - width >= EMPTY_COLUMNS) break;
      width = at + 1;
    }
    return width;
  }

  #notes(width: number): SheetNote[] {
    const rows = this.#rows.flatMap(({ row }) => (this.#hiddenRows.has(row) ? String(row) : []));
    const isHidden = (at: number) => this.#hiddenColumns.some(({ first, last }) => at >= first && at <= last);
    const isUsed = (at: number) => this.#rows.some(({ cells }) => (cells[at - 1] ?? '') !== '');
    const columns = Array.from({ length: width }, (_, at) => at + 1).filter((at) => isHidden(at) && isUsed(at));
    const notes: SheetNote[] = [
      { kind: 'hidden-rows', names: rows },
      { kind: 'hidden-columns', names: columns.map(columnName) },
      { kind: 'far-cells', names: this.#far },
    ];
    return notes.filter(({ names }) => names.length > 0);
  }

  #endRow(next: number): void {
    if (this.#cells.some((cell) => cell !== '')) {
      this.#merge();
      const cells = Array.from(this.#cells, (cell) => cell ?? '');
      this.#size += cells.reduce((size, cell) => size + cell.length, 0);
      if (this.#size > MAX_TEXT) throw new UnreadableTable('too-large');
      this.#rows.push({ row: this.#row, cells });
    }
    this.#cells = [];
    this.#row = next;
  }

  #merge(): void {
    for (const [column, merges] of this.#merges) {
      const covers = merges.some(({ first, last }) => this.#row > first && this.#row <= last);
      if (covers && column <= MAX_COLUMN) this.#cells[column - 1] ??= DITTO;
    }
  }
}

function columnName(column: number): string {
  const before = Math.floor((column - 1) / 26);
  return `${before > 0 ? columnName(before) : ''}${String.fromCharCode(65 + ((column - 1) % 26))}`;
}

function placeName(column: number, row: number): string {
  return `${columnName(column)}${row}`;
}
