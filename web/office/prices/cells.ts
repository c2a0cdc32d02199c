import type { Cell } from './sheet-moves.ts';

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
