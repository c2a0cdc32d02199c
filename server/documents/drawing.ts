import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { receivedBuffer, taskThread } from '../task-thread.ts';

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

/** Some impossible layouts would never be finished. Ordinary documents take less than a tenth of this time. */
const LONGEST_MS = 30_000;
/** An idle thread holds as much memory as the rest of the server. */
const IDLE_MS = 5 * 60_000;

const draw = taskThread<DocumentOrder, Uint8Array>({
  program: 'documents/draw-in-worker.ts',
  purpose: 'draws documents',
  waiting: 16,
  longestMs: LONGEST_MS,
  idleMs: IDLE_MS,
});

/**
 * Makes a file from plain data in a thread of its own. Throws when drawing takes longer than half a minute. Throws
 * not_ready when too many requests are waiting.
 */
export async function runDrawer(order: DocumentOrder): Promise<Buffer> {
  return receivedBuffer(await draw(order));
}
