import { findOtherHeadings, HEADING_WITHIN, HeadingFinder } from '#contract/price-file/find-headings.ts';
import { noteOtherSheets } from './note-other-sheets.ts';
import type { TableOfFile } from './unreadable-table.ts';

/** Returns the sheets with headings of prices. Those with a minimum and a maximum come before those with one price. */
export function findPriceSheets(tables: readonly TableOfFile[]): TableOfFile[] {
  return noteOtherSheets(tables, choose(tables));
}

function choose(tables: readonly TableOfFile[]): readonly TableOfFile[] {
  const fitting = tables.filter(({ rows }) => {
    const finder = new HeadingFinder();
    return rows.slice(0, HEADING_WITHIN).some((row) => finder.add(row) !== undefined);
  });
  if (fitting.length > 0) return fitting;
  const others = tables.filter(({ rows }) => findOtherHeadings(rows.slice(0, HEADING_WITHIN)) !== undefined);
  return others.length > 0 ? others : tables.slice(0, 1);
}
