import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, type RefObject, useMemo, useRef } from 'react';
import { t } from '#web/i18n/t.ts';
import {
  EMPTY,
  type Entry,
  entryOf,
  isLastMark,
  lineName,
  NOT_AVAILABLE,
  readRange,
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
import { describePaste, isDash, readPaste } from './paste-prices.ts';
import type { Sheet } from './store-sheet.ts';
import { lineFinder } from './use-find-line.ts';

interface Place {
  sheet: Sheet;
  form: RefObject<HTMLFormElement | null>;
  find: () => void;
  say: (message: string) => void;
  isLocked: boolean;
}

/** The line that the focus came to by itself, because the line above was full with one key. */
interface Arrival {
  id: number;
  isPressed: boolean;
}

const MODIFIERS = /^(Shift|Control|Alt|Meta|AltGraph|CapsLock|NumLock)$/;

/**
 * After the sheet moved down by itself, Enter and the arrow mean that step, so that all ways of filling a line are
 * alike. A second press skips the line.
 */
function isMadeAlready(arrival: Arrival, { key, repeat, shiftKey }: KeyboardEvent): boolean {
  if ((key !== 'Enter' && key !== 'ArrowDown') || shiftKey || (arrival.isPressed && !repeat)) return false;
  arrival.isPressed = true;
  return true;
}

export function useSheetCells({ sheet, form, find, say, isLocked }: Place) {
  /** The column in which Enter goes down: the one before Tab led to the maximum. */
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

/** The first half of `120-150`. */
const BEGUN_RANGE = /^\s*([\d.,]+)\s*[-–—]$/;

/** The same functions for all lines, so that no line re-renders because of another. */
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
    const range = readRange(text);
    if (isLastMark(text)) takeLast(id);
    // `120-150`: the maximum follows in the same line.
    else if (minimum !== undefined) {
      sheet.type(id, { ...before, min: minimum });
      focusCell(form.current, { id, side: 'max' });
      home.current = 'min';
    } else if (range) sheet.type(id, { ...EMPTY, ...range });
    else if (isDash(text)) markNotAvailable(id);
    else sheet.type(id, { ...before, [side]: text });
  };
  const takeStored = (id: number) => {
    sheet.type(id, entryOf(sheet.row(id).line.current));
    focusCell(form.current, { id, side: 'min' });
  };
  return { type, takeLast, markNotAvailable, takeStored };
}
