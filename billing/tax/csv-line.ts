import { csvCell } from '../csv-cell.ts';

/** Lines of the CSV files for the tax office: ASCII, CRLF, quotes only where needed (docs/rules.md, Tax documents). */

const LINE_END = '\r\n';
const PRINTABLE = /^[\x20-\x7e]*$/;

/** Returns the text of a file: the header and the rows, each line ending in CRLF. */
export function writeCsv(header: string, rows: readonly (readonly string[])[]): string {
  return [header, ...rows.map((cells) => cells.map(csvCell).join(','))].map((line) => line + LINE_END).join('');
}

/**
 * Returns a text as a cell: on one line, without accents, with `?` for every other character outside ASCII. A leading
 * `=`, `+`, `-` or `@` is removed, because a spreadsheet would read the cell as a formula.
 */
export function csvText(text: string): string {
  const ascii = text
    .normalize('NFKD')
    .replaceAll(/\p{M}|\p{Cf}/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(/[^\x20-\x7e]/gu, '?');
  return ascii.replace(/^[\s=+@-]+/, '').trimEnd();
}

/** Returns true for a text of printable ASCII characters, in which csvText replaces nothing with `?`. */
export function isAsciiText(text: string): boolean {
  return PRINTABLE.test(text);
}
