import { runDrawer } from './run-drawer.ts';

/** Text is always text, so that `=1+1` is not a formula. */
export type PlainCell = { value: string | number | Date; format?: string; isBold?: boolean } | null;

export interface PlainSheet {
  sheet: string;
  data: PlainCell[][];
  columns: { width: number }[];
  stickyRowsCount?: number;
  orientation?: 'landscape';
}

/** Writes an .xlsx file in the thread of the documents. */
export function makeWorkbook(sheets: readonly PlainSheet[]): Promise<Buffer> {
  return runDrawer({ sheets });
}
