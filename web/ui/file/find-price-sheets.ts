import { HEADING_WITHIN, HeadingFinder } from '#contract/price-file/find-headings.ts';
import type { TableOfFile } from './unreadable-table.ts';

export function findPriceSheets(tables: readonly TableOfFile[]): TableOfFile[] {
  const fitting = tables.filter(({ rows }) => {
    const finder = new HeadingFinder();
    return rows.slice(0, HEADING_WITHIN).some((row) => finder.add(row) !== undefined);
  });
  return fitting.length > 0 ? fitting : tables.slice(0, 1);
}
