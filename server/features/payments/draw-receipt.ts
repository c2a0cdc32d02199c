import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { Day } from '#billing/calendar.ts';
import { receiptPaper } from '#contract/documents/receipt-paper.ts';
import type { Receipt } from '#contract/payments.ts';
import { drawPaper, MILLIMETRE } from '../../documents/draw-paper.ts';

const MARGIN = 8 * MILLIMETRE;
const WIDTH = 210 * MILLIMETRE - 2 * MARGIN;

export function drawReceipt(receipt: Receipt, today: Day): TDocumentDefinitions {
  const { language, name, copies } = receiptPaper(receipt, { isCopy: receipt.times_printed > 0, today });
  return {
    pageSize: 'A5',
    pageOrientation: 'landscape',
    pageMargins: MARGIN,
    info: { title: name, author: receipt.centre.name },
    content: copies.flatMap((copy) => drawPaper(copy, { width: WIDTH, totalSize: 9, language })),
  };
}
