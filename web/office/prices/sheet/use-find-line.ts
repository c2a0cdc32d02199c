import { type RefObject, useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { foldForSearch, foldText, foldWords, isFound } from '#contract/fold-text.ts';
import type { SheetLine } from '../read-price.ts';
import type { Cell } from './move-between-cells.ts';
import { focusCell, shownLines } from './move-between-cells.ts';

export function useFindLine(form: RefObject<HTMLFormElement | null>, lines: readonly SheetLine[]) {
  const box = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');

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

type Names = Pick<SheetLine, 'name' | 'nameSi' | 'nameTa' | 'code' | 'aliases'>;

function namesOf({ name, nameSi, nameTa, code, aliases }: Names): string[] {
  return [name, nameSi, nameTa, code, ...aliases].map(foldText).filter(Boolean);
}

export function findLines<Line extends Names>(lines: readonly Line[], search: string): readonly Line[] {
  const words = foldWords(search);
  if (words.length === 0) return lines;
  return lines.filter((line) => isFound(words, foldForSearch(namesOf(line).join('\n'))));
}

export function bestLine<Line extends Names>(lines: readonly Line[], search: string): Line | undefined {
  const found = findLines(lines, search);
  const sought = foldText(search);
  return (
    found.find((line) => namesOf(line).includes(sought)) ??
    found.find((line) => namesOf(line).some((name) => name.startsWith(sought))) ??
    found[0]
  );
}

/**
 * Returns a function that finds a line by a name, a code or an alias. Names and codes take precedence over aliases. If
 * a text matches several lines, none is found, because a price for the wrong product is worse than none.
 */
export function lineFinder<Line extends Names>(lines: readonly Line[]): (name: string) => Line | undefined {
  const named = gather(lines, ({ name, nameSi, nameTa, code }) => [name, nameSi, nameTa, code]);
  const alsoNamed = gather(lines, ({ aliases }) => aliases);
  return (name) => {
    const folded = foldText(name);
    const [found, ...others] = named.get(folded) ?? alsoNamed.get(folded) ?? [];
    return others.length === 0 ? found : undefined;
  };
}

function gather<Line>(lines: readonly Line[], wordsOf: (line: Line) => readonly string[]): Map<string, Set<Line>> {
  const gathered = new Map<string, Set<Line>>();
  for (const line of lines) {
    for (const word of wordsOf(line).map(foldText).filter(Boolean)) {
      gathered.set(word, (gathered.get(word) ?? new Set()).add(line));
    }
  }
  return gathered;
}
