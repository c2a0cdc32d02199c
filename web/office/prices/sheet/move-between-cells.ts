import type { Side } from '../read-price.ts';

export interface Cell {
  id: number;
  side: Side;
}

export interface Press {
  key: string;
  hasModifier: boolean;
  hasShift: boolean;
  isAtStart: boolean;
  isAtEnd: boolean;
}

export type Command = { act: 'go'; lines: number; side: Side | 'home' } | { act: 'restore' } | { act: 'find' };

const PAGE = 10;

/**
 * Returns what a key does; undefined if the browser handles it, as with Tab. Left and right arrows change the column
 * only at the edge of the text. Enter moves down, and Shift+Enter up, in the column in which the line was begun
 * (`home`).
 */
export function commandOf({ key, hasModifier, hasShift, isAtStart, isAtEnd }: Press, side: Side): Command | undefined {
  if (hasModifier) return undefined;
  if (key === 'Enter') return { act: 'go', lines: hasShift ? -1 : 1, side: 'home' };
  if (hasShift) return undefined;
  if (key === 'ArrowDown') return { act: 'go', lines: 1, side };
  if (key === 'ArrowUp') return { act: 'go', lines: -1, side };
  if (key === 'PageDown') return { act: 'go', lines: PAGE, side };
  if (key === 'PageUp') return { act: 'go', lines: -PAGE, side };
  if (key === 'ArrowLeft' && side === 'max' && isAtStart) return { act: 'go', lines: 0, side: 'min' };
  if (key === 'ArrowRight' && side === 'min' && isAtEnd) return { act: 'go', lines: 0, side: 'max' };
  if (key === 'Escape') return { act: 'restore' };
  // Only an empty field opens the search, because a slash after a figure is part of a price, such as `90/-`.
  if (key === '/' && isAtStart && isAtEnd) return { act: 'find' };
  return undefined;
}

export function lineFrom(ids: readonly number[], id: number, lines: number): number | undefined {
  const at = ids.indexOf(id);
  return ids[Math.min(ids.length - 1, Math.max(0, at + lines))];
}

export function nextWhere(ids: readonly number[], after: number | undefined, holds: (id: number) => boolean) {
  const at = after === undefined ? -1 : ids.indexOf(after);
  return [...ids.slice(at + 1), ...ids.slice(0, at + 1)].find(holds);
}

export function shownLines(form: HTMLFormElement | null): number[] {
  return [...(form?.querySelectorAll<HTMLElement>('[data-line]') ?? [])].map(({ dataset }) => Number(dataset.line));
}

export function focusCell(form: HTMLFormElement | null, { id, side }: Cell): void {
  form?.querySelector<HTMLInputElement>(`[data-line="${id}"] [data-cell="${side}"]`)?.focus();
}

export function cellUnder(element: EventTarget | null): Cell | undefined {
  if (!(element instanceof HTMLInputElement) || element.dataset.cell === undefined) return undefined;
  const id = Number(element.closest<HTMLElement>('[data-line]')?.dataset.line);
  return { id, side: element.dataset.cell === 'max' ? 'max' : 'min' };
}
