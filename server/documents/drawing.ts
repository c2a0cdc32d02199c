import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

/** A cell of a workbook. A text is always stored as text, so that `=1+1` is not a formula. */
export type PlainCell = { value: string | number | Date; format?: string; isBold?: boolean } | null;

export interface PlainSheet {
  sheet: string;
  data: PlainCell[][];
  columns: { width: number }[];
  stickyRowsCount?: number;
  orientation?: 'landscape';
}

export type DocumentOrder = { definition: TDocumentDefinitions } | { sheets: readonly PlainSheet[] };
