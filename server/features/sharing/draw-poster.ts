import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { PosterPaper } from '#contract/documents/poster-paper.ts';
import { MILLIMETRE } from '../../documents/draw-paper.ts';
import { drawQr } from '../../documents/draw-qr.ts';
import { openFaces, textWidth } from '../../documents/outline-text.ts';
import { inScript } from '../../documents/shape-text.ts';

const MARGIN = 14 * MILLIMETRE;
const WIDTH = 210 * MILLIMETRE - 2 * MARGIN;
const CODE = 115 * MILLIMETRE;

export async function drawPoster({ parts, address, host }: PosterPaper): Promise<TDocumentDefinitions> {
  await openFaces();
  return {
    pageSize: 'A4',
    pageMargins: MARGIN,
    info: { title: parts.map(({ title }) => title).join(' · '), author: parts.at(-1)?.market ?? '' },
    defaultStyle: { alignment: 'center' },
    content: [
      ...parts.map(({ market, title }) => ({
        stack: [
          { ...onOneLine(market, 17), color: '#444444' },
          { ...onOneLine(title, 30), bold: true, color: '#14532d' },
        ],
        margin: [0, 0, 0, 14] as [number, number, number, number],
      })),
      { ...drawQr(address, CODE), margin: [(WIDTH - CODE) / 2, 4, 0, 10] },
      ...parts.map(({ text }) => ({
        ...inScript(text),
        fontSize: 15,
        margin: [0, 0, 0, 4] as [number, number, number, number],
      })),
      { ...onOneLine(host, 34), bold: true, margin: [0, 8, 0, 0] },
    ],
  };
}

/** Returns the text in a size that fits on one line, so that everything fits on one sheet. */
function onOneLine(text: string, size: number) {
  return { ...inScript(text), fontSize: size * Math.min(1, (0.97 * WIDTH) / textWidth(text, size, 'bold')) };
}
