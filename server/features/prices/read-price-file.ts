import type { MessageValues } from '#contract/messages/format-message.ts';
import { type ApiMessageKey, apiMessage } from '#contract/messages/message.ts';
import {
  type FoundHeadings,
  findOtherHeadings,
  HEADING_WITHIN,
  HeadingFinder,
  missingColumns,
  withUnitRow,
} from '#contract/price-file/find-headings.ts';
import type { Headings } from '#contract/price-file/headings.ts';
import { Refusal } from '#contract/refusals.ts';
import {
  DELIMITERS,
  firstLinesOf,
  LONGEST_TEXT,
  lineOfRecord,
  type Parsed,
  plainText,
  readRecords,
} from '../imports/read-table.ts';
import type { PriceLine } from './price-line.ts';
import { WideLines } from './read-wide-lines.ts';

export interface TextLine {
  line: number;
  text: string;
}

export interface PriceFile {
  lines: PriceLine[];
  /** The lines above the headings. */
  above: TextLine[];
  repeatedHeadings: number[];
  /** True if the table has a column for each product or day. A row then becomes several lines with its number. */
  isWide: boolean;
}

const MOST_LINES = 200_000;
const NAMED_DELIMITER = /^\s*"?sep=(.)"?[^\n]*\n/i;

/** Reads a price file in slices, so that other requests are served in between. */
export async function readPriceFile(csv: string): Promise<PriceFile> {
  const text = plainText(csv);
  const table = new TableReader();
  await readRecords(text, findDelimiter(text), (parsed) => table.add(parsed));
  return table.end();
}

class TableReader {
  readonly #file: PriceFile = { lines: [], above: [], repeatedHeadings: [], isWide: false };
  /** The rows up to the headings. */
  readonly #above: { parsed: Parsed; cells: string[] }[] = [];
  readonly #finder = new HeadingFinder();
  #found: FoundHeadings | undefined;
  #wide: WideLines | undefined;
  #headingCells: readonly string[] = [];
  #lastRow: readonly string[] = [];

  add(parsed: Parsed): void {
    const cells = parsed.record.map((cell) => cell.replace(/^\uFEFF/, '').trim());
    if (this.#wide) this.#addWide(parsed, cells, this.#wide);
    else if (this.#found) this.#addLine(parsed, cells, this.#found);
    else this.#addAbove(parsed, cells);
  }

  end(): PriceFile {
    if (!this.#found && !this.#wide) this.#findOthers();
    return this.#file;
  }

  #addLine(parsed: Parsed, cells: string[], { headings }: FoundHeadings): void {
    if (isHxl(cells) || this.#isUnitRow(cells)) return;
    if (this.#isHeadingAgain(cells)) this.#file.repeatedHeadings.push(lineOfRecord(parsed));
    else this.#push(toLine(parsed, repeatAbove(cells, this.#file.lines.at(-1), headings), headings));
  }

  #addWide(parsed: Parsed, cells: string[], wide: WideLines): void {
    const line = lineOfRecord(parsed);
    if (isHxl(cells)) return;
    if (isSameRow(cells, this.#headingCells)) this.#file.repeatedHeadings.push(line);
    else {
      const isDitto = (cell: string, at: number) => at === wide.itemsAt && DITTO.test(cell);
      this.#lastRow = cells.map((cell, at) => (isDitto(cell, at) ? (this.#lastRow[at] ?? '') : cell));
      this.#push(...wide.linesOf({ line, text: parsed.raw.trim().slice(0, LONGEST_TEXT), cells: this.#lastRow }));
    }
  }

  #push(...lines: PriceLine[]): void {
    if (this.#file.lines.length + lines.length > MOST_LINES)
      throw refuse('refusals.bad_csv.too_long', { max: MOST_LINES });
    this.#file.lines.push(...lines);
  }

  #addAbove(parsed: Parsed, cells: string[]): void {
    this.#found = this.#finder.add(cells);
    this.#above.push({ parsed, cells });
    if (this.#found) this.#begin(this.#above.length - 1, this.#found.rows);
    else if (this.#above.length === HEADING_WITHIN) this.#findOthers();
  }

  /** Looks for other headings in the rows so far, and reads those below them again. */
  #findOthers(): void {
    const rows = this.#above.map(({ cells }) => cells);
    const other = findOtherHeadings(rows);
    if (!other) throw refuseColumns(rows);
    if ('wide' in other) {
      this.#wide = new WideLines(other.wide);
      this.#file.isWide = true;
    } else this.#found = other;
    this.#begin(other.at, other.rows);
    for (const { parsed } of this.#above.slice(other.at + 1)) this.add(parsed);
  }

  #begin(at: number, rows: 1 | 2): void {
    this.#headingCells = this.#above[at]?.cells ?? [];
    const titles = this.#above.slice(0, at + 1 - rows);
    this.#file.above.push(
      ...titles.map(({ parsed, cells }) => ({
        line: lineOfRecord(parsed),
        text: cells.filter(Boolean).join(' ').slice(0, LONGEST_TEXT),
      })),
    );
  }

  #isUnitRow(cells: readonly string[]): boolean {
    const found = this.#found && this.#file.lines.length === 0 ? withUnitRow(this.#found, cells) : undefined;
    if (found) this.#found = found;
    return found !== undefined;
  }

  #isHeadingAgain(cells: string[]): boolean {
    const mayBe = cells.every((cell, at) => cell === this.#headingCells[at] || !/\d/.test(cell));
    const again = mayBe ? new HeadingFinder().add(cells) : undefined;
    if (again) this.#found = again;
    return again !== undefined || isSameRow(cells, this.#headingCells);
  }
}

function isSameRow(cells: readonly string[], other: readonly string[]): boolean {
  return cells.length === other.length && cells.every((cell, at) => cell === other[at]);
}

const DITTO = /^(?:〃|″|”|''|-?(?:do|ditto)\.?-?)$/i;

/**
 * Replaces ditto marks with the cell above. Columns of days and prices are excluded: days are carried down separately
 * and reported.
 */
function repeatAbove(cells: string[], last: PriceLine | undefined, { date, pairs }: Headings): string[] {
  if (!last || !cells.some((cell) => DITTO.test(cell))) return cells;
  const priced = new Set([date, ...pairs.flatMap(({ min, max }) => [min, max])]);
  return cells.map((cell, at) => (DITTO.test(cell) && !priced.has(at) ? (last.cells[at] ?? '') : cell));
}

/**
 * Returns true for a row of tags of the Humanitarian Exchange Language (HXL), which describe each column again below
 * the headings.
 */
function isHxl(cells: readonly string[]): boolean {
  const filled = cells.filter(Boolean);
  return filled.length > 1 && filled.every((cell) => /^#[a-z]/i.test(cell));
}

function refuse(key: ApiMessageKey, values: MessageValues = {}): Refusal {
  return new Refusal('bad_csv', { message: apiMessage(key, values) });
}

/** Returns the refusal of a table whose columns are not known. */
export function refuseColumns(above: readonly (readonly string[])[]): Refusal {
  if (above.some((cells) => SQL.test(cells.join(' ')))) return refuse('refusals.bad_csv.sql');
  const details = missingColumns(above).map((column) => ({
    field: 'csv',
    message: apiMessage('refusals.bad_csv.column', { column }),
  }));
  return new Refusal('bad_csv', { details });
}

const SQL = /-- (MySQL|MariaDB|phpMyAdmin|PostgreSQL)|\b(CREATE TABLE|INSERT INTO|SET SQL_MODE)\b/;

function findDelimiter(text: string): string {
  const named = NAMED_DELIMITER.exec(text)?.[1];
  if (named !== undefined) return named;
  const lines = firstLinesOf(text, HEADING_WITHIN);
  const fits = (delimiter: string) => {
    const finder = new HeadingFinder();
    return lines.some((line) => finder.add(line.split(delimiter)) !== undefined);
  };
  const fitsOther = (delimiter: string) => findOtherHeadings(lines.map((line) => line.split(delimiter))) !== undefined;
  return DELIMITERS.find(fits) ?? DELIMITERS.find(fitsOther) ?? ',';
}

function toLine(parsed: Parsed, cells: readonly string[], headings: Headings): PriceLine {
  const at = cells.findLastIndex((cell) => cell !== '');
  const isLone = at >= 0 && cells.findIndex((cell) => cell !== '') === at;
  return {
    line: lineOfRecord(parsed),
    text: parsed.raw.trim().slice(0, LONGEST_TEXT),
    cells,
    headings,
    hasWrongWidth: cells.length < headings.width || at >= headings.width,
    lone: isLone ? { at, text: cells[at] ?? '' } : undefined,
  };
}
