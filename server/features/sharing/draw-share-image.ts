import type { ShareCard } from '#contract/site.ts';
import { outlineText } from '../../documents/outline-text.ts';
import { COLOURS, drawPicture, headerLines, headerShapes, type Line, SMALLEST } from './draw-picture.ts';

/** The size that link previews require. */
export const SHARE_WIDTH = 1200;
export const SHARE_HEIGHT = 630;

const MARGIN = 40;
const INSIDE = SHARE_WIDTH - 2 * MARGIN;
const COLUMNS = 4;
const GAP = 20;
const CARD_WIDTH = (INSIDE - (COLUMNS - 1) * GAP) / COLUMNS;
const CARD_HEIGHT = 150;
const CARDS_TOP = 256;
const PADDING = 18;
const NAME_SIZE = 28;

export function drawShareImage(card: ShareCard, host: string): Promise<Buffer> {
  const cards = card.prices.map((_, at) => {
    const { x, y } = placeOf(at);
    return `<rect x="${x}" y="${y}" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" rx="16" fill="${COLOURS.card}" stroke="${COLOURS.edge}" stroke-width="2"/>`;
  });
  return drawPicture({
    width: SHARE_WIDTH,
    height: SHARE_HEIGHT,
    colours: 48,
    shapes: headerShapes(SHARE_WIDTH, MARGIN) + cards.join(''),
    lines: linesOf(card, host),
  });
}

function placeOf(at: number): { x: number; y: number } {
  const row = Math.floor(at / COLUMNS);
  return { x: MARGIN + (at % COLUMNS) * (CARD_WIDTH + GAP), y: CARDS_TOP + row * (CARD_HEIGHT + GAP) };
}

function* linesOf({ market, place, title, prices, count }: ShareCard, host: string): Generator<Line> {
  yield* headerLines({ market, place }, { width: SHARE_WIDTH, margin: MARGIN });
  yield { text: title, size: 42, weight: 'bold', fill: COLOURS.ink, x: MARGIN, baseline: 222, most: INSIDE };
  for (const [at, price] of prices.entries()) yield* linesOfPrice(price, at);
  const bottom = { size: 22, baseline: SHARE_HEIGHT - 20, most: INSIDE / 2 - GAP };
  yield { text: count, weight: 'regular', fill: COLOURS.soft, x: MARGIN, ...bottom };
  yield { text: host, weight: 'bold', fill: COLOURS.leaf, x: MARGIN + INSIDE, isAtEnd: true, ...bottom };
}

function* linesOfPrice({ name, currency, figure, unit }: ShareCard['prices'][number], at: number): Generator<Line> {
  const { x, y } = placeOf(at);
  const left = x + PADDING;
  const most = CARD_WIDTH - 2 * PADDING;
  const names = inTwoLines(name, most);
  // Both lines of a name have the size at which the longer line fits.
  const widest = Math.max(...names.map((text) => outlineText(text, NAME_SIZE, 'bold').width));
  const size = NAME_SIZE * Math.min(names.length === 1 ? 1 : 0.86, Math.max(most / widest, SMALLEST));
  for (const [row, text] of names.entries()) {
    const baseline = y + (names.length === 1 ? 44 : 34 + row * 27);
    yield { text, size, weight: 'bold', fill: COLOURS.leaf, x: left, baseline, most, smallest: 1 };
  }
  // A figure is made smaller instead of being cut, because a cut figure would be a different number.
  yield { text: figure, size: 40, weight: 'bold', fill: COLOURS.ink, x: left, baseline: y + 106, most, smallest: 0 };
  yield {
    text: `${currency} ${unit}`,
    size: 21,
    weight: 'regular',
    fill: COLOURS.soft,
    x: left,
    baseline: y + 135,
    most,
  };
}

/** Returns one line if it fits, otherwise two, broken at the space that makes the longer line shortest. */
function inTwoLines(name: string, most: number): string[] {
  // A dash may end a line but never begin one.
  const words = name.replaceAll(' - ', '\u00a0- ').split(' ');
  const widthOf = (text: string) => outlineText(text, NAME_SIZE, 'bold').width;
  if (words.length === 1 || widthOf(name) <= most) return [name];
  const breaks = words.slice(1).map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')]);
  const longest = (lines: string[]) => Math.max(...lines.map((line) => line.length));
  return breaks.reduce((best, lines) => (longest(lines) < longest(best) ? lines : best));
}
