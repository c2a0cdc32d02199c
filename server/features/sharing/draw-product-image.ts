import type { ProductShareCard } from '#contract/site.ts';
import { COLOURS, drawPicture, headerLines, headerShapes, type Line } from './draw-picture.ts';
import { SHARE_HEIGHT, SHARE_WIDTH } from './draw-share-image.ts';

const MARGIN = 40;
const LEFT = 680;
const BOX = { x: 760, y: 250, width: 400, height: 270 };
const PADDING = 20;
const DIRECTIONS = { up: COLOURS.dearer, down: COLOURS.leaf, same: COLOURS.soft };

export function drawProductImage(card: ProductShareCard, host: string): Promise<Buffer> {
  return drawPicture({
    width: SHARE_WIDTH,
    height: SHARE_HEIGHT,
    colours: 16,
    shapes: headerShapes(SHARE_WIDTH, MARGIN) + chartShapes(card.points),
    lines: linesOf(card, host),
  });
}

function* linesOf(card: ProductShareCard, host: string): Generator<Line> {
  const { name, currency, figure, unit, date, changes, since, from, to } = card;
  yield* headerLines(card, { width: SHARE_WIDTH, margin: MARGIN });
  const whole = { x: MARGIN, most: SHARE_WIDTH - 2 * MARGIN };
  const left = { x: MARGIN, most: LEFT };
  yield { text: name, size: 54, weight: 'bold', fill: COLOURS.leaf, baseline: 226, ...whole };
  // A figure is made smaller instead of being cut, because a cut figure would be a different number.
  yield { text: figure, size: 118, weight: 'bold', fill: COLOURS.ink, baseline: 350, smallest: 0, ...left };
  yield { text: `${currency} ${unit}`, size: 34, weight: 'regular', fill: COLOURS.soft, baseline: 398, ...left };
  yield { text: date, size: 34, weight: 'bold', fill: COLOURS.ink, baseline: 448, ...left };
  for (const [at, { text, direction }] of changes.entries())
    yield { text, size: 26, weight: 'bold', fill: DIRECTIONS[direction], baseline: 490 + at * 34, ...left };
  yield { text: since, size: 22, weight: 'regular', fill: COLOURS.soft, baseline: 556, ...left };
  const foot = { size: 24, weight: 'regular', fill: COLOURS.soft, baseline: BOX.y + BOX.height + 32 } as const;
  yield { text: from, x: BOX.x, most: BOX.width / 2, ...foot };
  yield { text: to, x: BOX.x + BOX.width, most: BOX.width / 2, isAtEnd: true, ...foot };
  const end = { x: SHARE_WIDTH - MARGIN, most: SHARE_WIDTH / 2, isAtEnd: true } as const;
  yield { text: host, size: 24, weight: 'bold', fill: COLOURS.leaf, baseline: SHARE_HEIGHT - 20, ...end };
}

function chartShapes(points: ProductShareCard['points']): string {
  const first = points.at(0)?.day ?? 0;
  const days = Math.max(1, (points.at(-1)?.day ?? 0) - first);
  const lowest = Math.min(...points.map(({ minCents }) => minCents));
  const height = Math.max(1, Math.max(...points.map(({ maxCents }) => maxCents)) - lowest);
  const inside = { width: BOX.width - 2 * PADDING, height: BOX.height - 2 * PADDING };
  const spot = (day: number, amount: number) => {
    const x = BOX.x + PADDING + ((day - first) / days) * inside.width;
    const y = BOX.y + PADDING + (1 - (amount - lowest) / height) * inside.height;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  const least = points.map(({ day, minCents }) => spot(day, minCents));
  const most = points.map(({ day, maxCents }) => spot(day, maxCents));
  const line = (spots: string[], colour: string) =>
    `<path fill="none" stroke="${colour}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round" d="M${(spots.length === 1 ? [...spots, ...spots] : spots).join('L')}"/>`;
  return `<rect x="${BOX.x}" y="${BOX.y}" width="${BOX.width}" height="${BOX.height}" rx="16" fill="${COLOURS.card}" stroke="${COLOURS.edge}" stroke-width="2"/><path fill="${COLOURS.band}" d="M${[...most, ...least.toReversed()].join('L')}Z"/>${line(least, COLOURS.leaf)}${line(most, COLOURS.line)}`;
}
