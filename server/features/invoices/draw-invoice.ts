import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { Paper } from '#contract/documents/paper.ts';
import { drawPaper, MILLIMETRE } from '../../documents/draw-paper.ts';

const MARGIN = 4 * MILLIMETRE;
const WIDTH = 210 * MILLIMETRE - 2 * MARGIN;
/** Half the height of an A4 page within the margins. */
const HALF = (297 * MILLIMETRE - 2 * MARGIN) / 2;
/** The space that pdfmake adds above and below a row. */
const PADDING = 4;

/**
 * Draws an A4 page in portrait with 4 mm margins (specification 1, section 9). It is cut in the middle into the
 * customer's and the office's copy.
 */
export function drawInvoice({ language, name, copies }: Paper, author: string): TDocumentDefinitions {
  const cut: Content = {
    canvas: [{ type: 'line', x1: 0, y1: 0, x2: WIDTH, y2: 0, lineWidth: 0.5, dash: { length: 4 } }],
    margin: [0, 0, 0, 14],
  };
  return {
    pageSize: 'A4',
    pageMargins: MARGIN,
    info: { title: name, author },
    content: {
      layout: 'noBorders',
      table: {
        widths: [WIDTH],
        heights: HALF - PADDING,
        dontBreakRows: true,
        body: copies.map((copy, at) => [
          { stack: [...(at > 0 ? [cut] : []), ...drawPaper(copy, { width: WIDTH, totalSize: 12, language })] },
        ]),
      },
    },
  };
}
