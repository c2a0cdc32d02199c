import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, type RefObject, useMemo, useRef } from 'react';
import { rangeOfCell } from '#contract/amount-text.ts';
import { isEmptyMark } from '#contract/empty-marks.ts';
import { t } from '#web/i18n/t.ts';
import {
  EMPTY,
  type Entry,
  entryOf,
  isLastMark,
  lineName,
  NOT_AVAILABLE,
  readPrice,
  type SheetLine,
  type Side,
} from '../read-price.ts';
import {
  type Cell,
  type Command,
  cellUnder,
  commandOf,
  focusCell,
  lineFrom,
  shownLines,
} from './move-between-cells.ts';
import type { Sheet } from './store-sheet.ts';
import { lineFinder } from './use-find-line.ts';

interface Place {
  sheet: Sheet;
  form: RefObject<HTMLFormElement | null>;
  find: () => void;
  say: (message: string) => void;
  isLocked: boolean;
}

/** The line to which the focus moved automatically, because one key filled the line above. */
interface Arrival {
  id: number;
  isPressed: boolean;
}

const MODIFIERS = /^(Shift|Control|Alt|Meta|AltGraph|CapsLock|NumLock)$/;

/**
 * Returns true for Enter or the down arrow pressed just after the focus moved down automatically. That key press is
 * ignored, so that users can end every line with the same key. A second press moves on to the next line.
 */
function isMadeAlready(arrival: Arrival, { key, repeat, shiftKey }: KeyboardEvent): boolean {
  if ((key !== 'Enter' && key !== 'ArrowDown') || shiftKey || (arrival.isPressed && !repeat)) return false;
  arrival.isPressed = true;
  return true;
}

export function useSheetCells({ sheet, form, find, say, isLocked }: Place) {
  /**
   * The column in which Enter moves down: the one in which the user began the line, even after Tab has moved to the
   * maximum.
   */
  const home = useRef<Side>('min');
  const isTabbing = useRef(false);
  const current = useRef<number>(undefined);
  const arrived = useRef<Arrival>(undefined);
  const acts = useMemo(() => lineActs(sheet, { form, home, arrived, say }), [sheet, form, say]);

  const run = (command: Command, cell: Cell) => {
    if (command.act === 'find') return find();
    if (command.act === 'restore') return sheet.restore(cell.id);
    const id = lineFrom(shownLines(form.current), cell.id, command.lines);
    const isElsewhere = id !== cell.id || command.lines === 0;
    const side = command.side === 'home' ? home.current : command.side;
    if (id !== undefined && isElsewhere) focusCell(form.current, { id, side });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    const cell = cellUnder(event.target);
    if (!cell || event.nativeEvent.isComposing) return;
    isTabbing.current = event.key === 'Tab' && !event.shiftKey && cell.side === 'min';
    if (isUndo(event)) {
      event.preventDefault();
      const id = isLocked ? undefined : sheet.undo();
      if (id !== undefined && id !== cell.id) focusCell(form.current, { ...cell, id });
      return;
    }
    const press = pressOf(event);
    const command = commandOf(press, cell.side);
    const isMade = arrived.current?.id === cell.id && isMadeAlready(arrived.current, event);
    if (!isMade && !MODIFIERS.test(event.key)) arrived.current = undefined;
    if (!command) return;
    event.preventDefault();
    if (!isMade) run(command, cell);
  };

  const onFocus = (event: FocusEvent<HTMLFormElement>) => {
    const cell = cellUnder(event.target);
    if (!cell) return;
    current.current = cell.id;
    if (arrived.current?.id !== cell.id) arrived.current = undefined;
    say('');
    if (!isTabbing.current) home.current = cell.side;
    isTabbing.current = false;
    inputOf(event).select();
  };

  const onBlur = (event: FocusEvent<HTMLFormElement>) => {
    const cell = cellUnder(event.target);
    if (cell && cellUnder(event.relatedTarget)?.id !== cell.id) sheet.leave(cell.id);
  };

  const onPaste = (event: ClipboardEvent<HTMLFormElement>) => {
    const cell = cellUnder(event.target);
    if (!cell || isLocked) return;
    event.preventDefault();
    const done = paste(sheet, cell, {
      shown: shownLines(form.current),
      text: event.clipboardData.getData('text/plain'),
    });
    if (done !== undefined) say(done);
  };

  return { acts, current, listeners: { onKeyDown, onFocus, onBlur, onPaste } };
}

function paste(
  sheet: Sheet,
  cell: Cell,
  { shown, text }: { shown: readonly number[]; text: string },
): string | undefined {
  const pasted = readPaste(text, {
    lines: shown.slice(shown.indexOf(cell.id)).map((id) => sheet.row(id).line),
    side: cell.side,
    enteredIn: (id) => sheet.row(id).entry,
    findLine: lineFinder(sheet.rows().map(({ line }) => line)),
  });
  const entry = pasted.entries.get(cell.id);
  const isOneFigure = !/[\t\r\n]/.test(text.trim());
  if (isOneFigure && entry) {
    sheet.type(cell.id, entry);
    return undefined;
  }
  sheet.fill(pasted.entries);
  return [describePaste(pasted), t('prices.paste.undo')].join(' ');
}

function isUndo(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z';
}

function inputOf(event: { target: EventTarget }): HTMLInputElement {
  return event.target as HTMLInputElement;
}

function pressOf(event: KeyboardEvent) {
  const { selectionStart: start, selectionEnd: end, value } = inputOf(event);
  const isAllMarked = start === 0 && end === value.length;
  return {
    key: event.key,
    hasModifier: event.ctrlKey || event.metaKey || event.altKey,
    hasShift: event.shiftKey,
    isAtStart: isAllMarked || (start === 0 && end === 0),
    isAtEnd: isAllMarked || (start === value.length && end === value.length),
  };
}

/** Matches the first half of `120-150`. */
const BEGUN_RANGE = /^\s*([\d.,]+)\s*[-–—]$/;

/** The handlers of all lines. They never change, so that a change to one line does not render the others again. */
export interface LineActs {
  type: (id: number, side: Side, text: string) => void;
  takeLast: (id: number) => void;
  markNotAvailable: (id: number) => void;
  takeStored: (id: number) => void;
}

interface LineActsOptions {
  form: RefObject<HTMLFormElement | null>;
  home: RefObject<Side>;
  arrived: RefObject<Arrival | undefined>;
  say: (message: string) => void;
}

function lineActs(sheet: Sheet, { form, home, arrived, say }: LineActsOptions): LineActs {
  const goDown = (id: number) => {
    const next = lineFrom(shownLines(form.current), id, 1);
    const isInCell = cellUnder(document.activeElement)?.id === id;
    if (!isInCell || next === undefined || next === id) return;
    arrived.current = { id: next, isPressed: false };
    focusCell(form.current, { id: next, side: home.current });
  };
  const takeLast = (id: number) => {
    const { line } = sheet.row(id);
    sheet.type(id, line.last ? entryOf(line.last) : { ...EMPTY, [home.current]: '.' });
    goDown(id);
    if (!line.last) say(t('prices.row.nothingToTake', { product: lineName(line) }));
  };
  const markNotAvailable = (id: number) => {
    sheet.type(id, NOT_AVAILABLE);
    goDown(id);
  };
  const type = (id: number, side: Side, text: string) => {
    arrived.current = undefined;
    const { entry } = sheet.row(id);
    const before: Entry = entry.isNotAvailable ? EMPTY : entry;
    const minimum = side === 'min' ? BEGUN_RANGE.exec(text)?.[1] : undefined;
    const range = rangeOfCell(text);
    if (isLastMark(text)) takeLast(id);
    // When the user types the dash of `120-150`, the focus moves to the maximum of the same line.
    else if (minimum !== undefined) {
      sheet.type(id, { ...before, min: minimum });
      focusCell(form.current, { id, side: 'max' });
      home.current = 'min';
    } else if (range) sheet.type(id, { ...EMPTY, ...range });
    else if (isMark(text)) markNotAvailable(id);
    else sheet.type(id, { ...before, [side]: text });
  };
  const takeStored = (id: number) => {
    sheet.type(id, entryOf(sheet.row(id).line.current));
    focusCell(form.current, { id, side: 'min' });
  };
  return { type, takeLast, markNotAvailable, takeStored };
}

interface PasteTarget {
  lines: readonly SheetLine[];
  side: Side;
  enteredIn: (id: number) => Entry;
  findLine: (name: string) => SheetLine | undefined;
}

interface Paste {
  entries: ReadonlyMap<number, Entry>;
  unknown: readonly string[];
  left: number;
}

/**
 * Reads pasted cells. One column fills the current column, two fill minimum and maximum, from the current line down. In
 * wider tables the first column is the name and the last two are its prices, or the last one if it is a range. In a cell
 * `-` means not available, `.` the last price, and `120-150` both prices.
 */
export function readPaste(text: string, target: PasteTarget): Paste {
  const rows = withoutEmptyColumns(text.replace(/[\r\n]+$/, '').split(/\r\n|\n|\r/));
  const width = rows[0]?.length ?? 0;
  const body = rows.length > 1 && rows[0]?.every(isHeading) ? rows.slice(1) : rows;
  return width > 2 || haveNames(body) ? placeByName(body, target) : placeInOrder(body, width, target);
}

/** True for two columns of which the first has no price and the second a range, such as `Beans` and `240 - 270`. */
function haveNames(rows: readonly string[][]): boolean {
  const isNamed = ([name = '', range = '']: string[]) => !mayBePrice(name) && rangeOfCell(range) !== undefined;
  return rows.some((row) => row.length === 2 && isNamed(row)) && rows.every(([name = '']) => !mayBePrice(name));
}

function placeInOrder(rows: readonly string[][], width: number, { lines, side, enteredIn }: PasteTarget): Paste {
  const entries = new Map<number, Entry>();
  for (const [at, row] of rows.entries()) {
    const line = lines[at];
    if (!line || row.every((cell) => cell === '')) continue;
    const before = enteredIn(line.id);
    const [first = '', second = ''] = row;
    const range = rangeOfCell(first);
    if (row.some(isMark)) entries.set(line.id, NOT_AVAILABLE);
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
    const range = rangeOfCell(row.at(-1) ?? '');
    const isOnlyMark = row.length === 2 && isMark(row[1] ?? '');
    const [min = '', max = ''] = range ? [range.min, range.max] : row.slice(-2);
    const words = row.slice(0, range || isOnlyMark ? -1 : -2).filter((cell) => cell !== '');
    if (words.length === 0 || !(mayBePrice(min) || mayBePrice(max))) continue;
    const line = words.map(findLine).find((found) => found !== undefined);
    if (!line) unknown.push(words.find((word) => !isPrice(word)) ?? words.join(' '));
    else entries.set(line.id, isMark(min) || isMark(max) ? NOT_AVAILABLE : { ...EMPTY, min, max });
  }
  return { entries, unknown, left: 0 };
}

const CURRENCY = /^(rs\.?|lkr)\s*|\s*\/[=-]$/gi;

function cleanCell(cell: string): string {
  return cell
    .replaceAll('\u00a0', ' ')
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll(CURRENCY, '')
    .trim();
}

/** Returns true for `-`; `150-` is a typing error. */
function isMark(cell: string): boolean {
  return cell.trim() !== '' && isEmptyMark(cell);
}

/**
 * Returns true for a cell that contains a word used in headings. A cell that merely has no price is not a heading: if
 * its row were dropped, the prices below it would move up a line.
 */
function isHeading(cell: string): boolean {
  return /min|max|low|high|price|අවම|උපරිම|අඩුම|වැඩිම|මිල|குறைந்த|கூடிய|விலை|இழிவு|உச்ச/i.test(cell) && !/\d/.test(cell);
}

function mayBePrice(cell: string): boolean {
  return isMark(cell) || /\d/.test(cell);
}

function isPrice(cell: string): boolean {
  return isMark(cell) || readPrice(cell).kind === 'price';
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
