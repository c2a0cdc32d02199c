import { type RefObject, useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { focusCell, shownLines } from './cells.ts';
import { bestLine, findLines } from './find-lines.ts';
import type { SheetLine } from './sheet-line.ts';
import type { Cell } from './sheet-moves.ts';

/** The search of the sheet: which lines it leaves, and ways from it into a cell. */
export function useFindLine(form: RefObject<HTMLFormElement | null>, lines: readonly SheetLine[]) {
  const box = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');

  /** Shows a cell, whatever was searched for. */
  const show = useCallback(
    (cell: Cell) => {
      flushSync(() => setSearch(''));
      focusCell(form.current, cell);
    },
    [form],
  );
  const find = () => {
    box.current?.focus();
    box.current?.select();
  };
  const onJump = () => {
    const best = search.trim() === '' ? undefined : bestLine(lines, search);
    if (best) show({ id: best.id, side: 'min' });
  };
  const onEnter = () => {
    const [first] = shownLines(form.current);
    if (first !== undefined) focusCell(form.current, { id: first, side: 'min' });
  };
  return {
    shown: findLines(lines, search),
    search,
    show,
    find,
    props: { box, value: search, onSearch: setSearch, onJump, onEnter },
  };
}
