import type { ListShareCard } from '#contract/site.ts';
import { COLOURS, drawPicture, headerLines, headerShapes, type Line } from './draw-picture.ts';

const WIDTH = 1080;
const MARGIN = 36;
const TOP = 236;
const ROW_HEIGHT = 41;
const FOOT = 52;
const NAME_WIDTH = 500;
const FIGURE_END = 780;
const UNIT = 800;

/** A part of a list, high enough for its rows. */
export function drawListImage(card: ListShareCard, host: string): Promise<Buffer> {
  const bands = card.rows.flatMap((_, at) =>
    at % 2 === 0
      ? [`<rect y="${TOP + at * ROW_HEIGHT}" width="${WIDTH}" height="${ROW_HEIGHT}" fill="${COLOURS.card}"/>`]
      : [],
  );
  const height = TOP + card.rows.length * ROW_HEIGHT + FOOT;
  return drawPicture({
    ...{ width: WIDTH, height },
    shapes: headerShapes(WIDTH, MARGIN) + bands.join(''),
    lines: linesOf(card, host, height),
  });
}

function* linesOf({ rows, title, page, ...market }: ListShareCard, host: string, height: number): Generator<Line> {
  yield* headerLines(market, { width: WIDTH, margin: MARGIN });
  const inside = WIDTH - 2 * MARGIN;
  const atEnd = { x: WIDTH - MARGIN, isAtEnd: true } as const;
  yield { text: title, size: 38, weight: 'bold', fill: COLOURS.ink, x: MARGIN, baseline: 214, most: inside - 120 };
  yield { text: page, size: 26, weight: 'regular', fill: COLOURS.soft, baseline: 214, most: 110, ...atEnd };
  for (const [at, { name, figure, unit }] of rows.entries()) {
    const row = { baseline: TOP + at * ROW_HEIGHT + 29, size: 27 };
    yield { text: name, weight: 'regular', fill: COLOURS.ink, x: MARGIN, most: NAME_WIDTH, ...row };
    const figureWidth = FIGURE_END - MARGIN - NAME_WIDTH - 12;
    // A cut figure would be another figure.
    yield { text: figure, weight: 'bold', fill: COLOURS.leaf, x: FIGURE_END, most: figureWidth, ...row, isAtEnd: true, smallest: 0 };
    yield { text: unit, weight: 'regular', fill: COLOURS.soft, x: UNIT, most: WIDTH - MARGIN - UNIT, ...row, size: 22 };
  }
  yield { text: host, size: 24, weight: 'bold', fill: COLOURS.leaf, baseline: height - 18, most: inside, ...atEnd };
}
