import type { Side } from '../read-price.ts';

/** One of the two cells of a line. */
export interface Cell {
  id: number;
  side: Side;
}

/** A key pressed in a cell, as far as the sheet cares. */
export interface Press {
  key: string;
  hasModifier: boolean;
  /** The caret stands before or behind all of the text, or all of it is marked. */
  isAtStart: boolean;
  isAtEnd: boolean;
}

/** What a key does: nothing special is undefined, and then the browser does what it always does. */
export type Command = { act: 'go'; lines: number; side: Side | 'home' } | { act: 'restore' } | { act: 'find' };

const PAGE = 10;

/**
 * The keys of the sheet. Arrows move between cells, sideways only from the edge of the text; Enter goes down to the column
 * one began in (`home`); Escape puts the line back; `/` leads to the search. Tab is left to the browser, for the cells
 * follow each other in its order already.
 */
export function commandOf({ key, hasModifier, isAtStart, isAtEnd }: Press, side: Side): Command | undefined {
  if (hasModifier) return undefined;
  if (key === 'ArrowDown') return { act: 'go', lines: 1, side };
  if (key === 'ArrowUp') return { act: 'go', lines: -1, side };
  if (key === 'PageDown') return { act: 'go', lines: PAGE, side };
  if (key === 'PageUp') return { act: 'go', lines: -PAGE, side };
  if (key === 'Enter') return { act: 'go', lines: 1, side: 'home' };
  if (key === 'ArrowLeft' && side === 'max' && isAtStart) return { act: 'go', lines: 0, side: 'min' };
  if (key === 'ArrowRight' && side === 'min' && isAtEnd) return { act: 'go', lines: 0, side: 'max' };
  if (key === 'Escape') return { act: 'restore' };
  // Not behind a figure: `90/-` is a price.
  if (key === '/' && isAtStart && isAtEnd) return { act: 'find' };
  return undefined;
}

/** The line so many lines further, never beyond the first or the last one shown. */
export function lineFrom(ids: readonly number[], id: number, lines: number): number | undefined {
  const at = ids.indexOf(id);
  return ids[Math.min(ids.length - 1, Math.max(0, at + lines))];
}

/** The next line after this one, around the end, for which something holds. */
export function nextWhere(ids: readonly number[], after: number | undefined, holds: (id: number) => boolean) {
  const at = after === undefined ? -1 : ids.indexOf(after);
  return [...ids.slice(at + 1), ...ids.slice(0, at + 1)].find(holds);
}

/** Ways between the sheet's data and its cells on the screen: rows carry `data-line`, inputs `data-cell`. */

/** The lines on the screen, from top to bottom: those that the search leaves. */
export function shownLines(form: HTMLFormElement | null): number[] {
  return [...(form?.querySelectorAll<HTMLElement>('[data-line]') ?? [])].map(({ dataset }) => Number(dataset.line));
}

/** Puts the focus into a cell, if it is on the screen. */
export function focusCell(form: HTMLFormElement | null, { id, side }: Cell): void {
  form?.querySelector<HTMLInputElement>(`[data-line="${id}"] [data-cell="${side}"]`)?.focus();
}

/** The cell that an element is; undefined for anything else. */
export function cellUnder(element: EventTarget | null): Cell | undefined {
  if (!(element instanceof HTMLInputElement) || element.dataset.cell === undefined) return undefined;
  const id = Number(element.closest<HTMLElement>('[data-line]')?.dataset.line);
  return { id, side: element.dataset.cell === 'max' ? 'max' : 'min' };
}
