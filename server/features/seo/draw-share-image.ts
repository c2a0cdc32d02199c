import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import sharp from 'sharp';
import type { ShareCard } from '#contract/site.ts';
import { type Outline, outlineText, type Weight } from '../../documents/outline-text.ts';

/** The size that link previews ask for. */
export const SHARE_WIDTH = 1200;
export const SHARE_HEIGHT = 630;

const LEAF = '#14532d';
const PAPER = '#fbf6ea';
const CARD = '#fffdf8';
const EDGE = '#e2d8c0';
const INK = '#1d2a20';
const SOFT = '#566052';
const TURMERIC = '#f4b82e';
const ON_LEAF = '#fdf8ea';

const MARGIN = 40;
const INSIDE = SHARE_WIDTH - 2 * MARGIN;
const COLUMNS = 4;
const GAP = 20;
const CARD_WIDTH = (INSIDE - (COLUMNS - 1) * GAP) / COLUMNS;
const CARD_HEIGHT = 150;
const CARDS_TOP = 256;
const PADDING = 18;
const NAME_SIZE = 28;
const SMALLEST = 0.72;

interface Line {
  text: string;
  size: number;
  weight: Weight;
  fill: string;
  x: number;
  baseline: number;
  most: number;
  isAtEnd?: true;
  smallest?: number;
}

/**
 * A PNG of 1200 x 630. Text is drawn as outlines of the bundled fonts, about a millisecond each with other requests in
 * between; other threads make the pixels.
 */
export async function drawShareImage(card: ShareCard, host: string): Promise<Buffer> {
  const lines: string[] = [];
  for (const line of linesOf(card, host)) {
    lines.push(drawLine(line));
    await yieldToEventLoop();
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_WIDTH}" height="${SHARE_HEIGHT}">${background(card.prices.length)}${lines.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, dither: 0, effort: 1 }).toBuffer();
}

function background(count: number): string {
  const awning = Array.from({ length: 24 }, (_, at) => {
    const fill = at % 2 === 0 ? LEAF : TURMERIC;
    return `<circle cx="${at * 50 + 25}" cy="132" r="25" fill="${fill}"/>`;
  });
  const cards = Array.from({ length: count }, (_, at) => {
    const { x, y } = placeOf(at);
    return `<rect x="${x}" y="${y}" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" rx="16" fill="${CARD}" stroke="${EDGE}" stroke-width="2"/>`;
  });
  return `<rect width="${SHARE_WIDTH}" height="${SHARE_HEIGHT}" fill="${PAPER}"/>${awning.join('')}<rect width="${SHARE_WIDTH}" height="132" fill="${LEAF}"/>${SPROUT}${cards.join('')}`;
}

const SPROUT = `<g transform="translate(${MARGIN} 18) scale(1.5)"><path fill="#8fce9a" d="M31 55c-9-4-13-12-11-21 9 2 13 10 11 21z"/><path fill="#c9ecc4" d="M33 55c-2-11 2-19 11-21 2 9-2 17-11 21z"/><path fill="${TURMERIC}" d="M12 10h40l4 14H8zM8 24h9.6v2a4.8 4.8 0 0 1-9.6 0zM28 24h8v2a4 4 0 0 1-8 0zM46.4 24H56v2a4.8 4.8 0 0 1-9.6 0z"/><path fill="${ON_LEAF}" d="M21 10h7.5L28 24H17.5zM43 10h-7.5L36 24h10.5zM17.6 24H28v2a5.2 5.2 0 0 1-10.4 0zM36 24h10.4v2a5.2 5.2 0 0 1-10.4 0z"/></g>`;

function placeOf(at: number): { x: number; y: number } {
  const row = Math.floor(at / COLUMNS);
  return { x: MARGIN + (at % COLUMNS) * (CARD_WIDTH + GAP), y: CARDS_TOP + row * (CARD_HEIGHT + GAP) };
}

function* linesOf({ market, place, title, prices, count }: ShareCard, host: string): Generator<Line> {
  const besideSign = { x: MARGIN + 112, most: INSIDE - 112 };
  yield { text: market, size: 42, weight: 'bold', fill: ON_LEAF, baseline: 66, ...besideSign };
  yield { text: place, size: 26, weight: 'regular', fill: '#cfe3c9', baseline: 108, ...besideSign };
  yield { text: title, size: 42, weight: 'bold', fill: INK, x: MARGIN, baseline: 222, most: INSIDE };
  for (const [at, price] of prices.entries()) yield* linesOfPrice(price, at);
  const bottom = { size: 22, baseline: SHARE_HEIGHT - 20, most: INSIDE / 2 - GAP };
  yield { text: count, weight: 'regular', fill: SOFT, x: MARGIN, ...bottom };
  yield { text: host, weight: 'bold', fill: LEAF, x: MARGIN + INSIDE, isAtEnd: true, ...bottom };
}

function* linesOfPrice({ name, currency, figure, unit }: ShareCard['prices'][number], at: number): Generator<Line> {
  const { x, y } = placeOf(at);
  const left = x + PADDING;
  const most = CARD_WIDTH - 2 * PADDING;
  const names = inTwoLines(name, most);
  // Both lines of a name use the size in which the longer one fits.
  const widest = Math.max(...names.map((text) => outlineText(text, NAME_SIZE, 'bold').width));
  const size = NAME_SIZE * Math.min(names.length === 1 ? 1 : 0.86, Math.max(most / widest, SMALLEST));
  for (const [row, text] of names.entries()) {
    const baseline = y + (names.length === 1 ? 44 : 34 + row * 27);
    yield { text, size, weight: 'bold', fill: LEAF, x: left, baseline, most, smallest: 1 };
  }
  // A cut figure would be another figure.
  yield { text: figure, size: 40, weight: 'bold', fill: INK, x: left, baseline: y + 106, most, smallest: 0 };
  yield { text: `${currency} ${unit}`, size: 21, weight: 'regular', fill: SOFT, x: left, baseline: y + 135, most };
}

/** One line if it fits, else broken at the space that makes the lines shorter. */
function inTwoLines(name: string, most: number): string[] {
  // A dash ends a line and never begins one.
  const words = name.replaceAll(' - ', '\u00a0- ').split(' ');
  const widthOf = (text: string) => outlineText(text, NAME_SIZE, 'bold').width;
  if (words.length === 1 || widthOf(name) <= most) return [name];
  const breaks = words.slice(1).map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')]);
  const longest = (lines: string[]) => Math.max(...lines.map((line) => line.length));
  return breaks.reduce((best, lines) => (longest(lines) < longest(best) ? lines : best));
}

function drawLine({ text, size, weight, fill, x, baseline, most, isAtEnd, smallest = SMALLEST }: Line): string {
  const outline = fitted((letters) => outlineText(letters, size, weight), text, most / smallest);
  const scale = Math.min(1, most / outline.width);
  const left = isAtEnd ? x - outline.width * scale : x;
  return `<path fill="${fill}" transform="translate(${left.toFixed(1)} ${baseline}) scale(${scale.toFixed(3)})" d="${outline.path}"/>`;
}

function fitted(draw: (text: string) => Outline, text: string, most: number): Outline {
  const whole = draw(text);
  // A size computed from the width may miss it by rounding.
  if (whole.width <= most + 1) return whole;
  const letters = Array.from(new Intl.Segmenter('und').segment(text), ({ segment }) => segment);
  const cutAt = (count: number) => draw(`${letters.slice(0, count).join('').trimEnd()}…`);
  let fits = 1;
  for (let tooMany = letters.length; tooMany - fits > 1; ) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (cutAt(middle).width <= most) fits = middle;
    else tooMany = middle;
  }
  return cutAt(fits);
}
