import { t } from '#web/i18n/t.ts';
import {
  EMPTY,
  type Entry,
  entryOf,
  isLastMark,
  NOT_AVAILABLE,
  readPrice,
  readRange,
  type SheetLine,
  type Side,
} from '../read-price.ts';

export interface PasteTarget {
  lines: readonly SheetLine[];
  side: Side;
  enteredIn: (id: number) => Entry;
  findLine: (name: string) => SheetLine | undefined;
}

export interface Paste {
  entries: ReadonlyMap<number, Entry>;
  unknown: readonly string[];
  left: number;
}

/**
 * One column fills the current column, two fill minimum and maximum, from the current line down. More columns are a
 * name with its two prices last. `-` is not available, `.` the last price, `120-150` both.
 */
export function readPaste(text: string, target: PasteTarget): Paste {
  const rows = withoutEmptyColumns(text.replace(/[\r\n]+$/, '').split(/\r\n|\n|\r/));
  const width = rows[0]?.length ?? 0;
  const body = rows.length > 1 && rows[0]?.every(isHeading) ? rows.slice(1) : rows;
  return width > 2 ? placeByName(body, target) : placeInOrder(body, width, target);
}

function placeInOrder(rows: readonly string[][], width: number, { lines, side, enteredIn }: PasteTarget): Paste {
  const entries = new Map<number, Entry>();
  for (const [at, row] of rows.entries()) {
    const line = lines[at];
    if (!line || row.every((cell) => cell === '')) continue;
    const before = enteredIn(line.id);
    const [first = '', second = ''] = row;
    const range = readRange(first);
    if (row.some(isDash)) entries.set(line.id, NOT_AVAILABLE);
    else if (row.some(isLastMark) && line.last) entries.set(line.id, entryOf(line.last));
    else if (width === 1 && range) entries.set(line.id, { ...EMPTY, ...range });
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

function cleanCell(cell: string): string {
  return cell
    .replaceAll('\u00a0', ' ')
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll(CURRENCY, '')
    .trim();
}

/** `150-` is a typing error. */
export function isDash(cell: string): boolean {
  return DASH.test(cell.trim());
}

/** Only words make a heading: a cell without a price must not move the others up. */
function isHeading(cell: string): boolean {
  return /min|max|low|high|price|අවම|උපරිම|අඩුම|වැඩිම|මිල|குறைந்த|கூடிய|விலை|இழிவு|உச்ச/i.test(cell) && !/\d/.test(cell);
}

function mayBePrice(cell: string): boolean {
  return isDash(cell) || /\d/.test(cell);
}

function isPrice(cell: string): boolean {
  return isDash(cell) || readPrice(cell).kind === 'price';
}

function withoutEmptyColumns(lines: readonly string[]): string[][] {
  const rows = lines.map((line) => line.split('\t').map(cleanCell));
  const width = Math.max(...rows.map((row) => row.length));
  const kept = Array.from({ length: width }, (_, column) => column).filter((column) => rows.some((row) => row[column]));
  return rows.map((row) => kept.map((column) => row[column] ?? ''));
}

const MAX_NAMES = 5;

export function describePaste({ entries, unknown, left }: Paste): string {
  const values = { names: unknown.slice(0, MAX_NAMES).join(', '), count: unknown.length - MAX_NAMES };
  return [
    t('prices.paste.done', { count: entries.size }),
    unknown.length > 0 && t(values.count > 0 ? 'prices.paste.unknownMore' : 'prices.paste.unknown', values),
    left > 0 && t('prices.paste.noPlace', { count: left }),
  ]
    .filter(Boolean)
    .join(' ');
}
