import type { ListShareCard } from '#contract/site.ts';
import { COLOURS, drawPicture, headerLines, headerShapes, type Line } from './draw-picture.ts';

const WIDTH = 1080;
const MARGIN = 36;
const TOP = 236;
const ROW_HEIGHT = 41;
const FOOT = 52;
const TITLE_WIDTH = 760;
const PAGE_WIDTH = 110;
const NAME_WIDTH = 500;
const FIGURE_END = 830;
const UNIT = 848;

export function drawListImage(card: ListShareCard, host: string): Promise<Buffer> {
  const bands = card.rows.flatMap((_, at) =>
    at % 2 === 0
      ? [`<rect y="${TOP + at * ROW_HEIGHT}" width="${WIDTH}" height="${ROW_HEIGHT}" fill="${COLOURS.card}"/>`]
      : [],
  );
  const height = TOP + card.rows.length * ROW_HEIGHT + FOOT;
  return drawPicture({
    width: WIDTH,
    height,
    colours: 16,
    shapes: headerShapes(WIDTH, MARGIN) + bands.join(''),
    lines: linesOf(card, host, height),
  });
}

function* linesOf(card: ListShareCard, host: string, height: number): Generator<Line> {
  yield* headerLines(card, { width: WIDTH, margin: MARGIN });
  const inside = WIDTH - 2 * MARGIN;
  const atEnd = { x: WIDTH - MARGIN, isAtEnd: true } as const;
  const head = { fill: COLOURS.soft, weight: 'regular', size: 24, baseline: 216 } as const;
  yield { text: card.title, size: 36, weight: 'bold', fill: COLOURS.ink, x: MARGIN, baseline: 216, most: TITLE_WIDTH };
  yield { text: card.unit, most: inside - TITLE_WIDTH - 12, ...head, ...atEnd };
  for (const [at, { name, figure, unit }] of card.rows.entries()) {
    const row = { baseline: TOP + at * ROW_HEIGHT + 29, size: 28 };
    yield { text: name, weight: 'regular', fill: COLOURS.ink, x: MARGIN, most: NAME_WIDTH, ...row };
    // A figure is made smaller instead of being cut, because a cut figure would be a different number.
    const figureAt = {
      x: FIGURE_END,
      most: FIGURE_END - MARGIN - NAME_WIDTH - 12,
      isAtEnd: true,
      smallest: 0,
    } as const;
    yield { text: figure, weight: 'bold', fill: COLOURS.leaf, ...row, ...figureAt };
    yield { text: unit, weight: 'regular', fill: COLOURS.soft, x: UNIT, most: WIDTH - MARGIN - UNIT, ...row, size: 22 };
  }
  yield { text: card.page, ...head, x: MARGIN, most: PAGE_WIDTH, baseline: height - 18 };
  yield { text: host, size: 24, weight: 'bold', fill: COLOURS.leaf, baseline: height - 18, most: inside, ...atEnd };
}
