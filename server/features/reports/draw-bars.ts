import type { CanvasRect, Content, TableCell } from 'pdfmake/interfaces.js';
import { type Cents, toRupees } from '#billing/money.ts';
import { writeFigure } from '#contract/figures.ts';
import { inScript } from '../../documents/shape-text.ts';
import type { ReportPicture } from './picture.ts';

/** All lengths are in points. */
const NAME_WIDTH = 150;
const FIGURE_WIDTH = 96;
const BAR_HEIGHT = 7;
const THIN_HEIGHT = 4;
const SWATCH = 6;
const FONT_SIZE = 8;
/** Dark, light and medium, so that they differ on a printer without colours too. */
const SHADES = ['#14532d', '#f2c14e', '#8a8f86'] as const;

/** Bars with their amounts beside them; the headings of the amounts say which colour is which. */
export function drawBars({ parts, bars, isStacked }: ReportPicture, width: number): Content {
  const barWidth = width - NAME_WIDTH - parts.length * FIGURE_WIDTH;
  const lengthOf = (amounts: readonly Cents[]) =>
    isStacked ? amounts.reduce((sum, amount) => sum + drawn(amount), 0) : Math.max(...amounts.map(drawn));
  const longest = Math.max(1, ...bars.map(({ amounts }) => lengthOf(amounts)));
  const heads = parts.map(
    (part, at): TableCell => ({
      columns: [
        { canvas: [rectangle(at, { x: 0, w: SWATCH, y: 2, h: SWATCH })], width: SWATCH + 3 },
        { ...inScript(part), width: 'auto' },
      ],
    }),
  );
  const rows = bars.map(({ name, amounts }): TableCell[] => [
    inScript(name),
    { canvas: rectanglesOf(amounts, isStacked, barWidth / longest), margin: [0, 1, 0, 0] },
    ...amounts.map((amount): TableCell => ({ text: writeFigure(toRupees(amount)), alignment: 'right' })),
  ]);
  return {
    layout: 'noBorders',
    fontSize: FONT_SIZE,
    margin: [0, 0, 0, 8],
    table: {
      dontBreakRows: true,
      widths: [NAME_WIDTH - AROUND, barWidth - AROUND, ...parts.map(() => FIGURE_WIDTH - AROUND)],
      body: [['', '', ...heads], ...rows],
    },
  };
}

/** The padding of a cell without borders. */
const AROUND = 8;

function rectanglesOf(amounts: readonly Cents[], isStacked: boolean, scale: number): CanvasRect[] {
  const rectangles: CanvasRect[] = [];
  let x = 0;
  for (const [at, amount] of amounts.entries()) {
    const w = drawn(amount) * scale;
    const place = isStacked ? { x, y: 0, h: BAR_HEIGHT } : { x: 0, y: at * (THIN_HEIGHT + 1), h: THIN_HEIGHT };
    rectangles.push(rectangle(at, { ...place, w }));
    x += w;
  }
  return rectangles;
}

/** A correction can make an amount negative; it has no bar, only its figure. */
function drawn(amount: Cents): number {
  return Math.max(0, amount);
}

function rectangle(part: number, place: { x: number; y: number; w: number; h: number }): CanvasRect {
  return { type: 'rect', ...place, lineWidth: 0, color: SHADES[part % SHADES.length] ?? SHADES[0] };
}
