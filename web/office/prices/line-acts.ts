import type { RefObject } from 'react';
import { cellUnder, focusCell, shownLines } from './cells.ts';
import type { Sheet } from './sheet.ts';
import { EMPTY, type Entry, entryOf, NOT_AVAILABLE, type Side } from './sheet-line.ts';
import { lineFrom } from './sheet-moves.ts';

/** A figure and a dash behind it: the first half of `120-150`. */
const BEGUN_RANGE = /^\s*([\d.,]+)\s*-$/;

/** What one can do in a line; the same functions for all lines, so that none of them is drawn anew because of another. */
export interface LineActs {
  /** Takes what stands in a cell now; `.` and `-` are commands and no text. */
  type: (id: number, side: Side, text: string) => void;
  takeLast: (id: number) => void;
  markNotAvailable: (id: number) => void;
}

/** The acts of a sheet in its form. `home` is the column that one goes down in. */
export function lineActs(
  sheet: Sheet,
  form: RefObject<HTMLFormElement | null>,
  home: RefObject<Side>,
  say: (message: string) => void,
): LineActs {
  const goDown = (id: number) => {
    const next = lineFrom(shownLines(form.current), id, 1);
    // Only from a cell: who presses the button of a line with a finger is not typing.
    const isInCell = cellUnder(document.activeElement)?.id === id;
    if (isInCell && next !== undefined && next !== id) focusCell(form.current, { id: next, side: home.current });
  };
  const takeLast = (id: number) => {
    const { line } = sheet.row(id);
    if (!line.last) return say(`${line.name} has no earlier price to take.`);
    sheet.type(id, entryOf(line.last));
    goDown(id);
  };
  const markNotAvailable = (id: number) => {
    sheet.type(id, NOT_AVAILABLE);
    goDown(id);
  };
  const type = (id: number, side: Side, text: string) => {
    const { entry } = sheet.row(id);
    const before: Entry = entry.isNotAvailable ? EMPTY : entry;
    const minimum = side === 'min' ? BEGUN_RANGE.exec(text)?.[1] : undefined;
    if (text === '.' || text === ',') takeLast(id);
    // Who writes a pair as it is read, 120-150, means the maximum next, and no other line.
    else if (minimum !== undefined) {
      sheet.type(id, { ...before, min: minimum });
      focusCell(form.current, { id, side: 'max' });
      home.current = 'min';
    }
    // No price is below 0, so that the sign is free to say something else.
    else if (text.includes('-')) markNotAvailable(id);
    else sheet.type(id, { ...before, [side]: text });
  };
  return { type, takeLast, markNotAvailable };
}
