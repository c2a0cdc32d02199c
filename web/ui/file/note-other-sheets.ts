import type { SheetNote, TableOfFile } from './unreadable-table.ts';

/** Returns the chosen tables with a note that names the other sheets that are not empty. */
export function noteOtherSheets(tables: readonly TableOfFile[], chosen: readonly TableOfFile[]): TableOfFile[] {
  const names = tables.flatMap((table) => (chosen.includes(table) || table.text === '' ? [] : (table.sheet ?? [])));
  const note: SheetNote[] = names.length > 0 ? [{ kind: 'other-sheets', names }] : [];
  return chosen.map((table) => ({ ...table, notes: [...table.notes, ...note] }));
}
