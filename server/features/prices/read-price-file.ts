import type { MessageValues } from '#contract/messages/format-message.ts';
import { type ApiMessageKey, apiMessage } from '#contract/messages/message.ts';
import {
  type FoundHeadings,
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

export interface PriceLine {
  line: number;
  text: string;
  cells: readonly string[];
  headings: Headings;
  hasWrongWidth: boolean;
  lone: { at: number; text: string } | undefined;
}

export interface TextLine {
  line: number;
  text: string;
}

export interface PriceFile {
  lines: PriceLine[];
  /** The lines above the headings. */
  above: TextLine[];
  repeatedHeadings: number[];
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
  readonly #file: PriceFile = { lines: [], above: [], repeatedHeadings: [] };
  readonly #above: string[][] = [];
  readonly #finder = new HeadingFinder();
  #found: FoundHeadings | undefined;
  #headingCells: readonly string[] = [];

  add(parsed: Parsed): void {
    const cells = parsed.record.map((cell) => cell.replace(/^\uFEFF/, '').trim());
    const { lines } = this.#file;
    if (!this.#found) this.#addAbove(cells, lineOfRecord(parsed));
    else if (lines.length === MOST_LINES) throw refuse('refusals.bad_csv.too_long', { max: MOST_LINES });
    else if (isHxl(cells) || this.#isUnitRow(cells)) return;
    else if (this.#isHeadingAgain(cells)) this.#file.repeatedHeadings.push(lineOfRecord(parsed));
    else lines.push(toLine(parsed, repeatAbove(cells, lines.at(-1), this.#found.headings), this.#found.headings));
  }

  end(): PriceFile {
    if (!this.#found) throw refuseColumns(this.#above);
    return this.#file;
  }

  #addAbove(cells: string[], line: number): void {
    this.#found = this.#finder.add(cells);
    this.#above.push(cells);
    this.#headingCells = cells;
    if (this.#found?.rows === 2) this.#file.above.pop();
    else if (!this.#found)
      this.#file.above.push({ line, text: cells.filter(Boolean).join(' ').slice(0, LONGEST_TEXT) });
    if (!this.#found && this.#above.length === HEADING_WITHIN) throw refuseColumns(this.#above);
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
    return again !== undefined;
  }
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

function refuseColumns(above: readonly string[][]): Refusal {
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
  return DELIMITERS.find(fits) ?? ',';
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
