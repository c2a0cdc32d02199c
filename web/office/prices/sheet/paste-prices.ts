import { EMPTY, type Entry, NOT_AVAILABLE, readPrice, type SheetLine, type Side } from '../read-price.ts';

/** Where a paste lands: the lines from the current one on, the column, and what the cells hold now. */
export interface PasteTarget {
  lines: readonly SheetLine[];
  side: Side;
  entryOf: (id: number) => Entry;
  /** The line that a name means, anywhere on the sheet. */
  findLine: (name: string) => SheetLine | undefined;
}

/** What a paste does to the sheet, and what of it found no place. */
export interface Paste {
  entries: ReadonlyMap<number, Entry>;
  /** Names that no line of the sheet has. */
  unknown: readonly string[];
  /** Lines beyond the end of the sheet. */
  left: number;
}

/**
 * Reads what a spreadsheet puts on the clipboard. One column fills the column it is pasted into, two fill minimum and
 * maximum, both from the current line down; more are a name with its two prices last, wherever that name stands. `-` says
 * not available; a line without a price leaves its line as it is.
 */
export function readPaste(text: string, target: PasteTarget): Paste {
  const rows = withoutEmptyColumns(text.replace(/[\r\n]+$/, '').split(/\r\n|\n|\r/));
  const width = rows[0]?.length ?? 0;
  const body = rows.length > 1 && rows[0]?.every(isHeading) ? rows.slice(1) : rows;
  return width > 2 ? placeByName(body, target) : placeInOrder(body, width, target);
}

function placeInOrder(rows: readonly string[][], width: number, { lines, side, entryOf }: PasteTarget): Paste {
  const entries = new Map<number, Entry>();
  for (const [at, row] of rows.entries()) {
    const line = lines[at];
    if (!line || row.every((cell) => cell === '')) continue;
    const before = entryOf(line.id);
    const [first = '', second = ''] = row;
    if (row.some(isDash)) entries.set(line.id, NOT_AVAILABLE);
    else if (width === 1) entries.set(line.id, { ...before, isNotAvailable: false, [side]: first });
    else entries.set(line.id, { ...EMPTY, min: first, max: second });
  }
  return { entries, unknown: [], left: Math.max(0, rows.length - lines.length) };
}

function placeByName(rows: readonly string[][], { findLine }: PasteTarget): Paste {
  const entries = new Map<number, Entry>();
  const unknown: string[] = [];
  for (const row of rows) {
    const [min = '', max = ''] = row.slice(-2);
    const words = row.slice(0, -2).filter((cell) => cell !== '');
    if (words.length === 0 || !(mayBePrice(min) || mayBePrice(max))) continue;
    const line = words.map(findLine).find((found) => found !== undefined);
    if (!line) unknown.push(words.find((word) => !isPrice(word)) ?? words.join(' '));
    else entries.set(line.id, isDash(min) || isDash(max) ? NOT_AVAILABLE : { ...EMPTY, min, max });
  }
  return { entries, unknown, left: 0 };
}

const CURRENCY = /^(rs\.?|lkr)\s*|\s*\/[=-]$/gi;
const DASH = /^([-–—]+|n\/?a)$/i;

/** A cell of the clipboard, without the currency and the quotation marks that a price list may have around a figure. */
function cleanCell(cell: string): string {
  return cell
    .replaceAll('\u00a0', ' ')
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll(CURRENCY, '')
    .trim();
}

function isDash(cell: string): boolean {
  return DASH.test(cell);
}

/** A heading is recognised by its words: a cell that merely is no price must not move all others up by one line. */
function isHeading(cell: string): boolean {
  return /min|max|low|high|price|අවම|උපරිම|குறைந்த|கூடிய/i.test(cell) && !/\d/.test(cell);
}

function mayBePrice(cell: string): boolean {
  return isDash(cell) || /\d/.test(cell);
}

function isPrice(cell: string): boolean {
  return isDash(cell) || readPrice(cell).kind === 'price';
}

/** The cells of each line, all lines equally wide, without the columns that are empty from top to bottom. */
function withoutEmptyColumns(lines: readonly string[]): string[][] {
  const rows = lines.map((line) => line.split('\t').map(cleanCell));
  const width = Math.max(...rows.map((row) => row.length));
  const kept = Array.from({ length: width }, (_, column) => column).filter((column) => rows.some((row) => row[column]));
  return rows.map((row) => kept.map((column) => row[column] ?? ''));
}

/** What a paste did, in a sentence or two. */
export function describePaste({ entries, unknown, left }: Paste): string {
  const lines = (count: number) => `${count} ${count === 1 ? 'line' : 'lines'}`;
  const shown = unknown.slice(0, 5).join(', ');
  const more = unknown.length > 5 ? ` and ${unknown.length - 5} more` : '';
  return [
    `${lines(entries.size)} pasted.`,
    unknown.length > 0 && `Not on the sheet: ${shown}${more}.`,
    left > 0 && `${lines(left)} found no place below.`,
  ]
    .filter(Boolean)
    .join(' ');
}
