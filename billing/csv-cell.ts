/**
 * Matches the beginning of a text that spreadsheets may read as a formula: one of four signs, also full-width, or a tab
 * or carriage return.
 */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/** Returns the text as a cell of a CSV file that a program reads: in quotes where needed, and otherwise as it is. */
export function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? quoted(text) : text;
}

/**
 * Returns the text as a cell of a CSV file that people open in a spreadsheet. An apostrophe prevents it from being read
 * as a formula.
 */
export function spreadsheetCell(text: string): string {
  return FORMULA.test(text) ? quoted(`'${text}`) : csvCell(text);
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
