import type { ContentCanvas } from 'pdfmake/interfaces.js';
import { encode } from 'uqr';

/** The number of white modules around the QR code. A camera does not find a code without them. */
const QUIET_MODULES = 4;

/** Draws a QR code. `side` is in points and includes the margin. */
export function drawQr(text: string, side: number): ContentCanvas {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_MODULES });
  const module = side / size;
  const bars = data.flatMap((row, y) =>
    [
      ...row
        .map((isBlack) => (isBlack ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ 0: run, index }) => ({
      type: 'rect' as const,
      x: index * module,
      y: y * module,
      w: run.length * module,
      h: module,
      color: 'black',
      lineWidth: 0,
    })),
  );
  const paper = { type: 'rect' as const, x: 0, y: 0, w: side, h: side, color: 'white', lineWidth: 0 };
  return { canvas: [paper, ...bars] };
}
